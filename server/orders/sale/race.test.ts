import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { saleInvariants } from '#server/orders/invariants.ts';
import { labelParcel, makeBenchSale } from '#server/orders/test/factory.ts';
import { RefusedCall, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const supplier = await app.join('supply');
const packer = await app.hire(supplier.businessId, ['packer']);
const seller = await app.join('sales');
const shelf = await makeShelf(app, supplier, 1000);
const rounds = 6;
let scans = 0;

const at = (id: number) => ({ params: { id } });

/** A sale at the bench with all units scanned, ready to be confirmed. */
async function readySale(): Promise<number> {
  const id = await makeBenchSale(app, { supplier, seller, shelf: await shelfOnce() }, 1);
  await packer.call(api.checkout.startPicking, at(id));
  await packer.call(api.checkout.beep, {
    ...at(id),
    body: { code: (await shelfOnce()).sku, clientId: `race-scan-${++scans}` },
  });
  await labelParcel(packer, id);
  return id;
}

/** A stock row has one offer: each sale has a stock of its own. */
let fresh = shelf;
let used = 0;
async function shelfOnce() {
  if (used++ % 2 === 0) fresh = await makeShelf(app, supplier, 5);
  return fresh;
}

const acts = {
  confirm: (id: number) => packer.call(api.checkout.confirmPacking, at(id)),
  cancel: (id: number) => seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } }),
  reset: (id: number) => packer.call(api.checkout.reset, { ...at(id), body: { reason: 'errado' } }),
  stop: (id: number) => packer.call(api.checkout.cancel, at(id)),
};
type Act = keyof typeof acts;

/** The possible refusals when another act was faster: codes of the catalogue, never a failure. */
const reported: Record<Act, readonly string[]> = {
  confirm: ['order_canceled', 'unbeeped_items', 'label_required', 'already_packed', 'state_conflict'],
  cancel: ['state_conflict'],
  reset: ['order_canceled', 'cannot_reset', 'state_conflict'],
  stop: ['order_canceled', 'already_packed', 'state_conflict'],
};

const races: Act[][] = [
  ['confirm', 'cancel'],
  ['confirm', 'cancel', 'reset'],
  ['confirm', 'stop', 'cancel'],
  ['confirm', 'confirm', 'confirm'],
  ['cancel', 'cancel', 'cancel'],
];

test.each(races.map((race) => ({ race })))(
  'INV-10: of simultaneous $race one succeeds, and the others are refused with the reason',
  { timeout: 120_000 },
  async ({ race }) => {
    for (let round = 0; round < rounds; round++) {
      const id = await readySale();
      const turned = [...race.slice(round % race.length), ...race.slice(0, round % race.length)];
      const outcomes = await Promise.allSettled(turned.map((act) => acts[act](id)));
      for (const [index, outcome] of outcomes.entries()) {
        const act = turned[index] ?? 'stop';
        if (outcome.status === 'fulfilled') continue;
        if (!(outcome.reason instanceof RefusedCall)) throw outcome.reason;
        expect(reported[act]).toContain(outcome.reason.problem.code);
      }
      const [sale] = await app.rows(
        seller.businessId,
        `select o.canceled_at is not null as canceled, o.packed_at is not null as packed, o.put_back,
        (select reserved from stock s where s.id = p.stock_id) as reserved,
        (select on_hand from stock s where s.id = p.stock_id) as on_hand
      from orders o join order_parts p on p.order_id = o.id where o.id = ${id}`,
      );
      // Packed and then canceled, it waits to be put back; canceled first, it releases its reservation.
      expect(sale).toMatchObject({
        reserved: sale?.canceled || sale?.packed ? 0 : 1,
        on_hand: sale?.packed ? 4 : 5,
        put_back: sale?.canceled && sale.packed ? true : sale?.put_back,
      });
    }
    expect(
      await checkInvariants(app.databaseUrl, [
        ...shelfInvariants,
        ...saleInvariants,
        ...settlementInvariants,
      ]),
    ).toEqual([]);
  },
);
