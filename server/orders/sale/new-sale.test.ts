import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import {
  jobOf,
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
  type Sold,
} from '#server/orders/test/factory.ts';
import { unknownBilling } from '#server/outside/marketplaces/billing.ts';
import type { MarketplaceSale } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { applySale } from './apply-order.ts';
import { applyFetched } from './apply-together.ts';

/** The same goods twice: one sale is stored alone, its twin together with another one. */
type World = { account: SaleAccount; sold: Record<'cup' | 'kit' | 'own', Sold> };

let app: TestApp;
let supplier: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
});

async function makeWorld(units: number, price = 2000): Promise<World> {
  const account = await makeAccount(app, seller.businessId);
  const shelf = await makeShelf(app, supplier, units);
  const lid = await makeShelf(app, supplier, units, Promise.resolve(shelf));
  const mine = await makeShelf(app, seller, units);
  const part = async (owner: Person, row: typeof shelf, cost: number) => ({
    offerId: (await makeOffer(owner, row, cost)).id,
    stockId: row.stockId,
    warehouseId: row.warehouseId,
    supplierId: owner.businessId,
    price: cost,
  });
  const [cup, top] = [await part(supplier, shelf, price), await part(supplier, lid, 500)];
  return {
    account,
    sold: {
      cup: await makePublication(app, account, [cup]),
      kit: await makePublication(app, account, [{ ...cup, quantity: 2 }, top]),
      own: await makePublication(app, account, [await part(seller, mine, price)]),
    },
  };
}

const asSeller = <T>(work: (tx: Tx) => Promise<T>) =>
  app.database.transact({ businessId: seller.businessId }, work);

/** Everything that was written for a sale, without the names in which the twins differ. */
async function written(businessId: number, remoteId: string) {
  const rows = (columns: string, from: string) =>
    app.rows(businessId, `select ${columns} from ${from} where o.remote_order_id = '${remoteId}' order by 1`);
  const without = (alias: string, ...names: string[]) =>
    `(to_jsonb(${alias}) ${names.map((name) => `- '${name}'`).join(' ')})::text as row`;
  const ids = ['id', 'order_id', 'line_id', 'part_id', 'stock_id', 'dropship_item_id', 'product_id'];
  const goods = ['variation_id', 'publication_variation_id', 'sku', 'remote_item_id', 'remote_variation_id'];
  return {
    order: await rows(
      without('o', 'id', 'account_id', 'remote_order_id', 'warehouse_id', 'line_words', 'search'),
      'orders o',
    ),
    lines: await rows(without('l', ...ids, ...goods), 'order_lines l join orders o on o.id = l.order_id'),
    parts: await rows(
      without('p', ...ids, ...goods, 'product_name'),
      'order_parts p join orders o on o.id = p.order_id',
    ),
    // Encrypted values differ each time; their digests do not.
    sources: await rows(
      `(to_jsonb(s) - '{${ids.join(',')}}'::text[] #- '{body,sealed}')::text as row`,
      'order_sources s join orders o on o.id = s.order_id',
    ),
    events: await rows(
      `row_number() over (order by e.id) as n, ${without('e', ...ids)}`,
      'order_events e join orders o on o.id = e.order_id',
    ),
  };
}

async function promised(remoteId: string) {
  const shelf = async (owner: Person) =>
    app.rows(
      owner.businessId,
      `select r.kind, r.quantity, r.state, s.reserved, s.soft, e.kind as entry, e.reserved as firm, e.soft as soft_entry
      from reservations r join stock s on s.id = r.stock_id join orders o on o.id = r.order_id
      join ledger_entries e on e.source = 'reservation' and e.source_id = r.id::text
      where o.remote_order_id = '${remoteId}' order by r.part_id`,
    );
  return [await shelf(supplier), await shelf(seller)];
}

type SaleCase = { sale: (sold: World['sold'], id: string) => MarketplaceSale; units?: number };
const at = new Date('2026-11-21T14:00:00.000Z');
const receiver = {
  name: 'Maria Teste',
  street: 'Rua A',
  number: '1',
  complement: '',
  neighborhood: 'Centro',
  city: 'Salvador',
  state: 'BA',
  zip: '40010000',
};

const one =
  (
    sold: keyof World['sold'],
    changes: Parameters<typeof remoteOrder>[1] = {},
    shipped: Parameters<typeof remoteShipment>[0] | null = null,
  ): SaleCase['sale'] =>
  (goods, id) => {
    const shipment = shipped && remoteShipment({ shipmentId: `9${id}`, trackingCode: 'MEL1', ...shipped });
    const order = remoteOrder(goods[sold], { remoteId: id, ...changes });
    return {
      orders: [{ ...order, shipmentId: shipment?.shipmentId ?? null }],
      shipment,
      ...(shipped && { billing: { ...unknownBilling, name: 'Maria' } }),
    };
  };

