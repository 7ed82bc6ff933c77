import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { type SupplyRequestState, supplyRequestStates } from '#contract/supply/supply-request-states.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeRequest, makeSupplier, orderGoods } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const owner = await app.join('supply');
let warehouseId = 0;
let positionId = 0;
const goods: { variationId: number; sku: string }[] = [];

beforeAll(async () => {
  ({ warehouseId, positionId } = await makeWarehouse(owner));
  for (let n = 0; n < 4; n++) goods.push(await makeVariation(app, owner.businessId));
});

const at = (n: number) => goods[n]?.variationId ?? 0;
const lines = () => [
  { variationId: at(0), quantity: 25, quantityPerVolume: 12, priceCentavos: 1490 },
  { variationId: at(1), quantity: 3, priceCentavos: 9999 },
];
const stateOf = async (id: number) => (await owner.call(api.supplyRequests.detail, { params: { id } })).state;
const inboundOf = async (variationId: number) => {
  const [row] = await app.rows(
    owner.businessId,
    `select inbound from stock where variation_id = ${variationId} and warehouse_id = ${warehouseId}`,
  );
  return Number(row?.inbound ?? 0);
};

describe('a pending supply request', () => {
  it('a pending request has the next number and a total in centavos, and its lines are changed one by one', async () => {
    const made = await makeRequest(owner, warehouseId, lines());
    expect(made).toMatchObject({ state: 'pending', totalProducts: 28, totalCentavos: 25 * 1490 + 3 * 9999 });
    expect(made.lines.map((line) => line.volumes)).toEqual([3, 3]);
    const next = await makeRequest(owner, warehouseId, lines());
    expect(next.number).toBe(made.number + 1);
    const [first, second] = made.lines;
    const changed = await owner.call(api.supplyRequests.update, {
      params: { id: made.id },
      version: made.version,
      body: {
        notes: 'Entregar pela manhã',
        lines: {
          update: { [first?.id ?? 0]: { quantity: 10 } },
          remove: [second?.id ?? 0],
          create: [{ variationId: at(1), quantity: 1, quantityPerVolume: 1, priceCentavos: 5 }],
        },
      },
    });
    expect(changed).toMatchObject({ totalProducts: 11, totalCentavos: 14_905, notes: 'Entregar pela manhã' });
  });

  it('invalid, repeated and foreign lines and an archived supplier are refused at their fields, and nothing is stored', async () => {
    const { id: supplierId } = await makeSupplier(owner);
    const stranger = await app.join('supply');
    const foreign = await makeVariation(app, stranger.businessId);
    const before = (await owner.call(api.supplyRequests.list)).total;
    const line = { quantity: 1, quantityPerVolume: 1, priceCentavos: 1 };
    const send = (create: object[]) =>
      owner.refused(api.supplyRequests.create, {
        body: { supplierId, warehouseId, lines: { create } } as never,
      });
    const refused = await send([
      { ...line, variationId: at(0), tempId: 'a' },
      { ...line, variationId: at(0), tempId: 'b' },
      { ...line, variationId: foreign.variationId, tempId: 'c' },
    ]);
    expect(refused.errors).toMatchObject({
      lines: {
        create: { b: { variationId: [{ code: 'duplicate' }] }, c: { variationId: [{ code: 'not_found' }] } },
      },
    });
    expect((await send([])).errors).toMatchObject({ lines: [{ code: 'required' }] });
    for (const wrong of [
      { quantity: 0 },
      { quantity: -1 },
      { priceCentavos: 0 },
      { quantityPerVolume: 0 },
      { quantity: 1e9 },
    ])
      expect((await send([{ ...line, variationId: at(0), ...wrong }])).code).toBe('invalid');
    const most = { quantity: 1_000_000, priceCentavos: 1_000_000_000 };
    expect((await send([{ ...line, ...most, variationId: at(0) }])).errors).toMatchObject({
      lines: [{ code: 'too_big' }],
    });
    const archived = await makeSupplier(owner);
    await owner.call(api.suppliers.update, { params: { id: archived.id }, body: { archived: true } });
    const wrongSides = await owner.refused(api.supplyRequests.create, {
      body: { supplierId: archived.id, warehouseId, lines: { create: [{ ...line, variationId: at(0) }] } },
    });
    expect(wrongSides.errors).toMatchObject({ supplierId: [{ code: 'not_found' }] });
    expect((await owner.call(api.supplyRequests.list)).total).toBe(before);
  });

  it('a pending request can be duplicated and removed, and its supplier cannot be removed before', async () => {
    const made = await makeRequest(owner, warehouseId, lines());
    const copy = await owner.call(api.supplyRequests.duplicate, { params: { id: made.id } });
    expect(copy).toMatchObject({ state: 'pending', totalCentavos: made.totalCentavos });
    expect(copy.number).toBeGreaterThan(made.number);
    const supplier = { params: { id: made.supplier.id } };
    expect((await owner.refused(api.suppliers.remove, supplier)).code).toBe('supplier_in_use');
    for (const { id } of [made, copy]) await owner.call(api.supplyRequests.remove, { params: { id } });
    await owner.call(api.suppliers.remove, supplier);
  });
});

