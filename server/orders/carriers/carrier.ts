import { sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import { definedOf } from '#contract/defined.ts';
import {
  carrierByRule,
  carrierNameKey,
  hasCodeFormat,
  maxCarriers,
  nameOfCarrier,
  type OwnCarrier,
  type OwnCarrierBody,
  type OwnCarrierChange,
  trackingUrlOf,
} from '#contract/orders/own-carrier.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';

const carriers = (tx: Tx, actor: Actor) =>
  tx.db
    .selectFrom('carriers')
    .where('business_id', '=', actor.businessId)
    .select([
      'id',
      'name',
      'service',
      'tracking_link as trackingLink',
      'code_format as codeFormat',
      'cutoffs',
      'version',
    ]);

export const listCarriers = (tx: Tx, actor: Actor): Promise<OwnCarrier[]> =>
  carriers(tx, actor).orderBy(sql`lower(name)`).orderBy(sql`lower(service)`).execute();

async function readCarrier(tx: Tx, actor: Actor, id: number): Promise<OwnCarrier> {
  return (await carriers(tx, actor).where('id', '=', id).executeTakeFirst()) ?? fail('not_found');
}

const columnsOf = ({ name, service, trackingLink, codeFormat, cutoffs }: OwnCarrierBody) => ({
  ...{ name, service, tracking_link: trackingLink, code_format: codeFormat, cutoffs },
});

export async function createCarrier(tx: Tx, actor: Actor, body: OwnCarrierBody): Promise<OwnCarrier> {
  const known = await listCarriers(tx, actor);
  if (known.length >= maxCarriers) invalidField('name', 'too_many');
  const { id } = await tx.db
    .insertInto('carriers')
    .values({ ...columnsOf(body), business_id: actor.businessId })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTwin);
  return readCarrier(tx, actor, id);
}

export async function updateCarrier(
  tx: Tx,
  actor: Actor,
  id: number,
  change: OwnCarrierChange,
  version: number | undefined,
): Promise<OwnCarrier> {
  const before = await lockCarrier(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  await tx.db
    .updateTable('carriers')
    .set({ ...columnsOf({ ...before, ...definedOf(change) }), version: before.version + 1 })
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .execute()
    .catch(refuseTwin);
  return readCarrier(tx, actor, id);
}

export async function removeCarrier(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockCarrier(tx, actor, id);
  await tx.db
    .deleteFrom('carriers')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .execute();
}

async function lockCarrier(tx: Tx, actor: Actor, id: number): Promise<OwnCarrier> {
  return (await carriers(tx, actor).where('id', '=', id).forUpdate().executeTakeFirst()) ?? fail('not_found');
}

/** Name and service are unique regardless of case. */
function refuseTwin(error: unknown): never {
  if (violatedConstraint(error) === 'carriers_name') invalidField('name', 'duplicate');
  throw error;
}

type Sent = {
  logisticType: string;
  code: string;
  /** Null: none of the known ones; undefined: nobody chose. */
  carrierId: number | null | undefined;
};

/** Columns of a sale whose parcel is sent: the chosen carrier, or the one that the rule finds. */
export async function carrierColumns(tx: Tx, actor: Actor, { logisticType, code, carrierId }: Sent) {
  const known = await listCarriers(tx, actor);
  const carrier =
    carrierId === undefined
      ? carrierByRule(known, { logisticType, code })
      : known.find(({ id }) => id === carrierId);
  if (carrierId && !carrier) invalidField('carrierId', 'not_found');
  if (!carrier) return { carrier_name: '', tracking_url: '' };
  if (!hasCodeFormat(carrier, code))
    fail('invalid', { fields: { trackingCode: 'tracking_format' }, facts: { format: carrier.codeFormat } });
  return { carrier_name: nameOfCarrier(carrier), tracking_url: trackingUrlOf(carrier, code) };
}

/** When each carrier, by the key of its name, comes today: the earliest of its services. */
export async function readCutoffs(tx: Tx, actor: Actor): Promise<ReadonlyMap<string, string>> {
  const day = new Date(`${dayOf(tx.now())}T12:00:00Z`).getUTCDay();
  const rows = (await listCarriers(tx, actor)).flatMap(({ name, cutoffs }) => {
    const at = cutoffs[day];
    return at ? [{ key: carrierNameKey(name), at }] : [];
  });
  const latestFirst = rows.toSorted((one, other) => other.at.localeCompare(one.at));
  return new Map(latestFirst.map(({ key, at }) => [key, at]));
}
