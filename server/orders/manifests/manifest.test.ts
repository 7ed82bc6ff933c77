import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { carrierKey } from '#contract/orders/manifest.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { saleInvariants } from '#server/orders/invariants.ts';
import { applyShipment } from '#server/orders/sale/apply-shipment.ts';
import { cancelOrder } from '#server/orders/sale/cancel.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import { makeAccount, makeBenchSeller, packSale, remoteShipment } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let distributor: Person;
let seller: Person;
let account: SaleAccount;
let parcels = 44_000_000_000;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  distributor = await app.hire(supplier.businessId, ['distributor']);
  seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
});

type Sent = { logistic?: string; shipment?: string | null; pack?: string; ready?: boolean };

const sellers = new Map<number, ReturnType<typeof makeBenchSeller>>();

/** A paid sale of one unit of this stock; its offer is created once. */
async function sell(shelf: Shelf): Promise<number> {
  const known = sellers.get(shelf.stockId) ?? makeBenchSeller(app, { supplier, seller, shelf });
  sellers.set(shelf.stockId, known);
  return (await known)(1);
}

/** A packed marketplace sale with its label. */
async function packed(shelf: Shelf, sent: Sent = {}) {
  const id = await sell(shelf);
  await packSale(supplier, id, shelf.sku, 1);
  return label(id, sent);
}

async function label(id: number, { logistic = 'drop_off', shipment, pack, ready = true }: Sent) {
  const code = shipment ?? String(++parcels);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({ account_id: account.id, marketplace: 'mercado-livre', remote_order_id: String(++parcels) })
      .set({
        shipment_id: shipment === null ? null : code,
        pack_id: pack ?? null,
        logistic_type: logistic,
        label_ready: ready,
      })
      .where('id', '=', id)
      .execute(),
  );
  return { id, code };
}

const scan = (code: string, by = distributor) => by.call(api.checkout.handOver, { body: { code } });
const refused = (code: string, by = distributor) => by.refused(api.checkout.handOver, { body: { code } });
const piles = async (by = distributor) => (await by.call(api.checkout.piles, {})).piles;
const pileOf = async (shelf: Shelf, key: string) =>
  (await piles()).find((pile) => pile.warehouse.id === shelf.warehouseId && carrierKey(pile.carrier) === key);
const close = (id: number, by = distributor) => by.call(api.manifests.close, { params: { id } });

