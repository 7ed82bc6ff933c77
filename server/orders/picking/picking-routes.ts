import type { api } from '#contract/index.ts';
import { Fault } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { loadFactsOf } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { askAgain, type SellerCall } from '#server/orders/sync/upstream.ts';
import { acknowledgeStop } from './acknowledge.ts';
import { takeCart } from './cart/take-cart.ts';
import { createList } from './create-list.ts';
import { declareShort } from './declare-short.ts';
import { assignList, cancelList, finishList } from './end-list.ts';
import { afterExpiredLot } from './expired-picks.ts';
import { liveSales, lockList } from './lock-list.ts';
import { findPickers } from './pickers.ts';
import { listPickingLists, readLanes, readPickingList } from './picking.queries.ts';
import { putBackUnits } from './return-units.ts';
import { scanAtList, takeByHand } from './scan.ts';
import { refuseTaken, startList } from './start-list.ts';

/** How many sales are checked at their marketplaces in parallel. */
const askedAtOnce = 8;

/** Sales whose marketplace does not answer: they do not begin. Answers are stored and used when the list is read. */
async function findUnknown(call: SellerCall, sales: readonly OrderRow[]): Promise<Set<number>> {
  const unknown = new Set<number>();
  const queue = sales.values();
  const ask = async () => {
    for (const sale of queue) {
      try {
        await askAgain(call, sale);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        unknown.add(sale.id);
      }
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, ask));
  return unknown;
}

export const pickingRoutes: Handlers<typeof api.picking> = {
  list: ({ tx, actor, query }) => listPickingLists(tx, actor, query),
  lanes: ({ tx, actor }) => readLanes(tx, actor),
  detail: ({ tx, actor, params }) => readPickingList(tx, actor, params.id),
  create: async ({ tx, actor, body }) => readPickingList(tx, actor, await createList(tx, actor, body)),
  people: async ({ tx, actor, params }) => ({ people: await findPickers(tx, actor, params.id) }),
  assign: async ({ tx, actor, params, body }) => {
    await assignList(tx, actor, params.id, body.assigneeId);
    return readPickingList(tx, actor, params.id);
  },
  takeCart: async ({ tx, actor, params, body }) => {
    await takeCart(tx, actor, params.id, body.code);
    return readPickingList(tx, actor, params.id);
  },
  takeByHand: {
    handle: async ({ tx, actor, params, body }) => {
      const emptied = await takeByHand(tx, actor, params.id, body);
      return { ...(await readPickingList(tx, actor, params.id)), emptied };
    },
    afterRefusal: afterExpiredLot,
  },
  start: remote(async (call) => {
    const { actor, params } = call;
    const sales = await call.transact(async (tx) => {
      refuseTaken(actor, await lockList(tx, actor, params.id, 'start'));
      return loadFactsOf(tx, await liveSales(tx, params.id));
    });
    const unknown = await findUnknown(call, sales);
    return call.conclude(async (tx) => {
      await startList(tx, actor, params.id, unknown);
      return readPickingList(tx, actor, params.id);
    });
  }),
  beep: {
    handle: async ({ tx, actor, params, body }) => {
      const placed = await scanAtList(tx, actor, params.id, body);
      return { ...(await readPickingList(tx, actor, params.id)), ...placed };
    },
    afterRefusal: afterExpiredLot,
  },
  declareShort: async ({ tx, actor, params, body }) => {
    const moved = await declareShort(tx, actor, params.id, body);
    return { ...(await readPickingList(tx, actor, params.id)), moved };
  },
  finish: {
    handle: async ({ tx, actor, params }) => {
      await finishList(tx, actor, params.id);
      return readPickingList(tx, actor, params.id);
    },
    afterRefusal: afterExpiredLot,
  },
  acknowledge: async ({ tx, actor, params, body }) => {
    await acknowledgeStop(tx, actor, params.id, body.orderId);
    return readPickingList(tx, actor, params.id);
  },
  cancel: async ({ tx, actor, params }) => {
    await cancelList(tx, actor, params.id);
    return readPickingList(tx, actor, params.id);
  },
  putBack: async ({ tx, actor, params, body }) => {
    await putBackUnits(tx, actor, params.id, body);
    return readPickingList(tx, actor, params.id);
  },
};
