import type { BodyOf } from '#contract/endpoint.ts';
import type { AccountLocations, accountLocations } from '#contract/marketplaces/account-location.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { StockLocation } from '#server/outside/marketplaces/listing.ts';
import { type AccountContext, withAccount } from '../account-access.ts';
import { failWithMarketplace } from '../marketplace-fault.ts';
import { listMatches, listWarehouses, type Match, replaceMatches } from './location.queries.ts';

export async function readLocations(
  call: RemoteCall<typeof accountLocations.list>,
): Promise<AccountLocations> {
  const { params } = call;
  const found = await askLocations(call, params.id);
  return call.read((tx) => viewLocations(tx, params.id, found));
}

/** Which location has the stock of which warehouse: publications whose location changed are sent again. */
export async function updateLocations(
  call: RemoteCall<typeof accountLocations.update>,
): Promise<AccountLocations> {
  const { actor, body, params } = call;
  const found = await askLocations(call, params.id);
  return call.conclude(async (tx) => {
    const warehouses = await listWarehouses(tx, params.id);
    const faults = faultsOf(body.matches, warehouses, found);
    if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: { matches: faults } });
    const chosen = body.matches.map(({ warehouseId, location }) => ({
      warehouse_id: warehouseId,
      supplier_id: warehouses.find(({ id }) => id === warehouseId)?.supplier_id ?? fail('internal'),
      remote_id: location,
      name: found.find(({ id }) => id === location)?.name ?? '',
    }));
    await replaceMatches(tx, actor.businessId, params.id, chosen);
    await tx.publish('account.locations-changed', { businessId: actor.businessId, accountId: params.id });
    return viewLocations(tx, params.id, found);
  });
}

/** None if the marketplace keeps no stock by location for this seller. */
async function askLocations(context: AccountContext, accountId: number): Promise<StockLocation[]> {
  try {
    return await withAccount(
      context,
      accountId,
      async (session) => (await session.marketplace.listings.readLocations?.(session)) ?? [],
    );
  } catch (error) {
    return failWithMarketplace(error);
  }
}

type Matches = BodyOf<typeof accountLocations.update>['matches'];

function faultsOf(
  matches: Matches,
  warehouses: readonly { id: number }[],
  locations: readonly { id: string }[],
): FieldCodes {
  const faults: FieldCodes = {};
  for (const [index, { warehouseId, location }] of matches.entries()) {
    if (!warehouses.some(({ id }) => id === warehouseId)) faults[index] = { warehouseId: 'not_found' };
    else if (matches.findIndex((other) => other.warehouseId === warehouseId) !== index)
      faults[index] = { warehouseId: 'duplicate' };
    else if (!locations.some(({ id }) => id === location)) faults[index] = { location: 'not_found' };
  }
  return faults;
}

async function viewLocations(
  tx: Tx,
  accountId: number,
  found: readonly StockLocation[],
): Promise<AccountLocations> {
  const [matches, warehouses] = [await listMatches(tx, accountId), await listWarehouses(tx, accountId)];
  const at = (location: string) =>
    matches.filter(({ remote_id: id }) => id === location).map(({ warehouse_id: id }) => id);
  const closed = Map.groupBy(
    matches.filter(({ remote_id: id }) => !found.some((location) => location.id === id)),
    ({ remote_id: id }: Match) => id,
  );
  return {
    locations: [
      ...found.map((location) => ({ ...location, isClosed: false, warehouses: at(location.id) })),
      ...[...closed].map(([id, [match]]) => ({
        ...{ id, name: match?.name ?? '', address: '', isDefault: false },
        ...{ isClosed: true, warehouses: at(id) },
      })),
    ],
    warehouses: warehouses.map(({ id, name, own }) => ({ id, name, own })),
  };
}
