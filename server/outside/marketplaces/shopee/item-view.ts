import {
  isSamePackage,
  packageOf as knownPackage,
  type PackageSize,
} from '#contract/advertisements/package-size.ts';
import { noSaleTerms } from '#contract/advertisements/sale-terms.ts';
import {
  type FulfillmentStock,
  type ListedVariation,
  type Listing,
  type ListingContent,
  type ListingState,
  type LocationLevel,
  reasonOf,
} from '../listing.ts';
import { noTerms, promotionOf, tellsPrice } from '../promotion.ts';
import type { SellerSession } from '../seller-session.ts';
import { viewAttributes } from './attributes.ts';
import { viewBrand } from './brands.ts';
import { type Item, type Model, noModel } from './item.ts';
import { reasonsOf } from './sale-reasons.ts';
import { viewTerms } from './sale-terms.ts';

/**
 * The only field of an item that only its seller sees is the SKU. If its models have their own SKUs, it contains our
 * mark; otherwise its SKU and the mark.
 */
const marked = /^(?:(.*) )?(easy-[pv]\d+-\w+)$/s;
export const itemSkuOf = (sku: string, mark: string) => (sku ? `${sku} ${mark}` : mark);
export const skuOf = (itemSku: string) =>
  marked.exec(itemSku) ? (marked.exec(itemSku)?.[1] ?? '') : itemSku;
export const markOf = (itemSku: string) => marked.exec(itemSku)?.[2] ?? '';

/** Says of an item or a model that it has no code. */
export const withoutGtin = '00';
export const gtinOf = (code: string | null | undefined) => (code && code !== withoutGtin ? code : '');

/** Kinds that run beside a price and set none for one unit. They have several spellings, such as `bundle_deal`. */
const besidePrice = /bundle|add.?on|group.?buy/i;

type Priced = Pick<Model, 'price_info' | 'stock_info_v2' | 'is_fulfillment_by_shopee'>;

/** Fields that we set. */
export const priceOf = ({ price_info }: Priced) => tellsPrice(price_info?.original_price);

const paidOf = ({ price_info }: Priced) => tellsPrice(price_info?.current_price);

/**
 * The promotions that set the buyers' price of an item or model: those with this price, else all that could set one.
 */
export function pricingPromotions(one: Priced & { model_id?: string }, promotions: Item['promotions']) {
  const paid = paidOf(one);
  const own = promotions.filter(
    ({ model_id: model }) => model === (one.model_id ?? model) || model === noModel,
  );
  const reported = own.filter(({ promotion_price_info: prices }) =>
    prices.some(({ promotion_price: price }) => price !== null && price === paid),
  );
  return reported.length > 0 ? reported : own.filter(({ promotion_type: type }) => !besidePrice.test(type));
}

/** The buyers' price if it is lower. The price of a model does not name the campaign; the item's promotions do. */
function promotionIn(one: Priced & { model_id?: string }, promotions: Item['promotions']) {
  const [running] = pricingPromotions(one, promotions);
  const terms = running
    ? {
        ...{ from: running.start_time ?? null, to: running.end_time ?? null, name: running.promotion_type },
        marketplacePays: null,
      }
    : noTerms;
  return promotionOf({ regular: priceOf(one), paid: paidOf(one) }, terms);
}

/** While a promotion runs, the prices of the tiers say nothing. */
const wholesaleOf = ({ wholesales, promotions }: Item): Pick<Listing, 'wholesale'> =>
  wholesales === undefined || promotions.length > 0
    ? {}
    : {
        wholesale: wholesales
          .map(({ min_count: from, unit_price: price }) => ({ from, price }))
          .toSorted((one, other) => one.from - other.from),
      };

const ownStock = ({ stock_info_v2: stock }: Priced) =>
  (stock?.seller_stock ?? []).filter(({ if_saleable: isSaleable }) => isSaleable !== false);

/** Of a shop with several warehouses; the only place of another shop may have an id, or none. */
const levelsOf = (one: Priced): { levels?: LocationLevel[] } => {
  const levels = ownStock(one).flatMap(({ location_id: location, stock: quantity }) =>
    location && typeof quantity === 'number' ? [{ location, quantity }] : [],
  );
  return levels.length > 0 ? { levels } : {};
};

/** Of the seller's own locations together, or the sellable quantity of the marketplace's warehouse. */
function quantityOf(one: Priced): number {
  const stock = one.stock_info_v2;
  const own = ownStock(one);
  if (own.length > 0 && !isFulfilled(one)) return own.reduce((sum, place) => sum + (place.stock ?? 0), 0);
  return stock?.summary_info?.total_available_stock ?? 0;
}

const isFulfilled = (one: Priced) => one.is_fulfillment_by_shopee === true;

/** Units in the warehouse of the marketplace; null: it is not there, and never was. */
function fulfillmentStockOf(one: Priced, id: string): FulfillmentStock | null {
  const places = one.stock_info_v2?.shopee_stock ?? [];
  const counted = places.reduce((sum, place) => sum + (place.stock ?? 0), 0);
  if (!isFulfilled(one) && counted === 0) return null;
  const sellable =
    places.length > 0 ? counted : (one.stock_info_v2?.summary_info?.total_available_stock ?? 0);
  return { id, sellable, unsellable: null, inTransfer: null };
}

