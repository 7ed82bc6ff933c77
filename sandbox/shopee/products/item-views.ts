import type { Fields } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Item, Model } from '../market.ts';
import { secondsOf } from '../market.ts';
import { channelById } from '../shops.ts';
import { imageUrl } from './images.ts';
import { priceInfo } from './price-info.ts';
import { ownPlaces, shopeeStockOf } from './stock-places.ts';

const stockInfo = (place: Item | Model) => ({
  summary_info: {
    total_reserved_stock: place.reserved,
    total_available_stock: place.stock + shopeeStockOf(place) - place.reserved,
  },
  seller_stock: ownPlaces(place).map((level) => ({ ...level, if_saleable: true })),
  shopee_stock: (place.shopee_stock ?? []).map((level) => ({ ...level })),
});

const isByShopee = (place: Item | Model): boolean => place.shopee_stock !== undefined;

/** Price and stock belong to the models if there are any. */
export const viewItem = (world: World, item: Item, withTax: boolean): Fields => {
  const hasModel = item.models.length > 0;
  return {
    item_id: item.item_id,
    category_id: item.category_id,
    item_name: item.item_name,
    description: item.description,
    item_sku: item.item_sku,
    create_time: secondsOf(item.create_time),
    update_time: secondsOf(item.update_time),
    attribute_list: item.attributes,
    ...(!hasModel && { price_info: priceInfo(world, item), stock_info_v2: stockInfo(item) }),
    image: {
      image_url_list: item.image_ids.map((id) => imageUrl(world, id)),
      image_id_list: item.image_ids,
    },
    weight: String(item.weight),
    ...(item.dimension !== null && { dimension: item.dimension }),
    logistic_info: item.logistics.map((entry) => ({
      ...entry,
      logistic_name: channelById(entry.logistic_id)?.name ?? '',
      shipping_fee: 0,
      size_id: 0,
    })),
    pre_order: item.pre_order,
    wholesales: (item.wholesales ?? []).map((tier) => ({
      ...tier,
      inflated_price_of_unit_price: tier.unit_price,
    })),
    condition: item.condition,
    item_status: item.item_status,
    deboost: item.deboost === true,
    has_model: hasModel,
    ...(!hasModel && { is_fulfillment_by_shopee: isByShopee(item) }),
    brand: item.brand,
    gtin_code: item.gtin_code,
    description_type: 'normal',
    item_dangerous: 0,
    ...(withTax && item.tax_info !== null && { tax_info: item.tax_info }),
  };
};

export const viewModel = (world: World, model: Model): Fields => ({
  model_id: model.model_id,
  tier_index: model.tier_index,
  model_sku: model.model_sku,
  model_status: 'MODEL_NORMAL',
  price_info: priceInfo(world, model),
  stock_info_v2: stockInfo(model),
  is_fulfillment_by_shopee: isByShopee(model),
  gtin_code: model.gtin_code,
  ...(model.weight !== null && { weight: String(model.weight) }),
  ...(model.dimension !== null && { dimension: model.dimension }),
  promotion_id: 0,
  pre_order: { is_pre_order: false, days_to_ship: 2 },
});

export const viewTiers = (world: World, item: Item) =>
  item.tiers.map((tier) => ({
    name: tier.name,
    option_list: tier.options.map(({ option, image_id: id }) => ({
      option,
      ...(id !== null && { image: { image_id: id, image_url: imageUrl(world, id) } }),
    })),
  }));

/** `Preto,350 ml` */
export const modelName = (item: Item, model: Model): string =>
  model.tier_index.map((at, tier) => item.tiers[tier]?.options[at]?.option ?? '').join(',');

export const itemPath = (item: Item): string => `/shop/shopee/product/${item.shop_id}/${item.item_id}`;
