import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import { photo } from '#server/dropshipping/test/factory.ts';
import { makeShelf, makeVariation, makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { enrolStation } from '#server/inventory/test/station-factory.ts';
import { makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import type { Person, TestApp } from '#server/test/app.ts';

const received: readonly SupplyRequestState[] = [
  'in_transport',
  'check_volumes',
  'register_volumes',
  'tag_volumes',
  'stock_up',
  'attended',
];

/** A warehouse of a business with its own stock, with one of everything that belongs to a warehouse, in its states. */
export async function makeFullWarehouse(app: TestApp, owner: Person) {
  const place = await makeWarehouse(owner);
  const { warehouseId, positionId } = place;
  const shelf = () => makeShelf(app, owner, 40, Promise.resolve(place));
  const main = await shelf();
  await makeVolumes(app, owner, place, main.variationId);
  for (const state of received) await receiveTo(owner, place, main.variationId, state);
  await cancelRequest(owner, warehouseId, main.variationId);
  await receiveInvoice(owner, warehouseId, main.variationId);
  await makeSales(app, owner, place);
  await enrolStation(app, owner.businessId, warehouseId);
  await owner.call(api.carts.create, { body: { warehouseId, name: 'Carrinho', places: 4 } });
  await owner.call(api.pickFaces.create, {
    body: { positionId: place.otherPositionId, variationId: main.variationId, minimum: 5, maximum: 20 },
  });
  const damaged = await makeVolume(owner, place, [{ variationId: main.variationId, quantity: 2 }]);
  await owner.call(api.volumes.block, { params: { id: damaged.id }, body: { reason: 'x' } });
  await owner.call(api.vendorReturns.create, { body: { volumeIds: [damaged.id] } });
  await owner.call(api.waves.create, {
    body: {
      ...{ warehouseId, name: 'Onda', on: true, logisticTypes: [], zones: ['A'], singles: false, places: 4 },
      ...{ cutoffHour: null, minSales: 500, minutesBefore: null },
    },
  });
  const gone = await enrolStation(app, owner.businessId, warehouseId);
  await owner.call(api.stations.revoke, { params: { id: gone.id } });
  return { warehouseId, positionId };
}

type Place = Awaited<ReturnType<typeof makeWarehouse>>;

/** Registered, active, blocked, in transit to another warehouse, being counted, counted twice, with a lot. */
async function makeVolumes(app: TestApp, owner: Person, place: Place, variationId: number): Promise<void> {
  const lines = [{ variationId, quantity: 40 }];
  const lot = { code: `L${place.warehouseId}`, expiresOn: '2027-11-21' };
  const ofLot = await makeVariation(app, owner.businessId);
  await makeVolume(owner, place, [{ variationId: ofLot.variationId, quantity: 3, lot }]);
  const body = { warehouseId: place.warehouseId, reason: 'opening stock', lines };
  await owner.call(api.volumes.create, { body });
  const tagged = await owner.call(api.volumes.create, { body });
  await owner.call(api.volumes.tag, { params: { id: tagged.id }, body: { code: tagged.code } });
  await makeVolume(owner, place, lines);
  const blocked = await makeVolume(owner, place, lines);
  await owner.call(api.volumes.block, { params: { id: blocked.id }, body: { reason: 'caixa molhada' } });
  const counters = [
    await app.hire(owner.businessId, ['stockist']),
    await app.hire(owner.businessId, ['stockist']),
  ];
  for (const rounds of [0, 1, 2]) {
    const { id: volumeId } = await makeVolume(owner, place, lines);
    const { started } = await owner.call(api.balances.start, { body: { volumeId } });
    const params = { id: started[0]?.id ?? 0 };
    for (const counter of counters.slice(0, rounds))
      await counter.call(api.balances.count, { params, body: { lines: [{ variationId, quantity: 20 }] } });
  }
}

async function receiveTo(
  owner: Person,
  { warehouseId, positionId }: Place,
  variationId: number,
  state: SupplyRequestState,
): Promise<void> {
  const line = { variationId, quantity: 2 };
  const { id } = await orderGoods(owner, warehouseId, [line]);
  await receiver(owner, id, positionId).bringTo(state);
  if (state === 'in_transport' || state === 'attended') return;
  await owner.call(api.reportedProblems.create, {
    body: { requestId: id, kind: 'damaged', title: 'Caixa amassada' },
  });
}

let invoices = 0;

/** A request that has just arrived, with the NF-e of its vendor. */
async function receiveInvoice(owner: Person, warehouseId: number, variationId: number): Promise<void> {
  const { id, supplier } = await orderGoods(owner, warehouseId, [{ variationId, quantity: 2 }]);
  const { document } = await owner.call(api.suppliers.detail, { params: { id: supplier.id } });
  const buyer = await owner.call(api.business.detail, {});
  const bytes = sampleNfe({
    cnpj: document,
    number: ++invoices,
    issuedAt: new Date('2026-11-21T14:00:00.000Z'),
    total: 2000,
    product: 'Caixa de canecas',
    quantity: 2,
    buyer: { document: String(buyer.document), name: 'Casa Serena', zip: '01310100' },
  });
  await owner.call(api.supplyRequests.receiveInvoice, { params: { id }, files: [{ name: 'n.xml', bytes }] });
}

/** Records of one person: an import, a saved view, a bulk run. */
export async function makePersonalThings(owner: Person, saleId: number): Promise<void> {
  const bytes = Buffer.from('Produto;Quantidade\nCaneca;3');
  await owner.call(api.imports.create, { body: { kind: 'products' }, files: [{ name: 'p.csv', bytes }] });
  await owner.call(api.savedViews.create, { body: { list: 'volumes', name: 'Meus', query: 'caneca' } });
  await owner.call(api.checkout.printMany, { body: { ids: [saleId], format: 'pdf' } });
}

async function cancelRequest(owner: Person, warehouseId: number, variationId: number): Promise<void> {
  const { id } = await orderGoods(owner, warehouseId, [{ variationId, quantity: 2 }]);
  await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'sem prazo' } });
}

