import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Cell } from '#contract/business/import/cell.ts';
import type { ImportFault } from '#contract/business/import/import-states.ts';
import {
  type ImportDefinition,
  type ImportKind,
  importDefinitions,
} from '#contract/business/import/kinds.ts';
import { actorOfAsker } from '#server/business/bulk-step.ts';
import type { CheckedRow, ImportContext } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Imports } from '#server/db/types.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';

export type RunningImport = {
  businessId: number;
  row: Selectable<Imports>;
  kind: ImportKind;
  definition: ImportDefinition;
  actor: Actor;
};

/** A row of the file as it waits to be checked. */
export type StagedRow = {
  id: number;
  line: number;
  record: number;
  cells: Record<string, Cell>;
  fate: string | null;
  changes: unknown;
  seen: unknown;
};

export const contextOf = ({ row }: Pick<RunningImport, 'row'>): ImportContext => ({
  importId: row.id,
  file: row.file_name,
  createsCategories: row.creates_categories,
});

const payload = z.object({ businessId: z.number(), importId: z.number(), run: z.number() });

/**
 * The import of a job, with the person who started it and their current permissions; null: it is over, or was started
 * again.
 */
export async function openRun(
  job: JobContext,
  input: unknown,
  state: 'checking' | 'applying',
): Promise<RunningImport | null> {
  const { businessId, importId, run } = payload.parse(input);
  return job.inBusiness(businessId, async (tx) => {
    const row = await tx.db
      .selectFrom('imports')
      .selectAll()
      .where('id', '=', importId)
      .where('run', '=', run)
      .where('state', '=', state)
      .executeTakeFirst();
    if (!row) return null;
    const kind = row.kind as ImportKind;
    const definition = importDefinitions[kind];
    const actor = await actorOfAsker(tx, businessId, row);
    if (actor && actorCan(actor, definition.permission)) return { businessId, row, kind, definition, actor };
    await stop(tx, businessId, row, 'forbidden');
    return null;
  });
}

export async function stop(
  tx: Tx,
  businessId: number,
  { id, run }: Pick<Selectable<Imports>, 'id' | 'run'>,
  fault: ImportFault,
): Promise<void> {
  await tx.db
    .updateTable('imports')
    .set({ state: 'stopped', fault })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', 'in', ['checking', 'applying'])
    .execute();
  tx.changed(businessId, 'imports');
}

/**
 * The effects of rows, stored next to them. They are found by id: the database has no statistics of rows that were just
 * added, and by import and line it compared each with each, 20,000 rows in two minutes.
 */
export async function storeFates(
  tx: Tx,
  checked: readonly CheckedRow[],
  staged: readonly StagedRow[],
  moved = false,
): Promise<void> {
  if (checked.length === 0) return;
  const ids = new Map(staged.map(({ line, id }) => [line, id]));
  const rows = checked.map((row) => ({
    ...row,
    details: { ...row.details, ...(row.margin && { margin: row.margin }) },
    seen: row.seen ?? null,
    id: ids.get(row.line),
  }));
  await sql`update import_rows r set fate = n.fate, changes = n.changes, errors = n.errors,
      details = n.details, seen = n.seen, moved = ${moved}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, fate text, changes jsonb, errors jsonb, details jsonb, seen jsonb)
    where r.id = n.id`.execute(tx.db);
}

/** Adds to the numbers of records that the application will create. */
export async function keepNewCategories(
  tx: Tx,
  { id, run }: Pick<Selectable<Imports>, 'id' | 'run'>,
  paths: readonly string[] = [],
): Promise<void> {
  if (paths.length === 0) return;
  await sql`update imports set new_categories =
      (select array_agg(path order by path) from (
        select distinct on (fold(path)) path from unnest(new_categories || ${paths}::text[]) with ordinality as n (path, place)
        order by fold(path), place) as first_written)
    where id = ${id} and run = ${run}`.execute(tx.db);
}

/** How many rows have which fate. */
export const countedFates = sql<string>`(select coalesce(jsonb_object_agg(fate, n), '{}') from (
  select fate, count(*) as n from import_rows r where r.import_id = imports.id and fate is not null group by fate) as c)`;
