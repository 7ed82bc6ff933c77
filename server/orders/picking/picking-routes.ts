import type { api } from '#contract/index.ts';
import type { LeftReason } from '#contract/orders/picking-states.ts';
import { Fault } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { refreshSale } from '#server/orders/sync/upstream.ts';
import { createList } from './create-list.ts';
import { declareShort } from './declare-short.ts';
import { assignList, cancelList, finishList } from './end-list.ts';
import { liveSales, lockList } from './lock-list.ts';
import { findPickers } from './pickers.ts';
import { listPickingLists, readLanes, readPickingList } from './picking.queries.ts';
import { putBackUnits } from './return-units.ts';
import { beepList, takeByHand } from './scan.ts';
import { refuseTaken, startList } from './start-list.ts';

/** Sales that are asked about at their marketplaces at the same time. */
const askedAtOnce = 8;

type StartCall = Parameters<typeof refreshSale>[0];

/** Sales whose marketplace says that they are canceled, or says nothing: they are not begun. */
async function findStopped(
  call: StartCall,
  actor: Parameters<typeof refreshSale>[1],
  ids: readonly number[],
): Promise<Map<number, LeftReason>> {
  const stopped = new Map<number, LeftReason>();
  const queue = ids.values();
  const ask = async () => {
    for (const id of queue) {
      try {
        await refreshSale(call, actor, id);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        stopped.set(id, error.code === 'upstream_unknown' ? 'upstream_unknown' : 'canceled');
      }
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, ask));
  return stopped;
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
  takeByHand: async ({ tx, actor, params, body }) => {
    const emptied = await takeByHand(tx, actor, params.id, body);
    return { ...(await readPickingList(tx, actor, params.id)), emptied };
  },
  start: remote(async (call) => {
    const { actor, params } = call;
    const ids = await call.transact(async (tx) => {
      refuseTaken(actor, await lockList(tx, actor, params.id, 'start'));
      return liveSales(tx, params.id);
    });
    const stopped = await findStopped(call, actor, ids);
    return call.conclude(async (tx) => {
      await startList(tx, actor, params.id, stopped);
      return readPickingList(tx, actor, params.id);
    });
  }),
  beep: async ({ tx, actor, params, body }) => {
    const placed = await beepList(tx, actor, params.id, body);
    return { ...(await readPickingList(tx, actor, params.id)), ...placed };
  },
  declareShort: async ({ tx, actor, params, body }) => {
    await declareShort(tx, actor, params.id, body);
    return readPickingList(tx, actor, params.id);
  },
  finish: async ({ tx, actor, params }) => {
    await finishList(tx, actor, params.id);
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