describe('approval of a supply request', () => {
  it('approving a request freezes its lines, expects its goods and records its prices, which the next request shows', async () => {
    const variation = await makeVariation(app, owner.businessId);
    const ask = (priceCentavos: number) => [
      { variationId: variation.variationId, quantity: 7, priceCentavos },
    ];
    for (const price of [1000, 1200]) await orderGoods(owner, warehouseId, ask(price));
    expect(await inboundOf(variation.variationId)).toBe(14);
    const next = await makeRequest(owner, warehouseId, ask(1210));
    expect(next.lines[0]).toMatchObject({ differenceBasisPoints: 1000 });
    expect(next.lines[0]?.lastPrices?.map(({ priceCentavos }) => priceCentavos)).toEqual([1200, 1000]);
    const history = await owner.call(api.pricesHistory.list, {
      query: { query: `variation:${variation.variationId}` },
    });
    expect(history.items.map(({ priceCentavos }) => priceCentavos)).toEqual([1200, 1000]);
    const approved = await owner.call(api.supplyRequests.approve, { params: { id: next.id }, body: {} });
    const refused = await owner.refused(api.supplyRequests.update, {
      params: { id: next.id },
      body: { lines: { update: { [approved.lines[0]?.id ?? 0]: { quantity: 1 } } } },
    });
    expect(refused).toMatchObject({ status: 409, code: 'supply_request_closed' });
    expect(refused.detail).toBe('O pedido de compra não pode mais ser editado.');
    await owner.call(api.supplyRequests.cancel, {
      params: { id: next.id },
      body: { reason: 'Sem estoque lá' },
    });
    expect(await inboundOf(variation.variationId)).toBe(14);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('a request above the limit is approved by another person than its author, unless there is only one', async () => {
    const boss = await app.join('sales');
    const { warehouseId: place } = await makeWarehouse(boss);
    const { variationId } = await makeVariation(app, boss.businessId);
    await boss.call(api.purchasing.updateSettings, { body: { limitCentavos: 5000 } });
    const make = () => makeRequest(boss, place, [{ variationId, quantity: 6, priceCentavos: 1000 }]);
    const alone = await make();
    expect(alone.needsOtherApprover).toBe(false);
    await boss.call(api.supplyRequests.approve, { params: { id: alone.id }, body: {} });
    const { items } = await boss.call(api.supplyRequests.events, { params: { id: alone.id } });
    expect(items[0]).toMatchObject({ kind: 'approved', detail: { alone: true } });
    const administrator = await app.hire(boss.businessId, ['administrator']);
    const big = await make();
    expect(big.needsOtherApprover).toBe(true);
    const refused = await boss.refused(api.supplyRequests.approve, { params: { id: big.id }, body: {} });
    expect(refused).toMatchObject({ status: 409, code: 'approval_by_other' });
    await administrator.call(api.supplyRequests.approve, { params: { id: big.id }, body: {} });
    const small = await makeRequest(boss, place, [{ variationId, quantity: 5, priceCentavos: 1000 }]);
    await boss.call(api.supplyRequests.approve, { params: { id: small.id }, body: {} });
  });

  it('twenty simultaneous approvals approve a request once', async () => {
    const { variationId } = await makeVariation(app, owner.businessId);
    const { id } = await makeRequest(owner, warehouseId, [{ variationId, quantity: 5 }]);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => owner.call(api.supplyRequests.approve, { params: { id }, body: {} })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await inboundOf(variationId)).toBe(5);
  });
});

describe('acts on a supply request by state', () => {
  const acts = {
    update: (id: number) => owner.call(api.supplyRequests.update, { params: { id }, body: { notes: 'x' } }),
    approve: (id: number) => owner.call(api.supplyRequests.approve, { params: { id }, body: {} }),
    cancel: (id: number) => owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'x' } }),
    remove: (id: number) => owner.call(api.supplyRequests.remove, { params: { id } }),
  };
  const ongoing: SupplyRequestState[] = [
    'in_transport',
    'check_volumes',
    'register_volumes',
    'tag_volumes',
    'stock_up',
  ];
  const allowed: Record<keyof typeof acts, SupplyRequestState[]> = {
    update: ['pending'],
    approve: ['pending'],
    cancel: ['pending', ...ongoing],
    remove: ['pending'],
  };
  it.each(supplyRequestStates)(
    'a request in state %s allows exactly the acts of the state table',
    async (state) => {
      for (const act of Object.keys(acts) as (keyof typeof acts)[]) {
        const { id } =
          state === 'pending'
            ? await makeRequest(owner, warehouseId, [{ variationId: at(2), quantity: 2 }])
            : await orderGoods(owner, warehouseId, [{ variationId: at(2), quantity: 2 }]);
        if (state === 'canceled') await acts.cancel(id);
        else if (state === 'attended') await receiver(owner, id, positionId).bringTo('attended');
        else
          await app.rows(owner.businessId, `update supply_requests set state = '${state}' where id = ${id}`);
        const done = await acts[act](id).then(
          () => true,
          (error: { problem: { status: number } }) => {
            expect(error.problem.status).toBe(409);
            return false;
          },
        );
        expect({ state, act, done }).toEqual({ state, act, done: allowed[act].includes(state) });
        if (!done) expect(await stateOf(id)).toBe(state);
      }
      expect(await checkInvariants(app.databaseUrl)).toEqual([]);
    },
  );
});

