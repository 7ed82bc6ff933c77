import { sql } from 'kysely';
import type { CountBody, CountedLine } from '#contract/inventory/balance.ts';
import type { CountOutcome } from '#contract/inventory/balance-states.ts';
import { can, type Permission, type Role } from '#contract/permissions.ts';
import { isAlone } from '#server/business/alone.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan, reachOf } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { lockSalesAtRisk } from '#server/inventory/volume/correct-line.ts';
import type { LockedVolume } from '#server/inventory/volume/volume-lock.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import type { BalanceRecord } from './balance.queries.ts';
import { lockBalance, openBalance, writeBalance } from './balance.ts';
import { readSettings, type Tolerance } from './balance-settings.ts';
import { type Compared, differencesOf, endBalance } from './end-balance.ts';

/**
 * Compares what a person found in a volume with the ledger. If both are equal, the volume is checked. Within the owner's
 * tolerance the first count corrects at once. Beyond it another person counts, a third one if the second agrees with
 * nobody, and then a person who did not count approves. `seen` is the volume's version when the counter began.
 */
export async function countBalance(
  tx: Tx,
  actor: Actor,
  id: number,
  { lines, seen }: CountBody,
): Promise<void> {
  const before = await openBalance(tx, actor, id, 'count');
  // A packer counts only what a pick left behind.
  if (!actorCan(actor, 'balances.start') && before.origin !== 'zero_check') fail('forbidden');
  const sales = await lockSalesAtRisk(tx, before.volume_id, lines);
  const { balance, volume } = await lockBalance(tx, actor, before, 'count');
  const alone = await isAlone(tx, actor);
  if (hasCounted(balance, actor) && !alone) fail('counted_by_you');
  const compared = await compare(tx, actor, balance, volume, lines);
  if (volume.version !== (seen ?? balance.volume_version)) {
    await insertCount(tx, actor, balance, 'outdated', compared);
    const series = balance.series + 1;
    return writeBalance(tx, id, { state: 'open', series, volume_version: volume.version });
  }
  const isMoved = volume.version !== balance.volume_version;
  // Earlier counts do not apply to a volume that moved; this one began after the movement.
  const series = isMoved ? balance.series + 1 : balance.series;
  const former = isMoved ? [] : await findSeries(tx, balance);
  const differences = differencesOf(compared);
  const outcome = differences.length === 0 ? 'equal' : 'differs';
  await insertCount(tx, actor, { ...balance, series }, outcome, compared);
  const isDirect =
    former.length === 0 &&
    actorCan(actor, 'balances.start') &&
    !isBeyond(differences, await readSettings(tx));
  if (outcome === 'equal' || isDirect) return endBalance(tx, actor, { balance, volume, compared, sales });
  const agrees = former.some((lines) => isSame(lines, compared));
  const wantsAnother = former.length === 0 || (former.length === 1 && !agrees);
  const state = alone ? 'waiting_approval' : await stateAfter(tx, actor, balance, wantsAnother);
  await writeBalance(tx, id, { state, series, volume_version: volume.version });
}

/** A person counts once per series; the last counter does not count again after the count was rejected. */
function hasCounted({ state, figures }: BalanceRecord, { userId }: Actor): boolean {
  return figures.inSeries.includes(userId) || (state === 'recount' && figures.last === userId);
}

type Lines = readonly { variationId: number; counted: number }[];

/** The counts of the series by product. */
async function findSeries(tx: Tx, balance: BalanceRecord): Promise<Lines[]> {
  const { rows } = await sql<{ lines: Lines }>`
    select coalesce(json_agg(json_build_object('variationId', x.variation_id, 'counted', x.counted))
      filter (where x.count_id is not null), '[]') as lines
    from balance_counts c left join balance_count_lines x on x.count_id = c.id
    where c.business_id = app_business() and c.balance_id = ${balance.id} and c.series = ${balance.series}
      and c.outcome <> 'outdated' group by c.id`.execute(tx.db);
  return rows.map((row) => row.lines);
}

/** A product that a count does not name was counted as zero. */
function isSame(one: Lines, other: Lines): boolean {
  const counts = (lines: Lines) =>
    lines
      .filter((line) => line.counted > 0)
      .map((line) => `${line.variationId}:${line.counted}`)
      .toSorted()
      .join();
  return counts(one) === counts(other);
}

/**
 * Asks for another count or for the approval. Counters never approve: a count that would leave nobody to approve is not
 * requested, and is refused from the only person who still could approve.
 */
async function stateAfter(
  tx: Tx,
  actor: Actor,
  balance: BalanceRecord,
  wantsAnother: boolean,
): Promise<'recount' | 'waiting_approval'> {
  const people = await findCounters(tx, actor, balance);
  const counted = new Set([...balance.figures.counters, actor.userId]);
  const approvers = people.filter((person) => person.approves && !counted.has(person.id));
  if (approvers.length === 0) fail('only_approver');
  const inSeries = new Set([...balance.figures.inSeries, actor.userId]);
  const others = people.filter((person) => person.counts && !inSeries.has(person.id));
  const isPossible = others.some((other) => approvers.some((approver) => approver.id !== other.id));
  return wantsAnother && isPossible ? 'recount' : 'waiting_approval';
}

