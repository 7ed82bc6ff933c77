import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { obstacleCodes, type WalkObstacle, walkChecks, walkObstacles } from '#contract/orders/obstacles.ts';
import type { PickingAct } from '#contract/orders/picking-states.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { type Person, RefusedCall, type TestApp, testApp } from '#server/test/app.ts';

/**
 * The same grid as `server/orders/checkout/obstacles.test.ts` for acts on a picking list: the endpoint of each act, once
 * without and once with each obstacle.
 */
let app: TestApp;
let owner: Person;
let seller: Person;
let shelf: Shelf;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  seller = await app.join('sales');
  await owner.call(api.business.allowByHand, { body: { allowed: true } });
});

const at = (id: number) => ({ params: { id } });
/** `left`: a sale that its seller has canceled meanwhile. */
type Walk = { id: number; orderId: number; left: number };
const place = () => ({ volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'caixa lacrada' });

const endpoints: Record<PickingAct, (walk: Walk) => Promise<unknown>> = {
  assign: ({ id }) => owner.call(api.picking.assign, { ...at(id), body: { assigneeId: null } }),
  start: ({ id }) => owner.call(api.picking.start, at(id)),
  takeCart: ({ id }) => owner.call(api.picking.takeCart, { ...at(id), body: { code: null } }),
  beep: ({ id }) => owner.call(api.picking.beep, listScan(id, shelf.sku, shelf.code)),
  takeByHand: ({ id }) => owner.call(api.picking.takeByHand, { ...at(id), body: place() }),
  declareShort: ({ id }) => owner.call(api.picking.declareShort, { ...at(id), body: place() }),
  finish: ({ id }) => owner.call(api.picking.finish, at(id)),
  cancel: ({ id }) => owner.call(api.picking.cancel, at(id)),
  acknowledge: ({ id, left }) => owner.call(api.picking.acknowledge, { ...at(id), body: { orderId: left } }),
  putBack: ({ id }) =>
    owner.call(api.picking.putBack, { ...at(id), body: { code: shelf.sku, volumeCode: shelf.code } }),
};

type Sales = [number, number];
async function open([orderId, left]: Sales): Promise<Walk> {
  const { id } = await owner.call(api.picking.create, { body: { ids: [orderId, left] } });
  return { id, orderId, left };
}
async function begin([orderId, left]: Sales): Promise<Walk> {
  return { id: (await beginList(owner, [orderId, left])).id, orderId, left };
}
async function fetch(sales: Sales): Promise<Walk> {
  const walk = await begin(sales);
  await walkList(owner, walk.id);
  return walk;
}
async function cancelOne(sales: Sales): Promise<Walk> {
  const walk = await fetch(sales);
  await seller.call(api.orders.cancel, { ...at(walk.left), body: { reason: 'desistiu' } });
  return walk;
}

/** Brings a list of two sales to where the act succeeds. */
const bases: Record<PickingAct, (sales: Sales) => Promise<Walk>> = {
  assign: open,
  start: open,
  takeCart: open,
  beep: begin,
  takeByHand: begin,
  declareShort: begin,
  finish: fetch,
  cancel: begin,
  acknowledge: cancelOne,
  putBack: cancelOne,
};

const write = (statement: RawBuilder<unknown>) =>
  app.database.transact({ businessId: owner.businessId }, (tx) => statement.execute(tx.db));

const impose: Record<WalkObstacle, (walk: Walk) => Promise<unknown>> = {
  changed: ({ orderId }) =>
    write(sql`update orders set changed_lines = '[]', changed_at = now() where id = ${orderId}`),
  expired: ({ orderId }) =>
    write(sql`
      with lot as (insert into batches (business_id, variation_id, code, expires_on, created_at)
        values (${owner.businessId}, ${shelf.variationId}, 'L-1', '2026-11-01', now()) returning id)
      update volume_lines set batch_id = (select id from lot) where id in (
        select volume_line_id from pick_allocations where order_id = ${orderId})`),
};

async function answerOf(act: PickingAct, obstacle: WalkObstacle | null): Promise<ErrorCode | 'done'> {
  shelf = await makeShelf(app, owner, 20);
  const sell = await makeBenchSeller(app, { supplier: owner, seller, shelf });
  const walk = await bases[act]([await sell(1), await sell(1)]);
  if (obstacle) await impose[obstacle](walk);
  try {
    await endpoints[act](walk);
    return 'done';
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    return error.problem.code;
  }
}

test.each(Object.keys(walkChecks) as PickingAct[])(
  '%s is refused for each obstacle that the table names',
  async (act) => {
    expect(await answerOf(act, null)).toBe('done');
    for (const obstacle of walkObstacles) {
      const isRefused = (await answerOf(act, obstacle)) === obstacleCodes[obstacle];
      expect(isRefused, obstacle).toBe(walkChecks[act][obstacle] !== 'no');
    }
  },
);