/**
 * Sales to ship from pending to sent, canceled while picked, returned; picking lists new, begun, finished and canceled.
 */
async function makeSales(app: TestApp, owner: Person, place: Place): Promise<void> {
  const shelf = await makeShelf(app, owner, 100, Promise.resolve(place));
  const sell = await makeBenchSeller(app, { supplier: owner, seller: owner, shelf });
  const sale = () => sell(1);
  await sale();
  const picking = await sale();
  await owner.call(api.checkout.startPicking, { params: { id: picking } });
  await owner.call(api.checkout.photograph, { params: { id: picking }, files: [await photo()] });
  for (const close of [false, true]) {
    const handed = await sale();
    await packSale(owner, handed, shelf.sku, 1);
    const { pile } = await owner.call(api.checkout.handOver, { body: { code: ownLabelCode(handed) } });
    if (close) await owner.call(api.manifests.close, { params: { id: pile.manifest?.id ?? 0 } });
  }
  const declared = await sale();
  await owner.call(api.contentDeclarations.create, { body: { orderId: declared } });
  const packed = await sale();
  await packSale(owner, packed, shelf.sku, 1);
  const canceled = await sale();
  await packSale(owner, canceled, shelf.sku, 1);
  await owner.call(api.orders.cancel, { params: { id: canceled }, body: { reason: 'desistência' } });
  for (const close of [false, true]) {
    const returned = await sale();
    await packSale(owner, returned, shelf.sku, 1);
    await owner.call(api.checkout.collectByHand, {
      params: { id: returned },
      body: { reason: 'sem leitor' },
    });
    const { id, parts } = await owner.call(api.returns.open, { body: { code: ownLabelCode(returned) } });
    if (!close) continue;
    await owner.call(api.returns.inspect, {
      params: { id },
      body: { code: shelf.sku, condition: 'good', quantity: 1, clientId: `scope-return-${returned}` },
    });
    const partId = parts[0]?.id ?? 0;
    await owner.call(api.returns.close, {
      params: { id },
      body: { places: [{ partId, volumeCode: shelf.code }] },
    });
  }
  await owner.call(api.picking.create, { body: { ids: [await sale()] } });
  const begun = await beginList(owner, [await sale()]);
  await owner.call(api.picking.beep, listScan(begun.id, shelf.sku, shelf.code));
  const finished = await beginList(owner, [await sale()]);
  await walkList(owner, finished.id);
  await owner.call(api.picking.finish, { params: { id: finished.id } });
  const dropped = await beginList(owner, [await sale()]);
  await owner.call(api.picking.cancel, { params: { id: dropped.id } });
}
