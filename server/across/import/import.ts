import { sql } from 'kysely';
import type { ColumnMatch, Import, imports } from '#contract/business/import/import.ts';
import { type ImportState, importActs } from '#contract/business/import/import-states.ts';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Fates } from './import-record.ts';
import { findOwnImport, readImport } from './import-record.ts';
import { columnsFor } from './match-columns.ts';
import { importJob } from './move-order.ts';

type Act = keyof typeof importActs;

async function move(tx: Tx, actor: Actor, id: number, act: Act, set: object): Promise<number> {
  const from: readonly ImportState[] = importActs[act].from;
  const moved = await tx.db
    .updateTable('imports')
    .set({ state: importActs[act].to, fault: null, finished: 0, ...set })
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('run')
    .executeTakeFirst();
  tx.changed(actor.businessId, 'imports');
  return moved?.run ?? fail('state_conflict');
}

type Checking = BodyOf<typeof imports.check>;

/** Checks every row with these columns, or with the former ones if none are given; writes nothing. */
export async function checkImport(
  tx: Tx,
  actor: Actor,
  id: number,
  { columns: chosen, skipHidden, createCategories }: Checking,
): Promise<Import> {
  const row = await findOwnImport(tx, actor, id);
  const columns = chosen ?? (row.columns as ColumnMatch);
  refuseColumns(actor, row.kind as ImportKind, columns, row.titles.length);
  const run = await move(tx, actor, id, 'check', {
    columns: JSON.stringify(columns),
    ...(skipHidden !== undefined && { skips_hidden: skipHidden }),
    ...(createCategories !== undefined && { creates_categories: createCategories }),
    new_categories: [],
    run: sql`run + 1`,
    total: 0,
    fates: '{}',
  });
  tx.enqueue(importJob('checking', actor.businessId, { id, run }));
  return readImport(tx, actor, id);
}

function refuseColumns(actor: Actor, kind: ImportKind, chosen: ColumnMatch, width: number): void {
  const columns = columnsFor(actor, kind);
  const known: ReadonlySet<string> = new Set(columns.map(({ key }) => key));
  const faults: FieldCodes = {};
  const taken = new Set<number>();
  for (const [key, index] of Object.entries(chosen)) {
    if (!known.has(key)) faults[key] = 'unknown_field';
    else if (index >= width) faults[key] = 'not_found';
    else if (taken.has(index)) faults[key] = 'duplicate';
    taken.add(index);
  }
  for (const { key, required } of columns)
    if (required && !Object.hasOwn(chosen, key)) faults[key] = 'required';
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: { columns: faults } });
}

/** Applies the checked rows by a job, all or none. */
export async function applyImport(tx: Tx, actor: Actor, id: number, skipWrong: boolean): Promise<Import> {
  const row = await findOwnImport(tx, actor, id);
  const fates = row.fates as Fates;
  if (row.state !== 'checked') fail('state_conflict');
  if ((fates.wrong ?? 0) > 0 && !skipWrong) fail('import_has_wrong_rows');
  if ((fates.new ?? 0) + (fates.changed ?? 0) === 0) fail('import_has_no_rows');
  const run = await move(tx, actor, id, 'apply', {});
  tx.enqueue(importJob('applying', actor.businessId, { id, run }));
  return readImport(tx, actor, id);
}

export async function cancelImport(tx: Tx, actor: Actor, id: number): Promise<Import> {
  await findOwnImport(tx, actor, id);
  await move(tx, actor, id, 'cancel', {});
  return readImport(tx, actor, id);
}
