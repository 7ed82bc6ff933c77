import { beforeAll, expect, it } from 'vitest';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { VendorReturn } from '#contract/inventory/vendor-return.ts';
import {
  type VendorReturnAct,
  vendorReturnActs,
  vendorReturnStates,
} from '#contract/inventory/vendor-return-states.ts';
import {
  makeShelf,
  makeVariation,
  makeVolume,
  makeWarehouse,
  type Shelf,
} from '#server/inventory/test/factory.ts';
import { brokenInvariants } from '#server/inventory/test/shelf-model.ts';
import { makeSupplier, orderGoods } from '#server/supply/test/factory.ts';
import { keyOf } from '#server/supply/test/nfe-document.ts';
import { receiver } from '#server/supply/test/receive.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let owner: Person;
let stockist: Person;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  stockist = await app.hire(owner.businessId, ['stockist']);
});

const at = (id: number) => ({ params: { id } });
const stockOf = (shelf: Shelf) => owner.call(api.stock.detail, at(shelf.stockId));
const volumeOf = (id: number) => owner.call(api.volumes.detail, at(id));

/** A launched volume that is blocked as damaged. */
async function makeBlocked(quantity = 6, place = makeWarehouse(owner)) {
  const shelf = await makeShelf(app, owner, quantity, place);
  await block(shelf.volumeId);
  return shelf;
}

const block = (id: number, cause: 'damaged' | 'quarantine' | 'failed_test' = 'damaged') =>
  owner.call(api.volumes.block, { ...at(id), body: { cause, reason: 'caixa molhada' } });

const open = (volumeIds: number[], person = stockist) =>
  person.call(api.vendorReturns.create, { body: { volumeIds } });
const named = (id: number) =>
  stockist.call(api.vendorReturns.update, {
    ...at(id),
    body: { vendorName: 'Cerâmica do Vale', vendorDocument: '' },
  });
const pack = (id: number) => stockist.call(api.vendorReturns.pack, { ...at(id), body: {} });
const handOver = (id: number) => stockist.call(api.vendorReturns.handOver, { ...at(id), body: {} });

/** A packed return of these volumes to a typed vendor. */
async function packed(volumeIds: number[]): Promise<VendorReturn> {
  const { id } = await open(volumeIds);
  await named(id);
  return pack(id);
}

/** A received volume, blocked, and its vendor. */
async function receive(quantity = 5) {
  const place = await makeWarehouse(owner);
  const { variationId } = await makeVariation(app, owner.businessId);
  const request = await orderGoods(owner, place.warehouseId, [
    { variationId, quantity, quantityPerVolume: quantity },
  ]);
  const receipt = receiver(owner, request.id, place.positionId);
  await receipt.bringTo('attended');
  const { volumes, supplier, number } = await receipt.read();
  const volume = volumes[0] ?? { id: 0, code: '' };
  await block(volume.id);
  return { ...place, variationId, volume, vendor: supplier, request: { id: request.id, number } };
}

