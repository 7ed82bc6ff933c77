import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { pickingActs, pickingStates } from '#contract/orders/picking-states.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { listScan } from '#server/orders/test/picking-factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const supplier = await app.join('supply');
const shelf = await makeShelf(app, supplier, 10);
const sell = await makeBenchSeller(app, { supplier, seller: await app.join('sales'), shelf });
const at = (id: number) => ({ params: { id } });

test.each(pickingStates)('in state %s refuses every verb that the table does not allow', async (state) => {
  const stockist = await app.hire(supplier.businessId, ['owner']);
  const { id } = await stockist.call(api.picking.create, { body: { ids: [await sell(1)] } });
  await app.database.transact(supplier, (tx) =>
    tx.db.updateTable('picking_lists').set({ state }).where('id', '=', id).execute(),
  );
  const ask = {
    assign: () => stockist.refused(api.picking.assign, { ...at(id), body: { assigneeId: null } }),
    start: () => stockist.refused(api.picking.start, at(id)),
    takeCart: () => stockist.refused(api.picking.takeCart, { ...at(id), body: { code: null } }),
    beep: () => stockist.refused(api.picking.beep, listScan(id, shelf.code)),
    takeByHand: () =>
      stockist.refused(api.picking.takeByHand, {
        ...at(id),
        body: { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'x' },
      }),
    declareShort: () =>
      stockist.refused(api.picking.declareShort, {
        ...at(id),
        body: { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'x' },
      }),
    finish: () => stockist.refused(api.picking.finish, at(id)),
    cancel: () => stockist.refused(api.picking.cancel, at(id)),
    acknowledge: () => stockist.refused(api.picking.acknowledge, { ...at(id), body: { orderId: 1 } }),
    putBack: () =>
      stockist.refused(api.picking.putBack, {
        ...at(id),
        body: { code: shelf.sku, volumeCode: shelf.code },
      }),
  } satisfies Record<keyof typeof pickingActs, () => Promise<{ code: string }>>;
  for (const [verb, { from }] of Object.entries(pickingActs)) {
    if (from.some((one) => one === state)) continue;
    expect((await ask[verb as keyof typeof ask]()).code, verb).toBe('state_conflict');
  }
});
