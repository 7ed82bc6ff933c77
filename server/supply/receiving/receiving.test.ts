import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import type { Advance } from '#contract/supply/receiving.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const owner = await app.join('supply');
const place = await makeWarehouse(owner);
const stockist = await app.hire(owner.businessId, ['stockist'], [place.warehouseId]);

const make = async (quantity = 5, quantityPerVolume = 2) => {
  const goods = await makeVariation(app, owner.businessId);
  const line = { variationId: goods.variationId, quantity, quantityPerVolume };
  const { id } = await orderGoods(owner, place.warehouseId, [line]);
  return { ...goods, id };
};
const read = (id: number, who: Person = stockist) =>
  who.call(api.supplyRequestsOngoing.detail, { params: { id } });
const advance = (id: number, from: Advance['from'], more: Partial<Advance> = {}, who: Person = stockist) =>
  who.call(api.supplyRequests.advance, { params: { id }, body: { from, ...more } });
const refusedAdvance = (id: number, from: Advance['from'], more: Partial<Advance> = {}) =>
  stockist.refused(api.supplyRequests.advance, { params: { id }, body: { from, ...more } });
const back = (
  id: number,
  from: 'register_volumes' | 'tag_volumes' | 'stock_up' | 'attended',
  who: Person = stockist,
) => who.call(api.supplyRequests.goBack, { params: { id }, body: { from, reason: 'engano' } });
const count = (id: number, code: string, clientId?: string) =>
  stockist.call(api.supplyRequests.countVolumes, { params: { id }, body: { code, clientId } });
const bucket = async (variationId: number) => {
  const [row] = await app.rows(
    owner.businessId,
    `select on_hand, inbound from stock where variation_id = ${variationId}`,
  );
  return [row?.on_hand, row?.inbound];
};

/** Counted, registered and labelled: ready to be put away. */
async function bringToStockUp(id: number, sku: string, volumes: readonly number[]) {
  await advance(id, 'in_transport');
  for (const [n] of volumes.entries()) await count(id, sku, `scan-${n}`);
  await advance(id, 'check_volumes');
  const lineId = (await read(id)).lines[0]?.id ?? 0;
  for (const units of volumes)
    await stockist.call(api.supplyRequests.registerVolumes, {
      params: { id },
      body: { lineId, copies: 1, units },
    });
  await advance(id, 'register_volumes');
  const { volumes: made } = await read(id);
  for (const { id: volumeId, code } of made)
    await stockist.call(api.volumes.tag, { params: { id: volumeId }, body: { code } });
  await advance(id, 'tag_volumes');
  return made.map((volume) => volume.id);
}
const launch = (volumeId: number) =>
  stockist.call(api.volumes.launch, { params: { id: volumeId }, body: { positionId: place.positionId } });