describe('handing over label by label', () => {
  test('handing over label by label counts waiting and scanned parcels of each pile; the manifest of its carrier has those that left', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const mail = [await packed(shelf), await packed(shelf), await packed(shelf)];
    const van = await packed(shelf, { logistic: 'cross_docking' });
    expect(await pileOf(shelf, 'mercado-livre/drop_off')).toMatchObject({
      waiting: 3,
      scanned: 0,
      manifest: null,
    });

    const { sales, pile } = await scan(mail[0]?.code ?? '');
    expect(sales).toEqual([{ id: mail[0]?.id, name: expect.any(String) }]);
    expect(pile).toMatchObject({ waiting: 2, scanned: 1, warehouse: { id: shelf.warehouseId } });
    await scan(`{"id":"${mail[1]?.code}","t":"lm"}`);
    await scan(van.code);
    expect(await pileOf(shelf, 'mercado-livre/drop_off')).toMatchObject({ waiting: 1, scanned: 2 });
    expect(await pileOf(shelf, 'mercado-livre/cross_docking')).toMatchObject({ waiting: 0, scanned: 1 });
    const query = `status:waiting_collect warehouse:${shelf.warehouseId} carrier:"mercado-livre/drop_off"`;
    const missing = await distributor.call(api.checkout.list, { query: { query } });
    expect(missing.items.map(({ id }) => id)).toEqual([mail[2]?.id]);

    const opened = pile.manifest?.id ?? 0;
    const paper = await distributor.call(api.manifests.detail, { params: { id: opened } });
    expect(paper).toMatchObject({ state: 'open', number: null, parcels: 2, sales: 2 });
    expect(paper.lines.map((line) => line.sale)).toEqual([mail[0]?.id, mail[1]?.id]);
    expect(paper.lines[0]).toMatchObject({ label: mail[0]?.code, units: 1 });
    for (const { name, sql } of saleInvariants.filter((rule) => !rule.sql.includes('queued_jobs')))
      expect(await app.rows(supplier.businessId, sql), name).toEqual([]);
  });

  test('a closed manifest has the next number, refuses further parcels, and never changes', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const [one, two] = [await packed(shelf), await packed(shelf)];
    const first = (await scan(one.code)).pile.manifest?.id ?? 0;
    const closed = await close(first);
    expect(closed).toMatchObject({ state: 'closed', sales: 1, closedBy: expect.any(String) });
    expect((await distributor.refused(api.manifests.close, { params: { id: first } })).code).toBe(
      'state_conflict',
    );
    const again = await refused(one.code);
    expect(again).toMatchObject({
      code: 'order_already_collected',
      facts: { sale: one.id, number: closed.number },
    });
    const second = (await scan(two.code)).pile.manifest?.id ?? 0;
    expect(second).not.toBe(first);
    expect((await close(second)).number).toBe((closed.number ?? 0) + 1);
    const { items } = await distributor.call(api.manifests.list, { query: { query: `sale:${one.id}` } });
    expect(items.map(({ id }) => id)).toEqual([first]);
  });

  test('parcels handed over by hand or in bulk are on the manifest too, each once', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const [one, two, three] = [await packed(shelf), await packed(shelf), await packed(shelf)];
    await supplier.call(api.checkout.collectByHand, { params: { id: one.id }, body: { reason: 'rasgada' } });
    await supplier.call(api.checkout.collectMany, { body: { ids: [two.id], reason: 'sem leitor' } });
    await distributor.call(api.checkout.collect, { params: { id: three.id }, body: { code: three.code } });
    expect(await pileOf(shelf, 'mercado-livre/drop_off')).toMatchObject({ waiting: 0, scanned: 3 });
    expect(await refused(two.code)).toMatchObject({
      code: 'order_already_collected',
      facts: { sale: two.id, open: true },
    });
  });

  test('a parcel that the marketplace saw leave a moment before is on the manifest and moves no stock again', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const { id, code } = await packed(shelf);
    const entries = `select count(*)::int as entries from ledger_entries where stock_id = ${shelf.stockId}`;
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      applyShipment(tx, account, remoteShipment({ shipmentId: code, substatus: 'picked_up' })),
    );
    expect((await supplier.call(api.checkout.detail, { params: { id } })).status).toBe('collected');
    const before = await app.rows(supplier.businessId, entries);
    const { pile } = await scan(code);
    expect(pile).toMatchObject({ waiting: 0, scanned: 1 });
    expect(await app.rows(supplier.businessId, entries)).toEqual(before);
  });

  test('a parcel of several sales goes as a whole after all of it is packed', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const together = { shipment: String(++parcels), pack: String(++parcels) };
    const one = await packed(shelf, together);
    const late = await sell(shelf);
    await label(late, together);
    expect(await refused(one.code)).toMatchObject({ code: 'not_packed', facts: { sale: late } });
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('orders')
        .set({ account_id: null, remote_order_id: null })
        .where('id', '=', late)
        .execute(),
    );
    await packSale(supplier, late, shelf.sku, 1);
    await label(late, together);
    const { sales, pile } = await scan(one.code);
    expect(sales.map(({ id }) => id).toSorted()).toEqual([one.id, late].toSorted());
    const paper = await distributor.call(api.manifests.detail, { params: { id: pile.manifest?.id ?? 0 } });
    expect(paper).toMatchObject({ parcels: 1, sales: 2 });
  });

  test('two people who scan the same piles fill one manifest of each and leave closed ones unchanged', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        packed(shelf, { logistic: nth % 2 ? 'drop_off' : 'cross_docking' }),
      ),
    );
    const seen = await Promise.all(all.map(({ code }, nth) => scan(code, nth % 3 ? distributor : supplier)));
    const open = [...new Set(seen.map(({ pile }) => pile.manifest?.id ?? 0))];
    expect(open).toHaveLength(2);
    const numbers = await Promise.all(open.map(async (id) => (await close(id)).number));
    expect(new Set(numbers).size).toBe(2);
  });
});

