import fc from 'fast-check';
import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { confirmParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { listScan } from '#server/orders/test/picking-factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { attempt } from '#server/test/attempt.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { sized } from '#server/test/fault-report.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const hire = (role: 'administrator' | 'packer' | 'stockist') => app.hire(supplier.businessId, [role]);
/** Eight people with and without the permission for what they try, on one stock row. */
const people = [
  supplier,
  await hire('administrator'),
  await hire('packer'),
  await hire('packer'),
  await hire('packer'),
  await hire('stockist'),
  await hire('stockist'),
] as const;

/** Frequency of each act in a hundred: the common ones of a warehouse floor most often. */
const often = {
  ...{ fetch: 26, beep: 12, start: 10, pack: 10, list: 7, finish: 7, sell: 7, putBack: 5, launch: 4 },
  ...{ count: 3, flag: 2, approve: 2, short: 2, cancelSale: 2, cancelList: 1 },
};
type Act = keyof typeof often;
const acts = Object.entries(often).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) }));
const command = fc.record({
  act: fc.oneof(...acts),
  person: fc.nat(people.length - 1),
  pick: fc.nat(20),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

let scans = 0;

async function play(rounds: Command[][]): Promise<void> {
  const shelf = await makeShelf(app, supplier, 6);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const { warehouseId, variationId, sku } = shelf;
  const sales = [await sell(1), await sell(2), await sell(1)];
  const here = `warehouse:${warehouseId}`;
  const one = <T>(items: readonly T[], pick: number) => items[pick % Math.max(1, items.length)];

  const lists = async (states: string) =>
    (await supplier.call(api.picking.list, { query: { query: `state:${states} ${here}` } })).items;
  const listOf = async (states: string, pick: number) => {
    const found = one(await lists(states), pick);
    return found ? supplier.call(api.picking.detail, { params: { id: found.id } }) : null;
  };
  const balanceOf = async (states: string, pick: number) =>
    one(
      (await supplier.call(api.balances.list, { query: { query: `state:${states} ${here}` } })).items,
      pick,
    );
  const volumeOf = async (pick: number) => {
    const query = { query: `${here} state:active` };
    return one((await supplier.call(api.volumes.list, { query })).items, pick);
  };

  const run: Record<Act, (person: Person, pick: number) => Promise<unknown>> = {
    list: (person, pick) =>
      person.call(api.picking.create, { body: { rule: { warehouseId }, places: 1 + (pick % 3) } }),
    start: async (person, pick) => {
      const list = await listOf('open', pick);
      return list && person.call(api.picking.start, { params: { id: list.id } });
    },
    fetch: async (person, pick) => {
      const list = await listOf('in_progress', pick);
      const stop = list && one(list.stops, pick);
      return stop && person.call(api.picking.beep, listScan(list.id, stop.sku, stop.volume.name));
    },
    short: async (person, pick) => {
      const list = await listOf('in_progress', pick);
      const stop = list && one(list.stops, pick);
      const body = { volumeId: stop?.volume.id ?? 0, variationId, reason: 'não estava' };
      return stop && person.call(api.picking.declareShort, { params: { id: list.id }, body });
    },
    finish: async (person, pick) => {
      const list = await listOf('in_progress', pick);
      return list && person.call(api.picking.finish, { params: { id: list.id } });
    },
    cancelList: async (person, pick) => {
      const list = await listOf('open,in_progress', pick);
      return list && person.call(api.picking.cancel, { params: { id: list.id } });
    },
    putBack: async (person, pick) => {
      const list = await listOf('in_progress,finished,canceled', pick);
      const unit = list?.putBack[0];
      const body = { code: sku, volumeCode: unit?.place?.volume ?? shelf.code, quantity: 1 };
      return unit && person.call(api.picking.putBack, { params: { id: list?.id ?? 0 }, body });
    },
    beep: async (person, pick) => {
      const params = { id: one(sales, pick) ?? 0 };
      if (pick % 4 === 0) await attempt(() => person.call(api.checkout.startPicking, { params }));
      const body = { code: sku, clientId: `floor-scan-${++scans}` };
      return person.call(api.checkout.beep, { params, body });
    },
    pack: (person, pick) => confirmParcel(person, one(sales, pick) ?? 0),
    sell: async (_, pick) => sales.push(await sell(1 + (pick % 2))),
    cancelSale: (_, pick) =>
      seller.call(api.orders.cancel, { params: { id: one(sales, pick) ?? 0 }, body: { reason: 'desistiu' } }),
    flag: async (person, pick) => {
      const volume = await volumeOf(pick);
      return volume && person.call(api.balances.start, { body: { volumeId: volume.id } });
    },
    count: async (person, pick) => {
      const balance = await balanceOf('open,recount', pick);
      const lines = [{ variationId, quantity: pick % 7 }];
      return balance && person.call(api.balances.count, { params: { id: balance.id }, body: { lines } });
    },
    approve: async (person, pick) => {
      const balance = await balanceOf('waiting_approval', pick);
      return (
        balance && person.call(api.balances.approve, { params: { id: balance.id }, body: { cause: 'lost' } })
      );
    },
    launch: (_, pick) => makeVolume(supplier, shelf, [{ variationId, quantity: 1 + (pick % 3) }]),
  };

  for (const round of rounds) {
    await Promise.all(
      round.map(({ act, person, pick }) => attempt(() => run[act](people[person] ?? supplier, pick))),
    );
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  }

  // After any acts, sales that are not packed can be canceled, lists ended and totes emptied; then nothing is reserved.
  for (const id of sales)
    await attempt(() => seller.call(api.orders.cancel, { params: { id }, body: { reason: 'fim' } }));
  for (const { id } of await lists('open,in_progress'))
    await supplier.call(api.picking.cancel, { params: { id } });
  const [left] = await app.rows(
    supplier.businessId,
    `select reserved, soft, (select count(*)::int from pick_allocations a join volumes v on v.id = a.volume_id
        where v.warehouse_id = ${warehouseId} and not exists (select from orders o where o.id = a.order_id
          and o.packed_at is not null)) as pinned
      from stock where id = ${shelf.stockId}`,
  );
  expect(left).toEqual({ reserved: 0, soft: 0, pinned: 0 });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
}

it('eight people who pick, count, cancel, receive and pack at once keep the stock equal to its ledger, and no reservation is left', async () => {
  const round = fc.array(command, { minLength: people.length + 1, maxLength: people.length + 1 });
  await fc.assert(fc.asyncProperty(fc.array(round, { minLength: 16, maxLength: 16 }), play), {
    numRuns: sized(3, 100),
    endOnFailure: true,
  });
}, 3_600_000);
