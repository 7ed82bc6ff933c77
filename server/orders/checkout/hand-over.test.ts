import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeAccount, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { allOf } from '#server/test/all-of.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let administrator: Person;
let distributor: Person;
let seller: Person;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  administrator = await app.hire(supplier.businessId, ['administrator']);
  distributor = await app.hire(supplier.businessId, ['distributor']);
  seller = await app.join('sales');
});

const at = (id: number) => ({ params: { id } });

async function packedByHand(): Promise<number> {
  const shelf = await makeShelf(app, supplier, 10);
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  await packSale(supplier, id, shelf.sku, 1);
  return id;
}

let parcels = 43_000_000_000;

/** A packed marketplace sale with its own parcel. */
async function packedForMarketplace(shipment = true): Promise<{ id: number; shipmentId: string }> {
  const id = await packedByHand();
  const account = await makeAccount(app, seller.businessId);
  const shipmentId = String(++parcels);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({
        account_id: account.id,
        marketplace: account.marketplace,
        remote_order_id: shipmentId,
        ...(shipment && { shipment_id: shipmentId, tracking_code: `MEL${shipmentId}` }),
      })
      .where('id', '=', id)
      .execute(),
  );
  return { id, shipmentId };
}

const status = async (id: number) => (await supplier.call(api.checkout.detail, at(id))).status;

describe('collected', () => {
  test('a parcel is collected by a scan of its label: shipment, tracking code, or the content of a 2D code', async () => {
    for (const codeOf of [
      (id: string) => id,
      (id: string) => `mel${id}`,
      (id: string) => `{"id":"${id}","t":"lm"}`,
    ]) {
      const { id, shipmentId } = await packedForMarketplace();
      const code = codeOf(shipmentId);
      const done = await distributor.call(api.checkout.collect, { ...at(id), body: { code } });
      expect(done.status).toBe('collected');
    }
    const own = await packedByHand();
    await distributor.call(api.checkout.collect, { ...at(own), body: { code: `VENDA-${own}` } });
    expect(await status(own)).toBe('collected');
  });

  test('not by the label of another sale, nor by a number that is on no label', async () => {
    const one = await packedForMarketplace();
    const other = await packedForMarketplace();
    for (const code of [other.shipmentId, `VENDA-${other.id}`, String(one.id), '-']) {
      const refused = await distributor.refused(api.checkout.collect, { ...at(one.id), body: { code } });
      expect(refused.code).toBe('label_mismatch');
    }
    expect(await status(one.id)).toBe('waiting_collect');
  });

  test('a parcel is collected by hand only by people with the permission, with the reason in the history', async () => {
    const { id } = await packedForMarketplace();
    const body = { reason: 'etiqueta ilegível' };
    expect((await distributor.refused(api.checkout.collectByHand, { ...at(id), body })).code).toBe(
      'forbidden',
    );
    const bare = { ...at(id), body: { reason: '' } };
    expect((await administrator.refused(api.checkout.collectByHand, bare)).code).toBe('invalid');
    const done = await administrator.call(api.checkout.collectByHand, { ...at(id), body });
    expect(done.status).toBe('collected');
    expect(done.events.at(-1)).toMatchObject({ kind: 'collected', detail: body });
  });
});

describe('many sales collected at once', () => {
  const reason = 'leitor sem bateria';

  test('need the right and a reason, because nothing is scanned', async () => {
    const { id } = await packedForMarketplace();
    const body = { ids: [id], reason };
    expect((await distributor.refused(api.checkout.collectMany, { body })).code).toBe('forbidden');
    const bare = { body: { ids: [id], reason: '' } };
    expect((await administrator.refused(api.checkout.collectMany, bare)).code).toBe('invalid');
    expect(await status(id)).toBe('waiting_collect');
    expect((await administrator.call(api.checkout.collectMany, { body })).done).toEqual([id]);
  });

  test('each get their history and stock entries; those that do not wait for the carrier are named', async () => {
    const parcels = [await packedForMarketplace(), await packedForMarketplace()].map(({ id }) => id);
    const own = await packedByHand();
    const gone = (await packedForMarketplace()).id;
    await administrator.call(api.checkout.collectMany, { body: { ids: [gone], reason } });
    const shelf = await makeShelf(app, supplier, 10);
    const open = await makeBenchSale(app, { supplier, seller, shelf }, 1);

    const body = { ids: [...parcels, own, gone, open, 999_999], reason };
    const outcome = await administrator.call(api.checkout.collectMany, { body });
    expect(outcome.done).toEqual([...parcels, own]);
    expect(outcome.failed).toEqual([
      { id: gone, code: 'state_conflict' },
      { id: open, code: 'state_conflict' },
      { id: 999_999, code: 'not_found' },
    ]);
    for (const id of outcome.done) {
      const sale = await supplier.call(api.checkout.detail, at(id));
      expect(sale.status).toBe('collected');
      expect(sale.events.at(-1)).toMatchObject({
        kind: 'collected',
        statusTo: 'collected',
        detail: { reason, together: 3 },
      });
      const left = await app.rows(
        supplier.businessId,
        `select sum(s.packed)::int as packed from stock s where s.id in (select stock_id from order_parts where order_id = ${id})`,
      );
      expect(left).toEqual([{ packed: 0 }]);
    }
    expect(await status(open)).toBe('pending');
  });

  test('include everything that the list finds, and nothing of another business', async () => {
    const other = await app.join('supply');
    const waiting = await packedByHand();
    const query = 'status:waiting_collect';
    const found = async (by: typeof other) =>
      allOf(query, await by.call(api.checkout.list, { query: { query } }));
    expect(
      (await other.call(api.checkout.collectMany, { body: { ...(await found(other)), reason } })).done,
    ).toEqual([]);
    expect((await other.call(api.checkout.collectMany, { body: { ids: [waiting], reason } })).failed).toEqual(
      [{ id: waiting, code: 'not_found' }],
    );
    expect(
      (
        await administrator.call(api.checkout.collectMany, {
          body: { ...(await found(administrator)), reason },
        })
      ).done,
    ).toContain(waiting);
  });
});