describe('refuses with what to do', () => {
  test('a canceled parcel, one without a label, one that left before, or an unknown code', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const [canceled, bare] = [await packed(shelf), await packed(shelf, { ready: false })];
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      cancelOrder(tx, seller.businessId, canceled.id, { by: 'marketplace', userId: null, reason: 'x' }),
    );
    expect(await refused(canceled.code)).toMatchObject({
      code: 'order_canceled',
      facts: { sale: canceled.id },
    });
    expect(await refused(bare.code)).toMatchObject({ code: 'label_not_ready', facts: { sale: bare.id } });
    const reason = 'sem leitor';
    const many = await supplier.call(api.checkout.collectMany, { body: { ids: [bare.id], reason } });
    expect(many.failed).toEqual([{ id: bare.id, code: 'label_not_ready' }]);
    expect(await pileOf(shelf, 'mercado-livre/drop_off')).toMatchObject({
      waiting: 1,
      unlabelled: 1,
      scanned: 0,
    });
    // A parcel that its seller sends themselves has no label of the marketplace.
    const own = await packed(shelf, { ready: false, shipment: null });
    const taken = await supplier.call(api.checkout.collectMany, { body: { ids: [own.id], reason } });
    expect(taken.done).toEqual([own.id]);
    // A person may override it with a reason.
    const byHand = { params: { id: bare.id }, body: { reason: 'etiqueta impressa pelo vendedor' } };
    expect(await supplier.call(api.checkout.collectByHand, byHand)).toMatchObject({ status: 'collected' });
    for (const code of [shelf.sku, shelf.code, 'VENDA-999999', '---'])
      expect((await refused(code)).code).toBe('code_unknown');
  });

  test('a parcel of several sales of which one was canceled: it is opened first', async () => {
    const shelf = await makeShelf(app, supplier, 20);
    const together = { shipment: String(++parcels), pack: String(++parcels) };
    const [kept, canceled] = [await packed(shelf, together), await packed(shelf, together)];
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      cancelOrder(tx, seller.businessId, canceled.id, { by: 'marketplace', userId: null, reason: 'x' }),
    );
    expect(await refused(kept.code)).toMatchObject({ code: 'order_canceled', facts: { sale: canceled.id } });
    expect(await pileOf(shelf, 'mercado-livre/drop_off')).toMatchObject({ waiting: 1, scanned: 0 });
  });

  test('a parcel of another warehouse or business, or without the right', async () => {
    const [here, there] = [await makeShelf(app, supplier, 5), await makeShelf(app, supplier, 5)];
    const away = await app.hire(supplier.businessId, ['distributor'], [there.warehouseId]);
    const outsider = await app.join('supply');
    const packer = await app.hire(supplier.businessId, ['packer']);
    const { code } = await packed(here);
    expect((await refused(code, away)).code).toBe('code_unknown');
    expect((await refused(code, packer)).code).toBe('forbidden');
    for (const person of [outsider, seller]) expect((await refused(code, person)).code).toBe('code_unknown');
    expect((await piles(away)).filter(({ warehouse }) => warehouse.id === here.warehouseId)).toEqual([]);
    for (const person of [outsider, seller]) expect(await piles(person)).toEqual([]);

    const id = (await scan(code)).pile.manifest?.id ?? 0;
    for (const person of [away, outsider, seller]) {
      expect((await person.refused(api.manifests.detail, { params: { id } })).code).toBe('not_found');
      expect((await person.refused(api.manifests.close, { params: { id } })).code).toBe('not_found');
      const { items } = await person.call(api.manifests.list, {});
      expect(items.filter((manifest) => manifest.warehouse.id === here.warehouseId)).toEqual([]);
    }
    expect((await packer.refused(api.manifests.close, { params: { id } })).code).toBe('forbidden');
    expect((await packer.call(api.manifests.detail, { params: { id } })).lines).toHaveLength(1);
    expect((await close(id)).state).toBe('closed');
  });
});
