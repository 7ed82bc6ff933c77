import { sql } from 'kysely';
import type { z } from 'zod';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import type { SerialDetail, SerialState, serials } from '#contract/inventory/serial.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { readSerial } from './serial.queries.ts';
import { moveSerials, recordSerialEvents } from './serial-events.ts';
import { serialsHere, unitsInVolumes } from './serial-units.ts';

type Known = {
  id: number;
  variation_id: number;
  product_id: number;
  sku: string;
  state: SerialState;
  here: boolean;
};

type Variation = { id: number; productId: number; asks: boolean; missing: number };

/** Locks a variation, so that two scans do not both record the serial number of its last unit without one. */
async function lockVariation(tx: Tx, id: number): Promise<Variation | null> {
  await sql`select from product_variations where business_id = ${ownBusiness} and id = ${id}
    for no key update`.execute(tx.db);
  const { rows } = await sql<Variation>`
    select v.id, v.product_id as "productId", p.asks_serials as asks, ${unitsInVolumes} - ${serialsHere} as missing
    from product_variations v join products p on p.id = v.product_id
    where v.business_id = ${ownBusiness} and v.id = ${id}`.execute(tx.db);
  return rows[0] ?? null;
}

/** Serial numbers of the business with this code, of any product, locked. */
async function lockKnown(tx: Tx, code: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select s.id, s.variation_id, s.product_id, v.sku, s.state, s.here
    from serials s join product_variations v on v.id = s.variation_id
    where s.business_id = ${ownBusiness} and s.code = ${code} order by s.id for update of s`.execute(tx.db);
  return rows;
}

/** The bar code of the product is on the unit as well, and read by mistake more often than any other. */
async function refuseCodeOfGoods(tx: Tx, code: string): Promise<void> {
  const { rows } = await sql`select from product_variations
    where business_id = ${ownBusiness} and (sku_key = upper(${code}) or gtin <> '' and gtin = ${codeOfGoods(code)})
    union all select from volumes where business_id = ${ownBusiness} and code = ${code} limit 1`.execute(
    tx.db,
  );
  if (rows.length > 0) fail('serial_is_code');
}

type NewSerial = { code: string; clientId: string; requestId: number | null };

/** Inserts a serial number of a locked variation; null if the product has it already. */
async function insertSerial(
  tx: Tx,
  actor: Actor,
  { id, productId }: Variation,
  { code, clientId, requestId }: NewSerial,
): Promise<number | null> {
  const made = await tx.db
    .insertInto('serials')
    .values({
      business_id: actor.businessId,
      product_id: productId,
      variation_id: id,
      code,
      state: 'in_stock',
      here: true,
      request_id: requestId,
      client_id: clientId,
      changed_at: tx.now(),
    })
    .onConflict((conflict) => conflict.constraint('serials_code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Records the serial number of a unit that is in a volume; a scan that is sent twice counts once. */
export async function recordSerial(tx: Tx, actor: Actor, body: z.output<typeof serials.record.body>) {
  const code = asCode(body.code);
  const variation = await lockVariation(tx, body.variationId);
  if (!variation) return invalidField('variationId', 'not_found');
  const scanned = await tx.db
    .selectFrom('serials')
    .select('id')
    .where('business_id', '=', ownBusiness)
    .where('client_id', '=', body.clientId)
    .executeTakeFirst();
  if (scanned) return { ...(await readSerial(tx, scanned.id)), missing: Math.max(0, variation.missing) };
  if (!variation.asks) fail('serials_off');
  const requestId =
    body.requestId === undefined ? null : await findRequest(tx, actor, body.requestId, variation.id);
  await refuseCodeOfGoods(tx, code);
  const known = (await lockKnown(tx, code)).find((one) => one.product_id === variation.productId);
  if (known) fail('serial_exists');
  if (variation.missing <= 0) fail('serials_complete');
  const id = await insertSerial(tx, actor, variation, { code, clientId: body.clientId, requestId });
  if (id === null) return fail('serial_exists');
  const kind = requestId === null ? 'recorded' : 'received';
  await recordSerialEvents(tx, actor.businessId, [id], { kind, userId: actor.userId });
  tx.changed(actor.businessId, 'serials');
  return { ...(await readSerial(tx, id)), missing: variation.missing - 1 };
}

/** A supply request in reach with a line of the variation. */
async function findRequest(tx: Tx, actor: Actor, requestId: number, variationId: number): Promise<number> {
  const line = await tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('supply_requests as r', 'r.id', 'l.request_id')
    .select('l.id')
    .where('l.business_id', '=', ownBusiness)
    .where('l.request_id', '=', requestId)
    .where('l.variation_id', '=', variationId)
    .where(withinWarehouses(actor, sql`r.warehouse_id`))
    .executeTakeFirst();
  return line ? requestId : invalidField('requestId', 'not_found');
}

export type TakenSerial = { id: number; variationId: number; code: string };
type Sale = { id: number; sellerId: number };

/**
 * Takes the serial number of a unit that is packed for a sale, of one of the variations whose unit was scanned. One that
 * is not known is recorded and taken at once, if a unit of the first of them has none.
 */
export async function takeSerial(
  tx: Tx,
  actor: Actor,
  variationIds: readonly number[],
  { code: scanned, clientId, sale }: { code: string; clientId: string; sale: Sale },
): Promise<TakenSerial> {
  const code = asCode(scanned);
  const known = await lockKnown(tx, code);
  const own = known.find((one) => variationIds.includes(one.variation_id));
  const taken = own ?? (await recordAtBench(tx, actor, variationIds, known, { code, clientId }));
  if (own) refuseUnfit(own);
  await moveSerials(tx, actor.businessId, [taken.id], { kind: 'scanned', userId: actor.userId, sale });
  return { id: taken.id, variationId: taken.variation_id, code };
}

/** A damaged unit that was set aside is with no sale; the seller is not to get it by mistake. */
function refuseUnfit({ state }: Known): void {
  if (state === 'with_sale') fail('serial_taken');
  if (state !== 'in_stock') fail('serial_gone');
}

async function recordAtBench(
  tx: Tx,
  actor: Actor,
  [variationId = 0]: readonly number[],
  known: readonly Known[],
  { code, clientId }: { code: string; clientId: string },
): Promise<{ id: number; variation_id: number }> {
  await refuseCodeOfGoods(tx, code);
  const [other] = known;
  if (other) fail('serial_of_other', { facts: { sku: other.sku } });
  const variation = await lockVariation(tx, variationId);
  if (!variation || variation.missing <= 0) return fail('serial_unknown');
  const id = await insertSerial(tx, actor, variation, { code, clientId, requestId: null });
  // Recorded by another scan at the same moment.
  if (id === null) return fail('serial_taken');
  await recordSerialEvents(tx, actor.businessId, [id], { kind: 'recorded', userId: actor.userId });
  return { id, variation_id: variationId };
}

/** Whether a scanned code is the serial number of a unit of the business. */
export async function isSerial(tx: Tx, code: string): Promise<boolean> {
  const { rows } = await sql`select from serials where business_id = ${ownBusiness} and code = ${asCode(code)}
    limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** A correction by hand: a unit that is lost, or one that is found or sold again. */
export async function markSerial(
  tx: Tx,
  actor: Actor,
  id: number,
  { to, reason }: { to: 'gone' | 'in_stock'; reason: string },
): Promise<SerialDetail> {
  const before = await tx.db
    .selectFrom('serials')
    .select(['state', 'here'])
    .where('business_id', '=', ownBusiness)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return fail('not_found');
  const isAside = before.state === 'returned' && before.here;
  const from = to === 'gone' ? before.state === 'in_stock' : before.state === 'gone';
  if (!from && !isAside) fail('state_conflict');
  const kind = to === 'gone' ? 'gone' : 'found';
  await moveSerials(tx, actor.businessId, [id], { kind, userId: actor.userId, reason });
  return readSerial(tx, id);
}
