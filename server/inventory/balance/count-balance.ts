import { sql } from 'kysely';
import type { CountedLine } from '#contract/inventory/balance.ts';
import type { CountOutcome } from '#contract/inventory/balance-states.ts';
import { isAlone } from '#server/business/alone.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { lotsOfLines } from '#server/inventory/batch/lot-of-line.ts';
import { lockSalesAtRisk } from '#server/inventory/volume/correct-line.ts';
import type { LockedVolume } from '#server/inventory/volume/volume-lock.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import type { BalanceRecord } from './balance.queries.ts';
import { lockBalance, openBalance, writeBalance } from './balance.ts';
import { readSettings, type Tolerance } from './balance-settings.ts';
import { type Compared, differencesOf, endBalance } from './end-balance.ts';

/**
 * What somebody found in a volume, beside what the ledger says. Equal: it is checked. Within the owner's tolerance it is
 * corrected at once; beyond it somebody else counts, and then whoever did not count approves.
 */
export async function countBalance(
  tx: Tx,
  actor: Actor,
  id: number,
  lines: readonly CountedLine[],
): Promise<void> {
  const before = await openBalance(tx, actor, id, 'count');
  // A packer answers for what a pick left behind, not for the shelf.
  if (!actorCan(actor, 'balances.start') && before.origin !== 'zero_check') fail('forbidden');
  const sales = await lockSalesAtRisk(tx, before.volume_id, lines);
  const { balance, volume } = await lockBalance(tx, actor, before, 'count');
  const alone = await isAlone(tx, actor);
  if (balance.state === 'recount' && balance.figures.last === actor.userId && !alone) fail('counted_by_you');
  const compared = await compare(tx, actor, balance, volume, lines);
  if (volume.version !== balance.volume_version) {
    await insertCount(tx, actor, id, 'outdated', compared);
    return writeBalance(tx, id, { volume_version: volume.version });
  }
  const differences = differencesOf(compared);
  await insertCount(tx, actor, id, differences.length === 0 ? 'equal' : 'differs', compared);
  const beyond = isBeyond(differences, await readSettings(tx));
  if (differences.length === 0 || (!beyond && actorCan(actor, 'balances.start')))
    return endBalance(tx, actor, { balance, volume, compared, sales });
  await writeBalance(tx, id, { state: balance.state === 'open' && !alone ? 'recount' : 'waiting_approval' });
}

/** A number for each product that the ledger has there; goods that it does not know of come on top. */
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

/** Beyond both tolerances of one product, or worth more than the limit. */
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
  balanceId: number,
  outcome: CountOutcome,
  compared: readonly Compared[],
): Promise<void> {
  const own = { business_id: actor.businessId };
  const { id } = await tx.db
    .insertInto('balance_counts')
    .values({ ...own, balance_id: balanceId, user_id: actor.userId, at: tx.now(), outcome })
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