it('units of a return leave stock once, with one entry of their own kind, and the empty volume is archived', async () => {
  const shelf = await makeBlocked(6);
  const draft = await open([shelf.volumeId]);
  expect(draft).toMatchObject({ state: 'open', volumes: 1, units: 6, vendor: { id: null, name: '' } });
  expect(draft.lines).toMatchObject([
    { quantity: 6, inside: 6, reason: 'damaged', volume: { code: shelf.code } },
  ]);
  expect(draft.lines[0]).not.toHaveProperty('costCentavos');
  expect((await stockist.refused(api.vendorReturns.pack, { ...at(draft.id), body: {} })).code).toBe(
    'vendor_unknown',
  );
  await named(draft.id);
  await pack(draft.id);
  expect(await stockOf(shelf)).toMatchObject({ onHand: 6, hold: 6 });
  const done = await handOver(draft.id);
  expect(done).toMatchObject({ state: 'handed_over', units: 6, handedOverBy: expect.any(String) });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 0, hold: 0, sellable: 0 });
  expect(await volumeOf(shelf.volumeId)).toMatchObject({ state: 'archived', units: 0, blockedAs: null });
  const { items } = await owner.call(api.stock.entries, at(shelf.stockId));
  expect(items[0]).toMatchObject({ kind: 'vendor_return', onHand: -6, reason: 'Cerâmica do Vale' });
  const history = await owner.call(api.volumes.events, at(shelf.volumeId));
  expect(history.items[0]).toMatchObject({
    kind: 'vendor-returned',
    detail: { number: done.number, units: 6, vendor: 'Cerâmica do Vale' },
  });
  expect((await stockist.refused(api.vendorReturns.handOver, { ...at(draft.id), body: {} })).code).toBe(
    'state_conflict',
  );
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a part of a volume goes back; the rest stays blocked, and costs are divided to the centavo', async () => {
  const { volume, variationId } = await receive(5);
  const draft = await open([volume.id]);
  const lineId = draft.lines[0]?.id ?? 0;
  const change = (body: { quantity?: number; reason?: 'defective' }) => ({
    ...at(draft.id),
    body: { lineId, ...body },
  });
  expect(await stockist.refused(api.vendorReturns.changeLine, change({ quantity: 6 }))).toMatchObject({
    errors: { quantity: [{ code: 'too_big' }] },
  });
  await stockist.call(api.vendorReturns.changeLine, change({ quantity: 2, reason: 'defective' }));
  await pack(draft.id);
  await handOver(draft.id);
  expect(await volumeOf(volume.id)).toMatchObject({ state: 'blocked', units: 3, vendorReturn: null });
  const seen = await owner.call(api.vendorReturns.detail, at(draft.id));
  expect(seen.lines).toMatchObject([
    { variation: { id: variationId }, quantity: 2, reason: 'defective', costCentavos: 2000 },
  ]);
  // The rest is free: it may be released.
  await owner.call(api.volumes.unblock, { ...at(volume.id), body: {} });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('the vendor is that of the receipt, with its number; a volume of another vendor is refused by name', async () => {
  const received = await receive();
  const draft = await open([received.volume.id]);
  expect(draft.vendor).toMatchObject({ id: received.vendor.id, name: expect.stringMatching(/Cerâmica/) });
  expect(draft.vendor.document).toMatch(/^\d{14}$/);
  expect(draft.lines[0]?.receipt).toEqual({ id: received.request.id, number: received.request.number });
  const other = await makeSupplier(owner);
  const wrong = { ...at(draft.id), body: { supplierId: other.id } };
  expect(await stockist.refused(api.vendorReturns.update, wrong)).toMatchObject({
    code: 'volume_of_other_vendor',
  });
  const elsewhere = await receive();
  expect(
    await stockist.refused(api.vendorReturns.create, {
      body: { volumeIds: [received.volume.id, elsewhere.volume.id] },
    }),
  ).toMatchObject({ code: 'volume_of_other_warehouse' });
  const receipt = await owner.call(api.supplyRequestsOngoing.detail, at(received.request.id));
  expect(receipt.vendorReturns).toEqual([{ id: draft.id, number: draft.number, state: 'open' }]);
});

