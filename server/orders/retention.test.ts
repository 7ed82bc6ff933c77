import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { keptDays } from '#server/jobs/forget-passed.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { confirmParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, walkList } from '#server/orders/test/picking-factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();

async function makeStage() {
  const supplier = await app.join('supply');
  const packer = await app.hire(supplier.businessId, ['packer']);
  const seller = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 20);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  return { supplier, packer, seller, shelf, sell };
}

/** A new sale says which time it is: the invariants leave out sales whose rows were deleted by then. */
async function expectSound(): Promise<void> {
  await (await makeStage()).sell(1);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
}

const tables = ['order_scans', 'picking_scans', 'reservations', 'order_sources'];
for (const table of tables) await app.owner.query(`alter table ${table} no force row level security`);

async function counts(sale: number): Promise<number[]> {
  const found: number[] = [];
  for (const table of tables) {
    const { rows } = await app.owner.query(`select count(*)::int as n from ${table} where order_id = $1`, [
      sale,
    ]);
    found.push(rows[0].n);
  }
  return found;
}

async function pass(days: number): Promise<void> {
  app.clock.advance(days * 24 * 60);
  await app.database.transact(null, async (tx) => tx.enqueue({ task: 'jobs.forget-passed', payload: {} }));
  await drain(app);
}

test('scans and documents of a packed sale are deleted after a year, ended reservations after 90 days, those of a waiting sale stay', async () => {
  const { packer, seller, shelf, sell } = await makeStage();
  const packed = await sell(2);
  const list = await beginList(packer, [packed]);
  await walkList(packer, list.id);
  await packer.call(api.picking.finish, { params: { id: list.id } });
  for (const clientId of ['retention-1', 'retention-2'])
    await packer.call(api.checkout.beep, { params: { id: packed }, body: { code: shelf.sku, clientId } });
  await confirmParcel(packer, packed);

  const waiting = await sell(1);
  await packer.call(api.checkout.startPicking, { params: { id: waiting } });
  await packer.call(api.checkout.beep, {
    params: { id: waiting },
    body: { code: shelf.sku, clientId: 'retention-3' },
  });
  for (const sale of [packed, waiting])
    await app.owner.query(
      `insert into order_sources (business_id, order_id, kind, body, received_at) values ($1, $2, 'sla', '{"sealed": ""}', $3)`,
      [seller.businessId, sale, app.clock.now()],
    );
  const sources = (await counts(packed))[3] ?? 0;
  expect(await counts(packed)).toEqual([2, 2, 1, sources]);

  await pass(keptDays.forget_reservations - 1);
  expect(await counts(packed)).toEqual([2, 2, 1, sources]);
  await pass(2);
  expect(await counts(packed)).toEqual([2, 2, 0, sources]);
  expect(await counts(waiting)).toEqual([1, 0, 1, sources]);
  await pass(keptDays.forget_order_scans - keptDays.forget_reservations - 2);
  expect(await counts(packed)).toEqual([2, 2, 0, sources]);
  await pass(2);
  expect(await counts(packed)).toEqual([0, 0, 0, 0]);
  expect(await counts(waiting)).toEqual([1, 0, 1, 0]);
  await expectSound();
});

test('the history of a sale or a volume that ended is deleted five years after its last change, others stay', async () => {
  const { supplier, seller, shelf, sell } = await makeStage();
  const events = async (table: string, column: string, id: number) => {
    const { rows } = await app.owner.query(`select count(*)::int as n from ${table} where ${column} = $1`, [
      id,
    ]);
    return rows[0].n;
  };
  const [open, canceled] = [await sell(1), await sell(1)];
  await seller.call(api.orders.cancel, { params: { id: canceled }, body: { reason: 'desistiu' } });
  const lines = [{ variationId: shelf.variationId, quantity: 1 }];
  const body = { warehouseId: shelf.warehouseId, reason: 'opening stock', lines };
  const [kept, voided] = [
    await supplier.call(api.volumes.create, { body }),
    await supplier.call(api.volumes.create, { body }),
  ];
  await supplier.call(api.volumes.remove, { params: { id: voided.id } });
  await app.owner.query('alter table order_events no force row level security');
  await app.owner.query('alter table volume_events no force row level security');
  const found = async () => [
    await events('order_events', 'order_id', open),
    await events('order_events', 'order_id', canceled),
    await events('volume_events', 'volume_id', kept.id),
    await events('volume_events', 'volume_id', voided.id),
  ];
  const before = await found();
  expect(before.every((count) => count > 0)).toBe(true);
  await pass(keptDays.forget_order_events - 1);
  expect(await found()).toEqual(before);
  await pass(2);
  expect(await found()).toEqual([before[0], 0, before[2], 0]);
  await expectSound();
});
