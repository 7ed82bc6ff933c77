import { sql } from 'kysely';
import { largestPackage, packageOf } from '#contract/advertisements/package-size.ts';
import type { Publication, publications } from '#contract/advertisements/publication.ts';
import { bandFaults, leastWholesalePrice } from '#contract/advertisements/wholesale.ts';
import { settlePrices } from '#server/advertisements/pricing.ts';
import {
  assertPublicationAllows,
  lockPublicationFor,
} from '#server/advertisements/publication/publication-acts.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import { readPublication } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail, invalidField } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { categorySettings, type OpenAccount } from '#server/marketplaces/marketplace-category.ts';
import type { StoredBand } from './wholesale-bands.ts';

type Call = RemoteCall<typeof publications.updateWholesale>;
type Bands = Call['body']['bands'];

/** Checks the bands with the marketplace's fees at their prices, stores them, and sends them by the push of the ad. */
export async function updateWholesale(call: Call): Promise<Publication> {
  const { params, version, body } = call;
  const { bands } = body;
  const { current, account } = await call.read(async (tx) => {
    const allowed = await assertPublicationAllows(tx, params.id, 'update');
    if (version !== undefined && version !== allowed.version)
      fail('stale_version', { facts: { version: allowed.version } });
    return { current: await readPublication(tx, params.id, call.outside), account: allowed.account };
  });
  if (current.remoteItem === null) fail('state_conflict');
  checkBands(current, bands);
  await checkShare(call, account, current, bands);
  const cost = Math.max(...current.variations.map((variation) => variation.cost));
  const parcel = largestPackage(current.variations.map((one) => one.package ?? packageOf(current)));
  const priced = await settlePrices(
    call,
    {
      account,
      category: current.category.id,
      type: current.type,
      listing: current.remoteItem,
      freeShipping: current.freeShipping,
    },
    bands.map(({ price }) => ({ price, cost, package: parcel })),
    inBands,
  );
  const floor = (current.floor ?? current.accountFloor)?.basisPoints ?? null;
  const below = priced.flatMap(({ marginBasisPoints: margin }, index) =>
    floor !== null && margin < floor ? [[index, { price: 'below_floor' }] as const] : [],
  );
  if (below.length > 0) throw new Fault('invalid', { fields: inBands(Object.fromEntries(below)) });
  const stored = bands.map(
    ({ from, price }, index): StoredBand => ({
      ...{ from, price },
      fee: priced[index]?.fee ?? null,
      freight: priced[index]?.freight ?? null,
    }),
  );
  return call.conclude(async (tx) => {
    const row = await lockPublicationFor(tx, params.id, 'update');
    if (row.version !== current.version) fail('stale_version', { facts: { version: row.version } });
    await storeBands(tx, params.id, stored);
    enqueuePush(tx, row.business_id, params.id);
    return readPublication(tx, params.id, call.outside);
  });
}

const inBands = (faults: FieldCodes): FieldCodes => ({ bands: faults });

/** No bands are always allowed: a marketplace may have taken the right to them away. */
function checkBands({ account, variations }: Publication, bands: Bands): void {
  const regular = variations[0]?.price ?? 0;
  const { wholesale } = account.capabilities;
  if (bands.length === 0) return;
  if (wholesale === null) invalidField('bands', 'invalid');
  if (bands.length > wholesale.mostBands) invalidField('bands', 'too_big');
  if (variations.some(({ price }) => price !== regular)) invalidField('bands', 'wholesale_one_price');
  const faults = bandFaults(bands, regular);
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: inBands(faults as FieldCodes) });
}

/** The marketplace accepts no wholesale price below a share of the price of one unit. */
async function checkShare(
  call: Call,
  account: OpenAccount,
  { category, variations }: Publication,
  bands: Bands,
): Promise<void> {
  if (bands.length === 0) return;
  const { leastWholesalePercent = 0 } = await categorySettings(call, account, category.id);
  const least = leastWholesalePrice(variations[0]?.price ?? 0, leastWholesalePercent);
  const low = bands.flatMap(({ price }, index) =>
    price < least ? [[index, { price: 'too_small' }] as const] : [],
  );
  if (low.length > 0) throw new Fault('invalid', { fields: inBands(Object.fromEntries(low)) });
}

async function storeBands(tx: Tx, id: number, bands: readonly StoredBand[]): Promise<void> {
  await tx.db
    .updateTable('publications')
    .set((set) => ({
      wholesale: JSON.stringify(bands),
      pending_fields: sql<
        string[]
      >`array(select distinct unnest(pending_fields || array['wholesale']::text[]))`,
      sync_error: null,
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
