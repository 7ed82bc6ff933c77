import { api } from '#contract/index.ts';
import { maxWrongPins } from '#contract/inventory/station.ts';
import { makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { choosePin, enrolStation, goodPin, tryPin } from '#server/inventory/test/station-factory.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';
import type { UseCase } from '../run.ts';

const at = (id: number) => ({ params: { id } });

export type Floor = Awaited<ReturnType<typeof buildFloor>>;

/**
 * Picking lists in each of their states, each with two sales of two units; a second volume holds what may be missing.
 */
export async function buildFloor(app: TestApp) {
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 100);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const sales = async () => [await sell(2), await sell(2)];
  const open = await supplier.call(api.picking.create, { body: { ids: await sales() } });
  const begun = await beginList(supplier, await sales());
  await supplier.call(api.picking.beep, listScan(begun.id, shelf.sku, shelf.code));
  const walked = await beginList(supplier, await sales());
  await walkList(supplier, walked.id);
  const canceled = await beginList(supplier, await sales());
  await walkList(supplier, canceled.id);
  await supplier.call(api.picking.cancel, at(canceled.id));
  await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 3 }]);
  const clerk = await app.hire(supplier.businessId, ['owner']);
  return {
    ...(await buildStations(app, supplier, shelf.warehouseId)),
    clerk,
    ...{ supplier, shelf, fresh: await sales() },
    ...{ open: open.id, begun: begun.id, walked: walked.id, canceled: canceled.id },
  };
}

/** A station whose person has entered one wrong PIN, and one that is locked by wrong PINs. */
async function buildStations(app: TestApp, { businessId }: Person, warehouseId: number) {
  const packer = await app.hire(businessId, ['packer']);
  await choosePin(packer);
  const station = await enrolStation(app, businessId, warehouseId);
  await tryPin(app, station.jar, packer.userId, '8351');
  const locked = await enrolStation(app, businessId, warehouseId);
  for (let n = 0; n < maxWrongPins; n++) await tryPin(app, locked.jar, packer.userId, '8351');
  return { packer, station, locked };
}

const one = (name: string, run: UseCase<Floor>['run']): UseCase<Floor> => ({ name, run });

export const pickingUseCases: readonly UseCase<Floor>[] = [
  one('list made', async ({ call }, { supplier, fresh }) => {
    await call(supplier, api.picking.create, { body: { ids: fresh } });
  }),
  one('list begun', async ({ call }, { supplier, open }) => {
    await call(supplier, api.picking.start, at(open));
  }),
  one('unit of a list fetched', async ({ call }, { supplier, shelf, begun }) => {
    const scan = { code: shelf.sku, from: shelf.code, clientId: 'scan-of-the-second-unit' };
    await call(supplier, api.picking.beep, { ...at(begun), body: scan });
  }),
  one('shortage of a list declared', async ({ call }, { supplier, shelf, begun }) => {
    const body = { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'caixa vazia' };
    await call(supplier, api.picking.declareShort, { ...at(begun), body });
  }),
  one('list finished', async ({ call }, { supplier, walked }) => {
    await call(supplier, api.picking.finish, at(walked));
  }),
  one('list canceled', async ({ call }, { supplier, begun }) => {
    await call(supplier, api.picking.cancel, at(begun));
  }),
  one('units of a list put back', async ({ call }, { supplier, shelf, canceled }) => {
    const body = { code: shelf.sku, volumeCode: shelf.code, quantity: 4 };
    await call(supplier, api.picking.putBack, { ...at(canceled), body });
  }),
  {
    name: 'somebody comes to a station by PIN',
    // A caller without an answer repeats the request.
    grows: ['sessions'],
    run: async ({ call }, { packer, station }) => {
      const body = { person: packer.userId, pin: goodPin };
      await call({ token: '', cookies: station.jar }, api.stations.enter, { body });
    },
  },
  {
    name: 'a PIN is wrong at a station',
    // Repeated, it counts as one more wrong PIN.
    grows: ['station_failures', 'audit_entries'],
    run: async ({ call }, { packer, station }) => {
      const body = { person: packer.userId, pin: '8351' };
      await call({ token: '', cookies: station.jar }, api.stations.enter, { body }, 'pin_wrong');
    },
  },
  one('a browser becomes a station', async ({ call }, { clerk, shelf }) => {
    const body = { name: 'Recebimento', warehouseId: shelf.warehouseId };
    await call(clerk, api.stations.create, { body }, 'unauthenticated');
  }),
  one('a station is unlocked', async ({ call }, { supplier, locked }) => {
    await call(supplier, api.stations.unlock, at(locked.id));
  }),
];