/** Takes no stock. */
function ofUnknownAd(goods: World['sold'], id: string): MarketplaceSale {
  const { orders, ...rest } = one('cup', {}, { receiver })(goods, id);
  return {
    ...rest,
    orders: orders.map((order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, itemId: 'MLB1', variationId: null, sku: '' })),
    })),
  };
}

const reported: Record<string, SaleCase> = {
  paid: { sale: one('cup') },
  'paid, with its parcel and bill': {
    sale: one('cup', { quantity: 2 }, { receiver, rawSla: { status: 'on' } }),
  },
  'a kit': { sale: one('kit', { quantity: 3 }, {}) },
  unpaid: {
    sale: one('cup', { phase: 'unpaid', paidAt: null, expiresAt: new Date('2026-11-23T14:00:00Z') }),
  },
  'own stock': { sale: one('own', { fraudRisk: true }, { substatus: 'ready_to_print' }) },
  'too little on the shelf': { sale: one('kit', { quantity: 6 }, { receiver }), units: 10 },
  'too little, unpaid': { sale: one('cup', { phase: 'unpaid', quantity: 11, paidAt: null }), units: 10 },
  'buffered until later': { sale: one('cup', {}, { bufferedUntil: new Date('2026-11-25T03:00:00Z') }) },
  'of a pack, alone so far': { sale: one('cup', { packId: '77' }, { logisticType: 'self_service' }) },
  'of an ad we do not know': { sale: (goods, id) => ofUnknownAd(goods, id) },
  'packed by the marketplace': { sale: one('cup', {}, { logisticType: 'fulfillment' }) },
  'canceled before we heard of it': {
    sale: one('cup', { phase: 'canceled', cancel: { by: 'buyer', reason: 'regret' } }),
  },
};

let number = 5_000;

/** As jobs of one process that have fetched them at the same time. */
const applyAll = (account: SaleAccount, sales: readonly MarketplaceSale[]) => {
  const job = { ...jobOf(app), batchScope: {} };
  return Promise.allSettled(sales.map((sale) => applyFetched(job, account.id, { account, sale })));
};

let unknown = 660_000;
async function applyTogether({ account, sold }: World, sale: MarketplaceSale): Promise<void> {
  const settled = await applyAll(account, [sale, ofUnknownAd(sold, String(++unknown))]);
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
}

test.each(Object.entries(reported))(
  '%s: stored together with another as alone',
  async (_, { sale, units = 100 }) => {
    const [swift, long] = [await makeWorld(units), await makeWorld(units)];
    const [first, second] = [String(++number), String(++number)];
    const packed = (reported: MarketplaceSale) => ({
      ...reported,
      // The twins share everything but their names.
      shipment: reported.shipment && { ...reported.shipment, shipmentId: '900' },
      orders: reported.orders.map((order) => ({
        ...order,
        shipmentId: reported.shipment ? '900' : null,
        raw: { at },
      })),
    });
    await asSeller((tx) => applySale(tx, swift.account, packed(sale(swift.sold, first))));
    await applyTogether(long, packed(sale(long.sold, second)));
    expect(await written(seller.businessId, first)).toEqual(await written(seller.businessId, second));
    expect(await promised(first)).toEqual(await promised(second));
  },
);

test('a higher cost than published, and a supplier who accepts manually: asked in both ways', async () => {
  const [swift, long] = [await makeWorld(50), await makeWorld(50)];
  const ask = async (remote: string, change: string) => {
    for (const [world, id, apply] of [
      [swift, `${remote}1`, (sale: MarketplaceSale) => asSeller((tx) => applySale(tx, swift.account, sale))],
      [long, `${remote}2`, (sale: MarketplaceSale) => applyTogether(long, sale)],
    ] as const) {
      await app.database.transact({ businessId: supplier.businessId }, async (tx) => {
        if (change === 'price')
          await tx.db.updateTable('dropship_items').set({ price_centavos: 2500 }).execute();
        else await tx.db.updateTable('trade_links').set({ accept_mode: 'manual' }).execute();
      });
      await apply(one('cup', {}, { shipmentId: '900' })(world.sold, id));
    }
    const [mine, twin] = [
      await written(seller.businessId, `${remote}1`),
      await written(seller.businessId, `${remote}2`),
    ];
    expect(mine.events).toEqual(twin.events);
    return JSON.parse(String(mine.order[0]?.row)).approval_reason;
  };
  expect(await ask('71', 'price')).toBe('cost-changed');
  const cheaper = await makeWorld(50, 2500);
  Object.assign(swift, cheaper);
  Object.assign(long, await makeWorld(50, 2500));
  expect(await ask('72', 'manual')).toBe('manual-accept');
});