function stateOf(status: string, quantity: number): ListingState {
  if (/DELETE/.test(status)) return 'closed';
  if (status === 'BANNED' || status === 'REVIEWING') return 'under_review';
  return status === 'UNLIST' || quantity === 0 ? 'paused' : 'active';
}

export function viewItem(session: SellerSession, item: Item): Listing {
  const priced = item.model.length > 0 ? item.model : [item];
  const quantity = priced.reduce((sum, one) => sum + quantityOf(one), 0);
  const [first] = priced;
  return {
    id: item.item_id,
    name: item.item_name,
    sellerId: session.remoteUserId,
    categoryId: item.category_id,
    type: 'classic',
    state: stateOf(item.item_status, quantity),
    status: item.item_status.toLowerCase(),
    reasons: reasonsOf(item, quantity),
    pausedBySeller: item.item_status === 'UNLIST',
    perVariation: false,
    split: false,
    marketplaceKit: false,
    // One model in the shop's own stock is enough for its stock to be written.
    fulfilledByMarketplace: priced.every(isFulfilled),
    fulfillmentStock: item.model.length > 0 ? null : fulfillmentStockOf(item, item.item_id),
    price: first ? priceOf(first) : null,
    promotion: first ? promotionIn(first, item.promotions) : null,
    ...wholesaleOf(item),
    quantity,
    ...(item.model.length === 0 && levelsOf(item)),
    sold: 0,
    stockId: null,
    link: `https://shopee.com.br/product/${session.remoteUserId}/${item.item_id}`,
    editLink: `https://seller.shopee.com.br/portal/product/${item.item_id}`,
    sku: skuOf(item.item_sku),
    gtin: gtinOf(item.gtin_code),
    mark: markOf(item.item_sku),
    predecessorId: null,
    attributes: [...viewBrand(item.brand), ...viewAttributes(item.attribute_list)],
    package: packageOf(item),
    ...viewTerms(item),
    video: '',
    pictureIds: item.image?.image_id_list ?? [],
    variations: item.model.map((model) => viewModel(model, item)),
  };
}

function viewModel(model: Model, item: Item): ListedVariation {
  const { tier_variation: tiers, item_id, item_name, promotions } = item;
  const options = model.tier_index.map((at, n) => tiers[n]?.option_list[at]?.option ?? '');
  return {
    id: model.model_id,
    price: priceOf(model),
    promotion: promotionIn(model, promotions),
    quantity: quantityOf(model),
    ...levelsOf(model),
    fulfilledByMarketplace: isFulfilled(model),
    fulfillmentStock: fulfillmentStockOf(model, `${item_id}/${model.model_id}`),
    name: options.join(' / ') || item_name,
    sku: model.model_sku,
    gtin: gtinOf(model.gtin_code),
    mark: '',
    attributes: options.map((valueName, n) => ({
      id: tiers[n]?.name ?? '',
      name: tiers[n]?.name ?? '',
      valueId: null,
      valueName,
    })),
    package: ownPackage(model, item),
  };
}

type Parcel = Pick<Item, 'weight' | 'dimension'>;

function packageOf({ weight = null, dimension }: Parcel): PackageSize | null {
  const {
    package_width: width = null,
    package_height: height = null,
    package_length: depth = null,
  } = dimension ?? {};
  return knownPackage({ weight, width, height, depth });
}

/** The parcel of a model: what it does not have is that of the item. */
export const packageOfModel = (model: Parcel, item: Parcel): PackageSize | null =>
  packageOf({ weight: model.weight || item.weight, dimension: model.dimension ?? item.dimension });

/** Null if it is that of the item. */
function ownPackage(model: Model, item: Item): PackageSize | null {
  const size = packageOfModel(model, item);
  return isSamePackage(size, packageOf(item)) ? null : size;
}

/** A deleted model has no data any more. */
export function goneItem(session: SellerSession, id: string): Listing {
  return {
    ...{ id, name: '', sellerId: session.remoteUserId, categoryId: '', type: 'classic' },
    ...{
      state: 'closed',
      status: 'deleted',
      reasons: [reasonOf('deleted', 'deleted')],
      pausedBySeller: false,
    },
    ...{
      perVariation: false,
      split: false,
      marketplaceKit: false,
      fulfilledByMarketplace: false,
      fulfillmentStock: null,
    },
    ...{
      price: null,
      promotion: null,
      quantity: 0,
      sold: 0,
      stockId: null,
      link: '',
      editLink: '',
      sku: '',
      gtin: '',
    },
    ...{ mark: '', predecessorId: null, attributes: [], package: null, video: '', pictureIds: [] },
    ...noSaleTerms,
    variations: [],
  };
}

/** There is no item without a description. */
export const sentDescription = ({ name, description }: ListingContent): string => description || name;

/** A description may contain text and pictures; only its text is read. */
export const descriptionOf = ({ description, description_info: info }: Item): string =>
  description ||
  (info?.extended_description.field_list ?? [])
    .map(({ text }) => text ?? '')
    .filter(Boolean)
    .join('\n');
