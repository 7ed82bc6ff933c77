import type { Answer } from '../../answer.ts';
import { numberOf } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, idsIn, ok, post, refuse } from '../endpoint.ts';
import { secondsOf } from '../market.ts';
import { itemChanged, itemOf } from './items.ts';
import { modelOf } from './models.ts';
import { type Place, runningPromotion } from './price-info.ts';

/** Fields of a promotion as a Go client of the API reads them (file 9113324356). */
const viewOne = (world: World, modelId: number, place: Place) => {
  const { promotion } = place;
  if (!promotion || promotion.end_time <= world.clock.now().toISOString()) return [];
  return [
    {
      promotion_type: promotion.promotion_type,
      promotion_id: promotion.promotion_id,
      model_id: modelId,
      start_time: secondsOf(promotion.start_time),
      end_time: secondsOf(promotion.end_time),
      promotion_price_info: [{ promotion_price: promotion.price }],
      promotion_staging: runningPromotion(world, place) ? 'ongoing' : 'upcoming',
      promotion_stock_info_v2: { summary_info: { total_reserved_stock: 0 } },
    },
  ];
};

const showPromotions = (call: ShopCall): Answer => {
  const items = idsIn(call, 'item_id_list', 50).flatMap((id) => {
    const item = call.market.items[id];
    return item?.shop_id === call.shop.shop_id ? [item] : [];
  });
  return ok({
    success_list: items.map((item) => ({
      item_id: item.item_id,
      promotion: [
        ...viewOne(call.world, 0, item),
        ...item.models.flatMap((model) => viewOne(call.world, model.model_id, model)),
      ],
    })),
    failure_list: [],
  });
};

const leave = (call: ShopCall): Answer => {
  const item = itemOf(call, call.body.item_id);
  const modelId = numberOf(call.body.model_id) ?? 0;
  const place: Place | null = modelId === 0 ? item : modelOf(item, modelId);
  if (!place?.promotion || place.promotion.promotion_id !== numberOf(call.body.discount_id))
    throw refuse('discount.discount_not_exist', 'The item is not in this discount.');
  place.promotion = null;
  itemChanged(call.world, item);
  return ok({ discount_id: numberOf(call.body.discount_id), error_list: [] });
};

export const promotionEndpoints: Endpoint[] = [
  get('/product/get_item_promotion', showPromotions),
  post('/discount/delete_discount_item', leave),
];