describe('permissions on supply requests', () => {
  it('buyers cancel only their own pending requests, and stockists see no price', async () => {
    const buyer = await app.hire(owner.businessId, ['supplier']);
    const mine = await makeRequest(buyer, warehouseId, lines());
    const theirs = await makeRequest(owner, warehouseId, lines());
    const cancel = (id: number) => ({ params: { id }, body: { reason: 'engano' } });
    expect((await buyer.refused(api.supplyRequests.cancel, cancel(theirs.id))).code).toBe('forbidden');
    await buyer.call(api.supplyRequests.cancel, cancel(mine.id));
    const stockist = await app.hire(owner.businessId, ['stockist'], [warehouseId]);
    const seen = await stockist.call(api.supplyRequests.detail, { params: { id: theirs.id } });
    expect(JSON.stringify(seen)).not.toMatch(/[cC]entavos|lastPrices|BasisPoints/);
    const { items } = await stockist.call(api.pricesHistory.list);
    expect(JSON.stringify(items)).not.toContain('priceCentavos');
    const elsewhere = await app.hire(owner.businessId, ['stockist'], []);
    const hidden = await elsewhere.refused(api.supplyRequests.detail, { params: { id: theirs.id } });
    expect(hidden.code).toBe('not_found');
  });

  it('with blind counting, stockists see no quantity of a request', async () => {
    const boss = await app.join('supply');
    const { warehouseId: place } = await makeWarehouse(boss);
    const { variationId } = await makeVariation(app, boss.businessId);
    const stockist = await app.hire(boss.businessId, ['stockist'], [place]);
    const { id } = await orderGoods(boss, place, [{ variationId, quantity: 77_177 }]);
    const seen = () => stockist.call(api.supplyRequests.detail, { params: { id } });
    expect((await seen()).totalProducts).toBe(77_177);
    await boss.call(api.purchasing.updateSettings, { body: { blindCounting: true } });
    expect(JSON.stringify(await seen())).not.toContain('77177');
    expect((await boss.call(api.supplyRequests.detail, { params: { id } })).totalProducts).toBe(77_177);
  });
});