/** A sale that waits for a locked stock row. */
async function countWaiting(tx: Tx): Promise<number> {
  const { rows } =
    await sql`select from pg_locks shelf join pg_locks other on other.pid = shelf.pid and not other.granted
    join pg_database d on d.oid = shelf.database and d.datname = current_database()
    where shelf.relation = 'stock'::regclass and shelf.mode = 'RowShareLock'`.execute(tx.db);
  return rows.length;
}

test('many simultaneous sales of every kind, some twice: the same as one after the other', async () => {
  const [swift, long] = [await makeWorld(14), await makeWorld(14)];
  const kinds = Object.values(reported);
  const first = ++number * 100;
  number += 100;
  const salesOf = (world: World, from: number) =>
    // A repeated report of a sale is identical.
    [...kinds, ...kinds].map((_, n) => {
      const at = n % (kinds.length + 4);
      return kinds[at % kinds.length]?.sale(world.sold, String(from + at)) ?? { orders: [], shipment: null };
    });
  const [mine, theirs] = [salesOf(swift, first), salesOf(long, first + 50)];
  const settled = await applyAll(swift.account, mine);
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  for (const sale of theirs) await asSeller((tx) => applySale(tx, long.account, sale));
  for (let n = 0; n < kinds.length + 4; n++) {
    const [one, other] = [String(first + n), String(first + 50 + n)];
    const reported = async (id: string) => {
      const { order, ...rest } = await written(seller.businessId, id);
      return JSON.parse(JSON.stringify({ order, ...rest }).replaceAll(id, 'id'));
    };
    expect(await reported(one), `sale ${n}`).toEqual(await reported(other));
    expect(await promised(one)).toEqual(await promised(other));
  }
});

test('a sale that cannot be stored fails alone', async () => {
  const { account, sold } = await makeWorld(100);
  const sales = Array.from({ length: 6 }, (_, n) => one('cup')(sold, String(880_000 + n)));
  const bad = sales[3]?.orders[0];
  if (bad) bad.total = -1;
  const settled = await applyAll(account, sales);
  expect(settled.map(({ status }) => status)).toEqual(
    sales.map((_, n) => (n === 3 ? 'rejected' : 'fulfilled')),
  );
  expect(await promised('880003')).toEqual([[], []]);
  for (const n of [0, 1, 2, 4, 5]) expect((await promised(`88000${n}`))[0]).toHaveLength(1);
});

test('three sellers and two processes that sell one stock at once sell what there is, and no more', async () => {
  const units = 30;
  const { account, sold } = await makeWorld(units);
  const goods = [one('cup'), one('kit')].map((sale) => (n: number) => sale(sold, String(990_000 + n)));
  const half = (from: number) =>
    Array.from({ length: 40 }, (_, n) => goods[n % 2]?.(from + n)).filter((sale) => sale !== undefined);
  const settled = await Promise.all([applyAll(account, half(0)), applyAll(account, half(100))]);
  expect(settled.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
  const [shelf] = await app.rows(
    supplier.businessId,
    `select s.reserved, s.on_hand, (select sum(r.quantity)::int from reservations r where r.stock_id = s.id) as promised
     from stock s where s.id in (select r.stock_id from reservations r join orders o on o.id = r.order_id
       where o.remote_order_id ~ '^990[01][0-9][02468]$')`,
  );
  expect(shelf).toEqual({ reserved: units, on_hand: units, promised: units });
});

test.each([
  ['was there when it was looked up and is gone when it is promised', 10, -10, 'short'],
  ['was not there when it was looked up and has come back when it is promised', 0, 10, 'firm'],
])('a shelf that %s', async (_, units, change, reserve) => {
  const { account, sold } = await makeWorld(20);
  const id = String(++number);
  const setHold = (tx: Tx, hold: number) => tx.db.updateTable('stock').set({ hold }).execute();
  await app.database.transact({ businessId: supplier.businessId }, (tx) => setHold(tx, 20 - units));
  let sale: Promise<unknown> = Promise.resolve();
  await app.database.transact({ businessId: supplier.businessId }, async (tx) => {
    await setHold(tx, 20 - units - change);
    sale = asSeller((seller) => applySale(seller, account, one('kit', { quantity: 5 })(sold, id)));
    await expect.poll(() => countWaiting(tx)).toBe(1);
  });
  await sale;
  const [[row], history] = [
    await app.rows(
      seller.businessId,
      `select reserve, status, version, approval_reason as reason from orders where remote_order_id = '${id}'`,
    ),
    await app.rows(
      seller.businessId,
      `select kind from order_events e join orders o on o.id = e.order_id where o.remote_order_id = '${id}' order by e.id`,
    ),
  ];
  expect(row?.reserve).toBe(reserve);
  expect(row?.reason === 'stock-short').toBe(reserve === 'short');
  expect(history.map(({ kind }) => kind)).toContain(reserve === 'firm' ? 'reserved-firm' : 'stock-short');
  expect((await promised(id))[0]).toHaveLength(reserve === 'firm' ? 2 : 0);
});
