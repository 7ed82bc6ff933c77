import { type Selectable, sql } from 'kysely';
import type { Import, ImportRow } from '#contract/business/import/import.ts';
import { importFilter, importSorts } from '#contract/business/import/import.ts';
import type { ImportFault, ImportState, RowFate } from '#contract/business/import/import-states.ts';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import type { SheetSystem } from '#contract/business/import/sheet-system.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Imports } from '#server/db/types.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';

const spec = listSpec({
  fields: importFilter,
  sortedBy: importSorts,
  sql: {
    kind: sql`i.kind`,
    state: sql`i.state`,
    file: sql`i.file_name`,
    move: sql`i.move_id`,
    created: sql`i.created_at`,
  },
  search: sql`fold(i.file_name)`,
  sorts: { id: sql`i.id` },
  required: ['id'],
  defaultSort: '-id',
  id: sql`i.id`,
});

const pictureCounts = sql<
  Partial<Import['pictures']>
>`(select coalesce(jsonb_object_agg(c.state, c.n), '{}') from (
  select d.state, count(*) as n from picture_downloads d
  where d.business_id = i.business_id and d.import_id = i.id group by d.state) as c)`;

/** People read their own imports, a key its own; owner and administrator read all. */
function visibleImports(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('imports as i')
    .leftJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('api_keys as k', 'k.id', 'i.api_key_id')
    .selectAll('i')
    .select(['u.name as person', 'k.name as key_name'])
    .select(pictureCounts.as('pictures'))
    .where('i.business_id', '=', actor.businessId)
    .$if(!actorCan(actor, 'imports.all'), (query) => query.where(begunBy(actor)));
}

const begunBy = ({ userId, keyId }: Actor) =>
  sql<boolean>`i.user_id = ${userId} and i.api_key_id is not distinct from ${keyId}::bigint`;

type Row = Selectable<Imports> & {
  person: string | null;
  key_name: string | null;
  pictures: Partial<Import['pictures']>;
};

export type Fates = Partial<Record<RowFate, number>>;

function viewImport(row: Row): ImportRow {
  const fates = row.fates as Fates;
  return {
    id: row.id,
    kind: row.kind as ImportKind,
    state: row.state as ImportState,
    file: row.file_name,
    system: row.system as SheetSystem | null,
    move: row.move_id,
    person: { id: row.user_id, name: row.person ?? `#${row.user_id}` },
    key: row.api_key_id === null ? null : { id: row.api_key_id, name: row.key_name ?? '' },
    total: row.total,
    finished: row.finished,
    fates: {
      new: fates.new ?? 0,
      changed: fates.changed ?? 0,
      unchanged: fates.unchanged ?? 0,
      wrong: fates.wrong ?? 0,
    },
    fault: row.fault as ImportFault | null,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    pictures: { waiting: 0, done: 0, failed: 0, ...row.pictures },
  };
}

export async function listImports(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ImportRow>> {
  const found = await listPage(tx, visibleImports(tx, actor), spec, query);
  return { ...found, items: found.items.map(viewImport) };
}

export async function findImport(tx: Tx, actor: Actor, id: number): Promise<Row> {
  const row = await visibleImports(tx, actor).where('i.id', '=', id).executeTakeFirst();
  return row ?? fail('not_found');
}

export async function readImport(tx: Tx, actor: Actor, id: number): Promise<Import> {
  const row = await findImport(tx, actor, id);
  const before = await tx.db
    .selectFrom('imports')
    .select('applied_at')
    .where('business_id', '=', actor.businessId)
    .where('sha256', '=', row.sha256)
    .where('kind', '=', row.kind)
    .where('state', '=', 'applied')
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...viewImport(row),
    belowFloor: await countBelowFloor(tx, actor, row),
    titles: row.titles,
    sample: row.sample as string[][],
    columns: row.columns as Record<string, number>,
    hiddenRows: row.hidden_rows,
    skipsHidden: row.skips_hidden,
    hiddenColumns: row.hidden_columns,
    createsCategories: row.creates_categories,
    newCategories: row.new_categories,
    kitRows: row.kit_rows,
    instructionRows: row.instruction_rows,
    appliedBefore: before?.applied_at?.toISOString() ?? null,
  };
}

/** Of the row `r`. Its margin is stored with its details. */
export const isBelowFloor = sql<boolean>`((r.details #>> '{margin,marginBasisPoints}')::numeric
  < (r.details #>> '{margin,floor,basisPoints}')::numeric) is true`;

async function countBelowFloor(tx: Tx, actor: Actor, { id, kind, state }: Row): Promise<number> {
  if (kind !== 'ads' || state !== 'checked' || !actorCan(actor, 'prices.read')) return 0;
  const found = await tx.db
    .selectFrom('import_rows as r')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('r.import_id', '=', id)
    .where('r.fate', '=', 'new')
    .where(isBelowFloor)
    .executeTakeFirstOrThrow();
  return found.n;
}

/** For an act: an import that another person started can only be read. */
export async function findOwnImport(tx: Tx, actor: Actor, id: number): Promise<Row> {
  const row = await findImport(tx, actor, id);
  // The person who started it continues it, because it acts with their permissions.
  if (row.user_id !== actor.userId || row.api_key_id !== actor.keyId) fail('state_conflict');
  requireKind(actor, row.kind as ImportKind);
  return row;
}

export function requireKind(actor: Actor, kind: ImportKind): void {
  if (!actorCan(actor, `imports.${kind}`)) fail('forbidden');
}
