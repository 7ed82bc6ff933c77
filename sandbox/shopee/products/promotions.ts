import type { Answer } from '../../answer.ts';
import type { World } from '../../world.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, idsIn, ok } from '../endpoint.ts';
import type { Item, Model } from '../market.ts';
import { secondsOf } from '../market.ts';
import { promotionsAt } from './price-info.ts';

/** Fields of a promotion as a Go client of the API reads them (file 9113324356). */
const viewPlace = (world: World, modelId: number, place: Item | Model) => {
  const now = world.clock.now().toISOString();
  return promotionsAt(world, place).map((promotion) => ({
    promotion_type: promotion.promotion_type,
    promotion_id: promotion.promotion_id,
    model_id: modelId,
    start_time: secondsOf(promotion.start_time),
    end_time: secondsOf(promotion.end_time),
    promotion_price_info: [{ promotion_price: promotion.price }],
    promotion_staging: promotion.start_time <= now ? 'ongoing' : 'upcoming',
    promotion_stock_info_v2: { summary_info: { total_reserved_stock: 0 } },
  }));
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
        ...viewPlace(call.world, 0, item),
        ...item.models.flatMap((model) => viewPlace(call.world, model.model_id, model)),
      ],
    })),
    failure_list: [],
  });
};

export const promotionEndpoints: Endpoint[] = [get('/product/get_item_promotion', showPromotions)];
