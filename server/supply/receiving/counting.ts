import { sql } from 'kysely';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import type { LotFields } from '#contract/inventory/batch.ts';
import type { Count } from '#contract/supply/receiving.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { costOfUnits } from '#server/inventory/volume/line-cost.ts';
import { registerReceived } from '#server/inventory/volume/received-volumes.ts';
import { lockReceiving } from './receiving-lock.ts';

/** Counts one more volume by the code of its product, or sets a typed count; returns the number that others see too. */
export async function countVolumes(tx: Tx, actor: Actor, requestId: number, body: Count) {
  await lockReceiving(tx, actor, requestId, 'check_volumes', 'share');
  const lineId =
    body.code === undefined ? (body.lineId ?? 0) : await findByCode(tx, actor, requestId, body.code);
  const line = await tx.db
    .selectFrom('supply_request_lines')
    .select(['id', 'counted_volumes'])
    .where('id', '=', lineId)
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  if (!line) invalidField('lineId', 'not_found');
  if (body.code === undefined) {
    const moved = body.was !== undefined && body.was !== line.counted_volumes;
    if (moved) fail('counted_meanwhile', { facts: { counted: line.counted_volumes ?? 0 } });
    await store(tx, actor, lineId, body.total ?? 0);
  } else if (await isNewScan(tx, actor, lineId, body.clientId)) {
    await store(tx, actor, lineId, (line.counted_volumes ?? 0) + 1);
  }
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
  return readCounted(tx, lineId);
}

async function store(tx: Tx, actor: Actor, lineId: number, counted: number): Promise<void> {
  await tx.db
    .updateTable('supply_request_lines')
    .set({ counted_volumes: counted, counted_by: actor.userId })
    .where('id', '=', lineId)
    .execute();
}

async function isNewScan(
  tx: Tx,
  actor: Actor,
  lineId: number,
  clientId: string | undefined,
): Promise<boolean> {
  if (clientId === undefined) return true;
  const scan = await tx.db
    .insertInto('receiving_scans')
    .values({
      business_id: actor.businessId,
      line_id: lineId,
      client_id: clientId,
      user_id: actor.userId,
      at: tx.now(),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'line_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return scan !== undefined;
}

/** By SKU, then GTIN, then the vendor's own code; a code of several lines is ambiguous. */
async function findByCode(tx: Tx, actor: Actor, requestId: number, code: string): Promise<number> {
  const { rows } = await sql<{ id: number; sku: string; rank: number }>`
    select l.id, v.sku, case when upper(v.sku) = ${asCode(code)} then 1 when v.gtin = ${codeOfGoods(code)} then 2 else 3 end as rank
    from supply_request_lines l join product_variations v on v.id = l.variation_id
    where l.request_id = ${requestId} and (upper(v.sku) = ${asCode(code)} or v.gtin = ${codeOfGoods(code)}
      or upper(l.supplier_sku) = ${asCode(code)}) order by rank, l.id`.execute(tx.db);
  const named = rows.filter((row) => row.rank === rows[0]?.rank);
  const others = named[0]?.rank === 2 ? await othersOfGtin(tx, actor, requestId, code) : [];
  const skus = [...named.map(({ sku }) => sku), ...others];
  if (skus.length > 1) fail('code_ambiguous', { facts: { code, skus: skus.slice(0, 20) } });
  if (named[0]) return named[0].id;
  const product = await nameOfCode(tx, actor, code);
  return fail('code_not_in_request', { facts: { code, ...(product !== null && { product }) } });
}

/** Products with the same GTIN that the request does not contain: the code does not identify one of them. */
async function othersOfGtin(tx: Tx, actor: Actor, requestId: number, code: string): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select v.sku from product_variations v
    where v.business_id = ${actor.businessId} and v.gtin = ${codeOfGoods(code)} and not exists (
      select from supply_request_lines l where l.request_id = ${requestId} and l.variation_id = v.id)
    order by v.id limit 20`.execute(tx.db);
  return rows.map((row) => row.sku);
}

/** Another product of the business with the code, so that the refusal names what was scanned. */
async function nameOfCode(tx: Tx, actor: Actor, code: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end as name
    from product_variations v join products p on p.id = v.product_id
    where v.business_id = ${actor.businessId} and (upper(v.sku) = ${asCode(code)} or v.gtin = ${codeOfGoods(code)})
    order by v.id limit 1`.execute(tx.db);
  return rows[0]?.name ?? null;
}

function readCounted(tx: Tx, lineId: number) {
  return tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .leftJoin('users as u', 'u.id', 'l.counted_by')
    .select([
      'l.id as lineId',
      sql<string>`case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end`.as('name'),
      sql<number>`coalesce(l.counted_volumes, 0)`.as('counted'),
      'u.name as countedBy',
    ])
    .where('l.id', '=', lineId)
    .executeTakeFirstOrThrow();
}

type Landed = { cost: number; units: number };

/** The cost of units: by the vendor's documents with their share of charges, or else as agreed. */
const landedCost = sql<Landed>`coalesce((select jsonb_build_object('cost', sum(x.cost_centavos), 'units', sum(x.units))
  from vendor_invoice_items x where x.business_id = l.business_id and x.line_id = l.id and x.cost_centavos is not null
  having sum(x.units) > 0), jsonb_build_object('cost', l.total_centavos, 'units', l.quantity))`;

/** Distributes the cost over volumes in order: in any split, the costs of all volumes add up to that of all units. */
function costsOf(landed: Landed, before: number, copies: number, units: number): number[] {
  const upTo = (count: number) => costOfUnits(landed.cost, landed.units, count) ?? 0;
  return Array.from(
    { length: copies },
    (_, at) => upTo(before + (at + 1) * units) - upTo(before + at * units),
  );
}

type Registered = { lineId: number; copies: number; units: number; lot?: LotFields | undefined };

/** Gives codes to the counted volumes of a line, never to more than were counted. */
export async function registerVolumes(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { lineId, copies, units, lot }: Registered,
): Promise<void> {
  const request = await lockReceiving(tx, actor, requestId, 'register_volumes', 'share');
  const line = await tx.db
    .selectFrom('supply_request_lines as l')
    .innerJoin('product_variations as v', 'v.id', 'l.variation_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['l.variation_id', 'l.counted_volumes', 'p.name', landedCost.as('landed')])
    .where('l.id', '=', lineId)
    .where('l.request_id', '=', requestId)
    .forUpdate('l')
    .executeTakeFirst();
  if (!line) invalidField('lineId', 'not_found');
  const { registered, inside } = await tx.db
    .selectFrom('volumes as v')
    .leftJoin('volume_lines as c', 'c.volume_id', 'v.id')
    .select([
      sql<number>`count(distinct v.id)::int`.as('registered'),
      sql<number>`coalesce(sum(c.quantity), 0)::int`.as('inside'),
    ])
    .where('v.request_line_id', '=', lineId)
    .where('v.state', '<>', 'voided')
    .executeTakeFirstOrThrow();
  if (registered + copies > (line.counted_volumes ?? 0)) invalidField('copies', 'too_big');
  const lots = await lotsOfLines(tx, actor, [{ variationId: line.variation_id, lot }], () => 'lot');
  const received = {
    lineId,
    warehouseId: request.warehouseId,
    variationId: line.variation_id,
    name: line.name,
    price: Math.round(line.landed.cost / line.landed.units),
    costs: costsOf(line.landed, inside, copies, units),
    batchId: lots[0] ?? null,
  };
  await registerReceived(tx, actor, received, copies, units);
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
}