describe('a parcel of two sales', () => {
  /** Both packed, with one label. */
  async function packedTogether(): Promise<{ id: number; mate: number; shipmentId: string }> {
    const [one, other] = [await packedForMarketplace(), await packedForMarketplace()];
    await app.rows(
      seller.businessId,
      `update orders o set pack_id = 'P-' || n.shipment_id, shipment_id = n.shipment_id, account_id = n.account_id
       from orders n where n.id = ${one.id} and o.id in (${one.id}, ${other.id}) returning o.id`,
    );
    return { id: one.id, mate: other.id, shipmentId: one.shipmentId };
  }
  const states = {
    order_canceled: `canceled_at = now(), status = 'canceled', put_back = true`,
    not_packed: `packed_at = null, status = 'picking'`,
    order_changed: `changed_lines = '[]'`,
  } as const;
  const reason = 'etiqueta ilegível';

  for (const code of Object.keys(states) as (keyof typeof states)[])
    test(`does not leave while the other is ${code}, by a scan, by hand or with many`, async () => {
      const { id, mate, shipmentId } = await packedTogether();
      await app.rows(seller.businessId, `update orders set ${states[code]} where id = ${mate} returning id`);
      const refusals = [
        await supplier.refused(api.checkout.collect, { ...at(id), body: { code: shipmentId } }),
        await supplier.refused(api.checkout.collectByHand, { ...at(id), body: { reason } }),
      ];
      for (const refused of refusals)
        expect(refused).toMatchObject({ code: 'parcel_not_ready', facts: { sale: mate } });
      const handedOver = await supplier.refused(api.checkout.handOver, { body: { code: shipmentId } });
      expect(handedOver).toMatchObject({ code, facts: { sale: mate } });
      const many = await supplier.call(api.checkout.collectMany, { body: { ids: [id], reason } });
      expect(many).toMatchObject({ done: [], failed: [{ id, code: 'parcel_not_ready' }] });
      expect(await status(id)).toBe('waiting_collect');
    });

  test('leaves after the goods of the canceled one are out of it', async () => {
    const { id, mate, shipmentId } = await packedTogether();
    await app.rows(
      seller.businessId,
      `update orders set canceled_at = now(), put_back = false where id = ${mate} returning id`,
    );
    const done = await supplier.call(api.checkout.collect, { ...at(id), body: { code: shipmentId } });
    expect(done.status).toBe('collected');
  });
});

describe('sent', () => {
  test('a parcel is marked as sent by the marketplace if it ships the parcel itself', async () => {
    const { id } = await packedForMarketplace();
    const body = { trackingCode: 'AA123456785BR' };
    for (const person of [distributor, administrator]) {
      const refused = await person.refused(api.checkout.send, { ...at(id), body });
      expect(refused.code).toBe('marketplace_reports_shipping');
    }
    expect(await status(id)).toBe('waiting_collect');
  });

  test('a parcel is marked as sent by the dispatcher if nobody else reports it', async () => {
    const { id } = await packedForMarketplace(false);
    const body = { trackingCode: ' aa 123456785 br ' };
    const done = await distributor.call(api.checkout.send, { ...at(id), body });
    expect(done).toMatchObject({ status: 'sent', trackingCode: 'AA123456785BR' });
  });

  test('marking a parcel as sent accepts only tracking codes that a carrier could have issued', async () => {
    const id = await packedByHand();
    const body = { trackingCode: 'AA123456784BR' };
    const problem = await distributor.refused(api.checkout.send, { ...at(id), body });
    expect(problem.errors).toMatchObject({ trackingCode: [{ code: 'tracking_invalid' }] });
    expect(await status(id)).toBe('waiting_collect');
  });
});