/** People of the business with access to the warehouse, and their permissions for this count. */
async function findCounters(tx: Tx, actor: Actor, balance: BalanceRecord) {
  const people = await tx.db
    .selectFrom('staff')
    .select(['user_id', 'roles', 'warehouse_ids'])
    .where('business_id', '=', ownBusiness)
    .execute();
  const counting: Permission = balance.origin === 'zero_check' ? 'balances.count' : 'balances.start';
  return people.flatMap((person) => {
    const roles = person.roles as Role[];
    const reach = reachOf(roles, person.warehouse_ids);
    if (reach !== null && !reach.includes(balance.warehouse_id)) return [];
    const may = (permission: Permission) => can({ roles, businessType: actor.businessType }, permission);
    return { id: person.user_id, counts: may(counting), approves: may('balances.approve') };
  });
}

/** Requires a number for each product in the ledger; goods that the ledger does not know are added. */
async function compare(
  tx: Tx,
  actor: Actor,
  balance: BalanceRecord,
  volume: LockedVolume,
  lines: readonly CountedLine[],
): Promise<Compared[]> {
  const counted = new Set<number>();
  for (const [index, { variationId }] of lines.entries()) {
    const isMeant = balance.variation_id === null || balance.variation_id === variationId;
    if (!isMeant) invalidField(`lines.${index}.variationId`, 'not_found');
    if (counted.has(variationId)) invalidField(`lines.${index}.variationId`, 'duplicate');
    counted.add(variationId);
  }
  const missing = volume.lines.find(
    (line) =>
      line.quantity > 0 &&
      (balance.variation_id === null || balance.variation_id === line.variationId) &&
      !counted.has(line.variationId),
  );
  if (missing) fail('balance_incomplete', { facts: { sku: missing.sku } });
  const goods = await readVariations(tx, lines);
  const inside = new Map(volume.lines.map((line) => [line.variationId, line]));
  const strange = lines.filter(
    ({ variationId, quantity }) => quantity > 0 && !inside.get(variationId)?.quantity,
  );
  const places = strange.map((line) => lines.indexOf(line));
  const lots = await lotsOfLines(tx, actor, strange, (index) => `lines.${places[index]}.lot`);
  return lines.map((line) => {
    const { variationId, quantity } = line;
    const { sku, cost } = goods.get(variationId) ?? fail('not_found');
    const known = inside.get(variationId);
    return {
      variationId,
      sku,
      expected: known?.quantity ?? 0,
      counted: quantity,
      batchId: strange.includes(line) ? (lots[strange.indexOf(line)] ?? null) : (known?.batchId ?? null),
      unit: known?.price ?? cost,
    };
  });
}

async function readVariations(tx: Tx, lines: readonly CountedLine[]) {
  const rows = await tx.db
    .selectFrom('product_variations')
    .select(['id', 'sku', 'cost_centavos'])
    .where('business_id', '=', ownBusiness)
    .where(sql<boolean>`id = any(${lines.map((line) => line.variationId)}::bigint[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.id, { sku: row.sku, cost: row.cost_centavos }]));
  for (const [index, { variationId }] of lines.entries())
    if (!found.has(variationId)) invalidField(`lines.${index}.variationId`, 'not_found');
  return found;
}

/** Beyond both tolerances for one product, or worth more than the limit. */
function isBeyond(
  differences: readonly Compared[],
  { toleranceUnits, tolerancePercent, limitCentavos }: Tolerance,
): boolean {
  const value = differences.reduce(
    (sum, line) => sum + Math.abs(line.counted - line.expected) * (line.unit ?? 0),
    0,
  );
  if (limitCentavos !== null && value > limitCentavos) return true;
  return differences.some(({ counted, expected }) => {
    const delta = Math.abs(counted - expected);
    return delta > toleranceUnits && delta * 100 > tolerancePercent * expected;
  });
}

async function insertCount(
  tx: Tx,
  actor: Actor,
  { id: balanceId, series }: Pick<BalanceRecord, 'id' | 'series'>,
  outcome: CountOutcome,
  compared: readonly Compared[],
): Promise<void> {
  const own = { business_id: actor.businessId };
  const { id } = await tx.db
    .insertInto('balance_counts')
    .values({ ...own, balance_id: balanceId, user_id: actor.userId, at: tx.now(), outcome, series })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (compared.length === 0) return;
  await tx.db
    .insertInto('balance_count_lines')
    .values(
      compared.map((line) => ({
        ...own,
        count_id: id,
        variation_id: line.variationId,
        expected: line.expected,
        counted: line.counted,
        batch_id: line.batchId,
        unit_centavos: line.unit,
      })),
    )
    .execute();
}