it('finds requests by status, supplier, SKU, delivery and lateness', async () => {
  const boss = await app.join('supply');
  const { warehouseId: place } = await makeWarehouse(boss);
  const variation = await makeVariation(app, boss.businessId);
  const request = await orderGoods(boss, place, [{ variationId: variation.variationId, quantity: 2 }]);
  const found = async (query: string) =>
    (await boss.call(api.supplyRequests.list, { query: { query } })).items.map(({ id }) => id);
  for (const query of [
    'state:in_transport',
    `supplier:${request.supplier.id} warehouse:${place}`,
    `sku:${variation.sku.toLowerCase()}`,
    'delivery:01/12/2026',
    'late:no',
    `${request.number}`,
  ])
    expect([query, await found(query)]).toEqual([query, [request.id]]);
  app.clock.set('2026-12-02T15:00:00.000Z');
  expect(await found('late:yes')).toEqual([request.id]);
  expect(await found('late:no')).toEqual([]);
  app.clock.set('2026-11-21T15:00:00.000Z');
});

it('a past delivery day is refused for one and for many requests, and a stored day that has passed since is accepted unchanged', async () => {
  const passed = '2026-11-20';
  const refusedAt = { estimatedDelivery: [{ code: 'date_past' }] };
  const request = await makeRequest(owner, warehouseId, lines());
  const params = { id: request.id };
  const alone = await owner.refused(api.supplyRequests.update, {
    params,
    body: { estimatedDelivery: passed },
  });
  expect(alone.errors).toMatchObject(refusedAt);
  const body = { ids: [request.id], change: { estimatedDelivery: passed } };
  expect((await owner.refused(api.supplyRequests.bulkUpdate, { body })).errors).toMatchObject({
    change: refusedAt,
  });
  app.clock.set('2026-12-02T15:00:00.000Z');
  const estimatedDelivery = request.estimatedDelivery;
  const kept = await owner.call(api.supplyRequests.update, {
    params,
    body: { estimatedDelivery, notes: 'x' },
  });
  expect(kept).toMatchObject({ estimatedDelivery, notes: 'x' });
  app.clock.set('2026-11-21T15:00:00.000Z');
});

it('changes the delivery day of many requests and names those that are closed or not found', async () => {
  const open = await makeRequest(owner, warehouseId, lines());
  const closed = await orderGoods(owner, warehouseId, [{ variationId: at(3), quantity: 1 }]);
  const outcome = await owner.call(api.supplyRequests.bulkUpdate, {
    body: { ids: [open.id, closed.id, 999_999], change: { estimatedDelivery: '2027-01-15' } },
  });
  expect(outcome).toEqual({
    done: [open.id],
    failed: [
      { id: closed.id, code: 'supply_request_closed' },
      { id: 999_999, code: 'not_found' },
    ],
  });
});

it("reads pasted rows by SKU and by the supplier's SKU, and names the error of each other row", async () => {
  const supplier = await makeSupplier(owner);
  const variation = await makeVariation(app, owner.businessId);
  const line = { variationId: variation.variationId, quantity: 1, quantityPerVolume: 24, priceCentavos: 777 };
  const first = await owner.call(api.supplyRequests.create, {
    body: { supplierId: supplier.id, warehouseId, lines: { create: [{ ...line, supplierSku: 'VND-9' }] } },
  });
  await owner.call(api.supplyRequests.approve, { params: { id: first.id }, body: {} });
  const { rows } = await owner.call(api.supplyRequests.readRows, {
    body: {
      supplierId: supplier.id,
      rows: [
        { code: 'vnd-9', quantity: '1.200' },
        { code: goods[0]?.sku ?? '', quantity: '5', quantityPerVolume: '2', price: 'R$ 1.234,50' },
        { code: 'nada', quantity: '5' },
        { code: variation.sku, quantity: '5' },
        { code: goods[1]?.sku ?? '', quantity: '-5' },
        { code: goods[2]?.sku ?? '', quantity: '1', price: 'dez' },
      ],
    },
  });
  expect(
    rows.map(
      ({ fault, line: read }) => fault ?? [read?.quantity, read?.quantityPerVolume, read?.priceCentavos],
    ),
  ).toEqual([[1200, 24, 777], [5, 2, 123_450], 'unknown_code', 'twice', 'quantity', 'price']);
});

it('a product in a pending request cannot be removed', async () => {
  const { productId, variationId } = await makeVariation(app, owner.businessId);
  const { id } = await makeRequest(owner, warehouseId, [{ variationId, quantity: 1 }]);
  const params = { id: productId };
  expect((await owner.refused(api.products.remove, { params })).code).toBe('product_in_use');
  await owner.call(api.supplyRequests.remove, { params: { id } });
  await owner.call(api.products.remove, { params });
});