describe('receiving', () => {
  it('a receipt completes all steps, and its launched units are no longer expected', async () => {
    const { id, sku, variationId } = await make();
    expect(await bucket(variationId)).toEqual([0, 5]);
    const volumes = await bringToStockUp(id, sku, [2, 2, 1]);
    expect((await refusedAdvance(id, 'stock_up')).code).toBe('volumes_not_launched');
    for (const volume of volumes) await launch(volume);
    expect(await bucket(variationId)).toEqual([5, 0]);
    expect((await advance(id, 'stock_up')).state).toBe('attended');
    expect(
      (await stockist.call(api.volumes.detail, { params: { id: volumes[2] ?? 0 } })).expectedQuantity,
    ).toBe(1);
    const paper = await stockist.download(api.volumesTags.batchPdf, {
      query: { request: String(id) as never, size: '100x50' },
    });
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    expect((await PDFDocument.load(paper.bytes)).getPageCount()).toBe(3);
    const labels = await stockist.download(api.volumesTags.batch, {
      query: { request: String(id) as never },
    });
    expect(labels.bytes.toString().split('^XA')).toHaveLength(4);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('an incomplete step names what is missing, and a difference requires a reported problem', async () => {
    const { id, sku } = await make();
    expect((await refusedAdvance(id, 'check_volumes')).code).toBe('state_conflict');
    await advance(id, 'in_transport');
    expect((await refusedAdvance(id, 'check_volumes')).code).toBe('counts_missing');
    expect(
      (await stockist.refused(api.supplyRequests.countVolumes, { params: { id }, body: { code: 'x' } })).code,
    ).toBe('code_not_in_request');
    const other = await makeVariation(app, owner.businessId, 'Jarra de vidro');
    const wrong = await stockist.refused(api.supplyRequests.countVolumes, {
      params: { id },
      body: { code: other.sku },
    });
    expect(wrong).toMatchObject({ code: 'code_not_in_request', facts: { product: 'Jarra de vidro' } });
    await count(id, `\u200b ${sku.toLowerCase()} `, 'a');
    expect((await count(id, sku, 'a')).counted).toBe(1);
    expect((await refusedAdvance(id, 'check_volumes')).code).toBe('problem_required');
    const lineId = (await read(id)).lines[0]?.id ?? 0;
    const late = await stockist.refused(api.supplyRequests.countVolumes, {
      params: { id },
      body: { lineId, total: 3, was: null },
    });
    expect(late.code).toBe('counted_meanwhile');
    const problem = await stockist.call(api.reportedProblems.create, {
      body: { requestId: id, lineId, kind: 'missing', title: 'Faltaram 2 caixas' },
    });
    await advance(id, 'check_volumes');
    expect((await refusedAdvance(id, 'register_volumes')).code).toBe('volumes_missing');
    const solve = { params: { id: problem.id }, body: { solution: 'Fornecedor repõe' } };
    expect((await stockist.call(api.reportedProblems.solve, solve)).state).toBe('solved');
    expect((await stockist.refused(api.reportedProblems.solve, solve)).code).toBe('state_conflict');
    const { items } = await stockist.call(api.reportedProblems.list, { query: { query: `request:${id}` } });
    expect(items.map(({ state }) => state)).toEqual(['solved']);
  });

  it('photos of a problem use storage, and are not in the list of product pictures', async () => {
    const { id } = await make();
    await advance(id, 'in_transport');
    const library = async () => (await owner.call(api.images.list, {})).total;
    const storage = async () =>
      (
        await app.rows(
          owner.businessId,
          `select storage_bytes from businesses where id = ${owner.businessId}`,
        )
      )[0]?.storage_bytes;
    const before = [await library(), Number(await storage())];
    const body = { requestId: id, kind: 'damaged' as const, title: 'Caixa rasgada' };
    const files = [
      { name: 'rasgo.png', bytes: await makePicture(80, 60) },
      { name: 'canto.png', bytes: await makePicture(60, 80) },
    ];
    const { photos } = await stockist.call(api.reportedProblems.create, { body, files });
    expect(photos.map(({ name }) => name)).toEqual(['rasgo', 'canto']);
    const photo = { params: { id: photos[0]?.id ?? 0 } };
    expect((await stockist.download(api.images.thumbnail, photo)).contentType).toBe('image/webp');
    expect(await library()).toBe(before[0]);
    expect(Number(await storage())).toBeGreaterThan(before[1] ?? 0);
    expect((await owner.refused(api.images.remove, photo)).code).toBe('image_in_use');
    const text = [{ name: 'foto.png', bytes: Buffer.from('not a picture') }];
    expect((await stockist.refused(api.reportedProblems.create, { body, files: text })).code).toBe(
      'not_an_image',
    );
    const { items } = await stockist.call(api.reportedProblems.list, { query: { query: `request:${id}` } });
    expect(items).toHaveLength(1);
    const bare = await stockist.call(api.reportedProblems.create, { body, files: [] });
    expect(bare.photos).toEqual([]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('going back step by step undoes launches and labels and voids the volumes', async () => {
    const { id, sku, variationId } = await make(4);
    const volumes = await bringToStockUp(id, sku, [2, 2]);
    for (const volume of volumes) await launch(volume);
    const floor = { params: { id }, body: { from: 'stock_up' as const } };
    expect((await stockist.refused(api.supplyRequests.goBack, floor)).code).toBe('forbidden');
    await back(id, 'stock_up', owner);
    expect(await bucket(variationId)).toEqual([0, 4]);
    await back(id, 'tag_volumes');
    expect((await back(id, 'register_volumes')).volumes).toEqual([]);
    await advance(id, 'check_volumes');
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
    await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'devolvido' } });
    expect(await bucket(variationId)).toEqual([0, 0]);
  });

  it('the units of a volume that is being counted are hidden from counters, not from the owner', async () => {
    const { id, sku } = await make(4);
    const [volume = 0] = await bringToStockUp(id, sku, [2, 2]);
    await launch(volume);
    await owner.call(api.balances.start, { body: { volumeId: volume } });
    const told = async (who: Person) => {
      const { lines, volumes } = await read(id, who);
      return [lines[0]?.registeredUnits, ...volumes.map(({ units }) => units)];
    };
    expect(await told(stockist)).toEqual([null, null, 2]);
    expect(await told(owner)).toEqual([4, 2, 2]);
  });

  it('missing goods become a request of their own, and going back leaves them there', async () => {
    const { id, sku, variationId } = await make(4);
    await advance(id, 'in_transport');
    await count(id, sku, 'a');
    const lineId = (await read(id)).lines[0]?.id ?? 0;
    await stockist.call(api.reportedProblems.create, {
      body: { requestId: id, lineId, kind: 'missing', title: 'Faltou uma caixa' },
    });
    await advance(id, 'check_volumes');
    await stockist.call(api.supplyRequests.registerVolumes, {
      params: { id },
      body: { lineId, copies: 1, units: 2 },
    });
    await advance(id, 'register_volumes');
    const [volume] = (await read(id)).volumes;
    await stockist.call(api.volumes.tag, {
      params: { id: volume?.id ?? 0 },
      body: { code: volume?.code ?? '' },
    });
    await advance(id, 'tag_volumes');
    await launch(volume?.id ?? 0);
    expect((await refusedAdvance(id, 'stock_up')).code).toBe('problems_open');
    expect((await refusedAdvance(id, 'stock_up', { acknowledge: true })).code).toBe('rest_undecided');
    await advance(id, 'stock_up', { acknowledge: true, rest: 'child' });
    expect(await bucket(variationId)).toEqual([2, 2]);
    const { items } = await stockist.call(api.supplyRequestsOngoing.list, { query: { query: `sku:${sku}` } });
    expect(items).toMatchObject([{ state: 'in_transport', totalProducts: 2 }]);
    await back(id, 'attended', owner);
    expect(await bucket(variationId)).toEqual([2, 2]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a volume is labeled and launched in its own step only', async () => {
    const { id, sku } = await make(2);
    const [volume = 0] = await bringToStockUp(id, sku, [2]);
    await back(id, 'stock_up', owner);
    const { volumes } = await read(id);
    const tag = { params: { id: volume }, body: { code: volumes[0]?.code ?? '' } };
    const put = { params: { id: volume }, body: { positionId: place.positionId } };
    expect((await stockist.refused(api.volumes.launch, put)).code).toBe('state_conflict');
    await back(id, 'tag_volumes');
    expect((await stockist.refused(api.volumes.tag, tag)).code).toBe('state_conflict');
    expect((await read(id)).volumes).toMatchObject([{ state: 'registered' }]);
  });

  it('a volume names its receipt, and a scan offers to store it only in the storing step', async () => {
    const { id, sku } = await make(2);
    const [volume = 0] = await bringToStockUp(id, sku, [2]);
    const { code } = (await read(id)).volumes[0] ?? { code: '' };
    const scan = async (who: Person) => (await who.call(api.passports.find, { query: { code } })).items[0];
    const detail = () => stockist.call(api.volumes.detail, { params: { id: volume } });
    expect((await detail()).receipt).toMatchObject({ id, state: 'stock_up' });
    expect((await scan(stockist))?.acts).toEqual(['launch']);
    await back(id, 'stock_up', owner);
    expect((await detail()).receipt).toMatchObject({ id, state: 'tag_volumes' });
    expect(await scan(stockist)).toMatchObject({ receipt: { id, state: 'tag_volumes' }, acts: ['receive'] });
    const byHand = await stockist.call(api.volumes.create, {
      body: {
        warehouseId: place.warehouseId,
        reason: 'sobra',
        lines: [{ variationId: (await make()).variationId, quantity: 1 }],
      },
    });
    expect(byHand.receipt).toBeNull();
  });

  it('forty simultaneous scans of two people count forty volumes, and a repeated scan counts nothing', async () => {
    const { id, sku } = await make(40, 1);
    await advance(id, 'in_transport');
    const colleague = await app.hire(owner.businessId, ['stockist'], [place.warehouseId]);
    const scan = (who: Person, clientId: string) =>
      who.call(api.supplyRequests.countVolumes, { params: { id }, body: { code: sku, clientId } });
    const scans = Array.from({ length: 20 }, (_, n) => [
      scan(stockist, `one-${n}`),
      scan(colleague, `two-${n}`),
    ]);
    const counts = (await Promise.all(scans.flat())).map(({ counted }) => counted);
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    // Repeated after the network returned; the other device has counted in between.
    expect((await scan(stockist, 'one-3')).counted).toBe(40);
    for (const who of [stockist, colleague]) expect((await read(id, who)).lines[0]?.counted).toBe(40);
    await advance(id, 'check_volumes');
    const lineId = (await read(id)).lines[0]?.id ?? 0;
    const register = (who: Person) => ({
      who,
      send: { params: { id }, body: { lineId, copies: 30, units: 1 } },
    });
    const both = [register(stockist), register(colleague)];
    const done = await Promise.allSettled(
      both.map(({ who, send }) => who.call(api.supplyRequests.registerVolumes, send)),
    );
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await read(id)).volumes).toHaveLength(30);
  });

  it('twenty simultaneous launches of one volume post it once', async () => {
    const { id, sku, variationId } = await make(2);
    const [volume = 0] = await bringToStockUp(id, sku, [2]);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => launch(volume)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bucket(variationId)).toEqual([2, 0]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('several volumes are stored by one scan of their position, all of them or none', async () => {
    const { id, sku, variationId } = await make(6);
    const [first = 0, second = 0, third = 0] = await bringToStockUp(id, sku, [2, 2, 2]);
    const store = (ids: number[], positionId = place.positionId) => ({ body: { ids, positionId } });
    const stranger = await app.join('supply');
    expect((await stranger.refused(api.volumes.launchMany, store([first]))).status).toBe(404);
    const elsewhere = await makeWarehouse(owner);
    const other = await owner.refused(api.volumes.launchMany, store([first, second], elsewhere.positionId));
    expect(other.code).toBe('position_of_other_warehouse');
    await launch(third);
    expect((await stockist.refused(api.volumes.launchMany, store([first, third]))).code).toBe(
      'state_conflict',
    );
    expect(await bucket(variationId)).toEqual([2, 4]);
    const { done } = await stockist.call(api.volumes.launchMany, store([second, first, second]));
    expect(done).toEqual([second, first]);
    expect(await bucket(variationId)).toEqual([6, 0]);
    expect((await advance(id, 'stock_up')).state).toBe('attended');
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('twenty simultaneous launches of pairs that share a volume post each volume once', async () => {
    const { id, sku, variationId } = await make(21, 1);
    const volumes = await bringToStockUp(id, sku, new Array(21).fill(1));
    const answers = await Promise.allSettled(
      volumes.slice(1).map((volume, n) => {
        const ids = [volume, volumes[n % 2 === 0 ? 0 : n] ?? 0];
        return stockist.call(api.volumes.launchMany, { body: { ids, positionId: place.positionId } });
      }),
    );
    const stored = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.done : []));
    expect(new Set(stored).size).toBe(stored.length);
    expect(await bucket(variationId)).toEqual([stored.length, 21 - stored.length]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });
});
