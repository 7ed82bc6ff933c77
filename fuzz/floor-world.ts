import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { choosePin, enrolStation } from '#server/inventory/test/station-factory.ts';
import { bringBack } from '#server/orders/test/factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';

/** A station that was renamed and unlocked, one that is revoked, and a person who may use a PIN. */
export async function enrolStations(app: TestApp, owner: Person, warehouseId: number): Promise<void> {
  await choosePin(owner);
  const { id } = await enrolStation(app, owner.businessId, warehouseId);
  await owner.call(api.stations.update, { params: { id }, body: { name: `Recebimento ${id}` } });
  await owner.call(api.stations.unlock, { params: { id } });
  const gone = await enrolStation(app, owner.businessId, warehouseId);
  await owner.call(api.stations.revoke, { params: { id: gone.id } });
}

/** A cart that was changed, and one that was removed. */
export async function addCarts(owner: Person, warehouseId: number): Promise<void> {
  const { id } = await owner.call(api.carts.create, { body: { warehouseId, name: 'Azul', places: 4 } });
  await owner.call(api.carts.update, { params: { id }, body: { name: 'Azul-claro', places: 6 } });
  const gone = await owner.call(api.carts.create, { body: { warehouseId, name: 'Verde', places: 4 } });
  await owner.call(api.carts.remove, { params: { id: gone.id } });
}

/** A pick face without units that a person is filling from the volume of the shelf. */
export async function addPickFace(owner: Person, shelf: Shelf): Promise<void> {
  const { id } = await owner.call(api.pickFaces.create, {
    body: { positionId: shelf.otherPositionId, variationId: shelf.variationId, minimum: 5, maximum: 20 },
  });
  await owner.call(api.refills.take, { params: { id }, body: { code: shelf.code } });
}

/** A return to a vendor that volumes are scanned onto, and one that was canceled. */
export async function returnToVendors(owner: Person, warehouseId: number): Promise<void> {
  const { id } = await owner.call(api.vendorReturns.create, { body: { warehouseId } });
  const body = { vendorName: 'Cerâmica do Vale', note: 'caixas molhadas' };
  await owner.call(api.vendorReturns.update, { params: { id }, body });
  const gone = await owner.call(api.vendorReturns.create, { body: { warehouseId } });
  await owner.call(api.vendorReturns.cancel, { params: { id: gone.id }, body: { reason: 'desistiu' } });
}

/** A wave rule that was changed, and one that was removed. */
export async function addWaves(owner: Person, warehouseId: number): Promise<void> {
  const body = {
    ...{ name: 'Tarde', on: true, logisticTypes: [], zones: ['A'], singles: true, places: 4 },
    ...{ cutoffHour: 17, minSales: 500, minutesBefore: null },
  };
  const { id } = await owner.call(api.waves.create, { body: { ...body, warehouseId } });
  await owner.call(api.waves.update, { params: { id }, body: { ...body, name: 'Noite' } });
  const gone = await owner.call(api.waves.create, { body: { ...body, warehouseId } });
  await owner.call(api.waves.remove, { params: { id: gone.id } });
}

/** A volume that is being counted, one to count again, and one whose count waits for approval. */
export async function countVolumes(app: TestApp, owner: Person): Promise<void> {
  const stockist = await app.hire(owner.businessId, ['stockist']);
  // The approver has not counted.
  const other = await app.hire(owner.businessId, ['stockist']);
  for (const counters of [[], [stockist], [stockist, other]]) {
    const shelf = await makeShelf(app, owner, 100);
    const { started } = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
    const lines = [{ variationId: shelf.variationId, quantity: 50 }];
    for (const counter of counters)
      await counter.call(api.balances.count, { params: { id: started[0]?.id ?? 0 }, body: { lines } });
  }
}

/** A closed return, and one that is being inspected. */
export async function bringBackAll(app: TestApp, owner: Person): Promise<void> {
  for (const condition of ['good', 'missing'] as const) {
    const { id, sku, partId, volumeCode } = await bringBack(app, owner, 2);
    const at = { params: { id } };
    const body = { code: sku, condition, quantity: 1, clientId: `fuzz-return-${id}` };
    await owner.call(api.returns.inspect, { ...at, body });
    if (condition === 'missing') continue;
    await owner.call(api.returns.reset, at);
    await owner.call(api.returns.inspect, {
      ...at,
      body: { ...body, quantity: 2, clientId: `fuzz-again-${id}` },
    });
    await owner.call(api.returns.close, { ...at, body: { places: [{ partId, volumeCode }] } });
  }
}