it('a scan adds a blocked volume; every other code is refused by its cause and changes nothing', async () => {
  const place = await makeWarehouse(owner);
  const shelf = await makeBlocked(4, Promise.resolve(place));
  const sellable = await makeShelf(app, owner, 2, Promise.resolve(place));
  const elsewhere = await makeBlocked(1);
  const { id } = await stockist.call(api.vendorReturns.create, { body: { warehouseId: place.warehouseId } });
  const scan = (code: string) => ({ ...at(id), body: { code } });
  const added = await stockist.call(api.vendorReturns.addVolume, scan(` ${shelf.code.toLowerCase()} `));
  expect(added).toMatchObject({ volumes: 1, units: 4 });
  const refused = async (code: string) =>
    (await stockist.refused(api.vendorReturns.addVolume, scan(code))).code;
  expect(await refused(shelf.code)).toBe('volume_on_vendor_return');
  expect(await refused(sellable.code)).toBe('volume_not_blocked');
  expect(await refused(elsewhere.code)).toBe('volume_of_other_warehouse');
  expect(await refused(shelf.sku)).toBe('code_not_volume');
  expect(await owner.call(api.vendorReturns.detail, at(id))).toMatchObject({ volumes: 1, units: 4 });
  await stockist.call(api.vendorReturns.removeVolume, { ...at(id), body: { volumeId: shelf.volumeId } });
  expect(
    (
      await stockist.refused(api.vendorReturns.removeVolume, {
        ...at(id),
        body: { volumeId: shelf.volumeId },
      })
    ).errors,
  ).toMatchObject({ volumeId: [{ code: 'not_found' }] });
  await named(id);
  expect((await stockist.refused(api.vendorReturns.pack, { ...at(id), body: {} })).code).toBe(
    'return_without_volumes',
  );
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a volume on a return is not moved, released, written off or put on another return, until it is canceled', async () => {
  const shelf = await makeBlocked(3);
  const { id, number } = await open([shelf.volumeId]);
  const params = { id: shelf.volumeId };
  const refusals = [
    owner.refused(api.volumes.move, { params, body: { positionId: shelf.otherPositionId } }),
    owner.refused(api.volumes.unblock, { params, body: {} }),
    owner.refused(api.volumes.writeOff, { params, body: { cause: 'damaged', reason: 'x' } }),
    owner.refused(api.vendorReturns.create, { body: { volumeIds: [shelf.volumeId] } }),
  ];
  for (const refusal of refusals)
    expect(await refusal).toMatchObject({
      code: 'volume_on_vendor_return',
      detail: expect.stringContaining(String(number)),
    });
  expect(await volumeOf(shelf.volumeId)).toMatchObject({ state: 'blocked', vendorReturn: { id, number } });
  const canceled = await stockist.call(api.vendorReturns.cancel, { ...at(id), body: { reason: 'desistiu' } });
  expect(canceled).toMatchObject({ state: 'canceled', canceledBecause: 'desistiu', units: 3 });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 3, hold: 3 });
  await owner.call(api.volumes.move, { params, body: { positionId: shelf.otherPositionId } });
  await owner.call(api.volumes.unblock, { params, body: {} });
  expect(await stockOf(shelf)).toMatchObject({ onHand: 3, hold: 0, sellable: 3 });
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a credit is recorded by who sees prices; the stockist sees neither amount nor cost', async () => {
  const shelf = await makeBlocked(2);
  const { id } = await packed([shelf.volumeId]);
  await handOver(id);
  const credit = { ...at(id), body: { creditedOn: '2026-11-20', creditCentavos: 4_590 } };
  expect((await stockist.refused(api.vendorReturns.credit, credit)).status).toBe(403);
  expect(await owner.call(api.vendorReturns.credit, credit)).toMatchObject({
    state: 'credited',
    creditedOn: '2026-11-20',
    creditCentavos: 4_590,
  });
  const seen = await stockist.call(api.vendorReturns.detail, at(id));
  expect(seen).not.toHaveProperty('creditCentavos');
  expect((await stockist.call(api.vendorReturns.list)).items[0]).not.toHaveProperty('creditCentavos');
  const file = (person: Person) => person.download(api.vendorReturns.export, { query: { format: 'csv' } });
  expect((await file(owner)).bytes.toString()).toContain('45,90');
  expect((await file(stockist)).bytes.toString()).not.toContain('45,90');
});

