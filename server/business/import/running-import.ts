import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { ImportFault } from '#contract/business/import/import-states.ts';
import {
  type ImportDefinition,
  type ImportKind,
  importDefinitions,
} from '#contract/business/import/kinds.ts';
import { actorOfAsker } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Imports } from '#server/db/types.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { CheckedRow } from './import-rule.ts';

export type RunningImport = {
  businessId: number;
  row: Selectable<Imports>;
  kind: ImportKind;
  definition: ImportDefinition;
  actor: Actor;
};

const payload = z.object({ businessId: z.number(), importId: z.number(), run: z.number() });

/** The import of a job, with whoever began it and the rights of this moment; null: it is over, or was begun anew. */
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

/** What rows become, kept beside them. */
export async function keepFates(tx: Tx, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update import_rows r set fate = n.fate, changes = n.changes, errors = n.errors
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (line integer, fate text, changes jsonb, errors jsonb)
    where r.import_id = ${importId} and r.line = n.line`.execute(tx.db);
}

/** How many rows have which fate. */
export const countedFates = sql<string>`(select coalesce(jsonb_object_agg(fate, n), '{}') from (
  select fate, count(*) as n from import_rows r where r.import_id = imports.id and fate is not null group by fate) as c)`;
