import type { api } from '#contract/index.ts';
import type { Handlers } from '#server/http/route.ts';
import { readOrderDetail } from '#server/orders/order-detail.ts';
import { listRefused } from './refused-sale.ts';
import { listSubstitutes, takeSubstitute } from './substitute.ts';

export const substituteRoutes: Handlers<typeof api.substitutes> = {
  list: ({ tx, actor, params }) => listSubstitutes(tx, actor, params.id),
  take: async ({ tx, actor, params, body, outside }) => {
    await takeSubstitute(tx, actor, params.id, body);
    return readOrderDetail(tx, actor, params.id, outside);
  },
};

export const refusedSaleRoutes: Handlers<typeof api.refusedSales> = {
  list: ({ tx, actor, query }) => listRefused(tx, actor, query),
};