it('the key of the NF-e is checked by its digit, and stays with the return after it was handed over', async () => {
  const shelf = await makeBlocked(1);
  const { id, version } = await packed([shelf.volumeId]);
  const key = keyOf({ lines: [], totals: {} });
  const change = (invoiceKey: string) => ({ ...at(id), body: { invoiceKey } });
  const broken = `${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`;
  expect(await stockist.refused(api.vendorReturns.update, change(broken))).toMatchObject({
    errors: { invoiceKey: [{ code: 'nfe_key_invalid' }] },
  });
  const spaced = key.replace(/(.{4})/g, '$1 ');
  expect(await stockist.call(api.vendorReturns.update, change(spaced))).toMatchObject({ invoiceKey: key });
  expect(await stockist.refused(api.vendorReturns.update, { ...change(''), version })).toMatchObject({
    code: 'stale_version',
  });
  await handOver(id);
  expect((await stockist.call(api.vendorReturns.list, { query: { query: key } })).items).toMatchObject([
    { id },
  ]);
  const { counts, total } = {
    counts: await stockist.call(api.vendorReturns.counts, { query: { query: key } }),
    total: 1,
  };
  expect(counts.states.find(({ state }) => state === 'handed_over')?.count).toBe(total);
  const pdf = await stockist.download(api.vendorReturns.pdf, at(id));
  expect(pdf.contentType).toBe('application/pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

it('each act is refused from every state that the table does not name', async () => {
  const acts: Record<VendorReturnAct, (id: number) => Promise<{ status: number; code: string }>> = {
    changeLines: (id) => owner.refused(api.vendorReturns.addVolume, { ...at(id), body: { code: 'V1' } }),
    change: (id) => owner.refused(api.vendorReturns.update, { ...at(id), body: { note: 'x' } }),
    pack: (id) => owner.refused(api.vendorReturns.pack, { ...at(id), body: {} }),
    reopen: (id) => owner.refused(api.vendorReturns.reopen, { ...at(id), body: {} }),
    handOver: (id) => owner.refused(api.vendorReturns.handOver, { ...at(id), body: {} }),
    cancel: (id) => owner.refused(api.vendorReturns.cancel, { ...at(id), body: { reason: 'x' } }),
    credit: (id) =>
      owner.refused(api.vendorReturns.credit, { ...at(id), body: { creditedOn: '2026-11-20' } }),
  };
  const reach = {
    open: async (id: number) => void id,
    ready: async (id: number) => void (await pack(id)),
    handed_over: async (id: number) => {
      await pack(id);
      await handOver(id);
    },
    credited: async (id: number) => {
      await reach.handed_over(id);
      await owner.call(api.vendorReturns.credit, { ...at(id), body: { creditedOn: '2026-11-20' } });
    },
    canceled: async (id: number) => {
      await stockist.call(api.vendorReturns.cancel, { ...at(id), body: { reason: 'x' } });
    },
  };
  for (const state of vendorReturnStates) {
    const { id } = await open([(await makeBlocked(1)).volumeId]);
    await named(id);
    await reach[state](id);
    for (const act of Object.keys(vendorReturnActs) as VendorReturnAct[])
      if (!canAct(vendorReturnActs, act, state))
        expect({ state, act, ...(await acts[act](id)) }).toMatchObject({
          status: 409,
          code: 'state_conflict',
        });
  }
});

it('two people who hand over, and two who open a return of one volume at once, have one effect', async () => {
  const shelf = await makeBlocked(7);
  const opened = await Promise.allSettled([open([shelf.volumeId]), open([shelf.volumeId], owner)]);
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [first] = (await owner.call(api.vendorReturns.list)).items;
  const id = first?.id ?? 0;
  await named(id);
  await pack(id);
  const given = await Promise.allSettled([
    handOver(id),
    owner.call(api.vendorReturns.handOver, { ...at(id), body: {} }),
    owner.call(api.vendorReturns.cancel, { ...at(id), body: { reason: 'x' } }),
  ]);
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const blocked = await makeBlocked(2);
  await Promise.allSettled([
    open([blocked.volumeId]),
    owner.call(api.volumes.unblock, { ...at(blocked.volumeId), body: {} }),
    owner.call(api.volumes.writeOff, {
      ...at(blocked.volumeId),
      body: { cause: 'damaged', reason: 'x' },
    }),
  ]);
  const numbers = await Promise.all(
    Array.from({ length: 4 }, () =>
      owner.call(api.vendorReturns.create, { body: { warehouseId: shelf.warehouseId } }),
    ),
  );
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(4);
  expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
});

it('a return out of reach, or of another business, is unknown', async () => {
  const shelf = await makeBlocked(1);
  const { id } = await open([shelf.volumeId]);
  const { warehouseId } = await makeWarehouse(owner);
  const elsewhere = await app.hire(owner.businessId, ['stockist'], [warehouseId]);
  const stranger = await app.join('supply');
  for (const person of [elsewhere, stranger]) {
    expect((await person.refused(api.vendorReturns.detail, at(id))).status).toBe(404);
    expect((await person.refused(api.vendorReturns.pdf, at(id))).status).toBe(404);
    expect((await person.refused(api.vendorReturns.pack, { ...at(id), body: {} })).status).toBe(404);
    const body = { volumeIds: [shelf.volumeId] };
    expect((await person.refused(api.vendorReturns.create, { body })).status).toBe(404);
  }
  expect((await elsewhere.call(api.vendorReturns.list)).items).toEqual([]);
  const { id: own } = await elsewhere.call(api.vendorReturns.create, { body: { warehouseId } });
  expect(
    (await elsewhere.refused(api.vendorReturns.addVolume, { ...at(own), body: { code: shelf.code } })).code,
  ).toBe('code_not_volume');
});

it('a volume with several products and lots goes back line by line', async () => {
  const place = await makeWarehouse(owner);
  const [one, two] = [await makeVariation(app, owner.businessId), await makeVariation(app, owner.businessId)];
  const volume = await makeVolume(owner, place, [
    { variationId: one.variationId, quantity: 3 },
    { variationId: two.variationId, quantity: 4 },
  ]);
  await block(volume.id, 'failed_test');
  const { id, lines } = await open([volume.id]);
  expect(lines.map(({ reason, quantity }) => [reason, quantity])).toEqual([
    ['defective', 3],
    ['defective', 4],
  ]);
  await stockist.call(api.vendorReturns.changeLine, {
    ...at(id),
    body: { lineId: lines[1]?.id ?? 0, quantity: 1 },
  });
  await named(id);
  await pack(id);
  await handOver(id);
  expect((await volumeOf(volume.id)).lines.map(({ quantity }) => quantity)).toEqual([3]);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});
