import { sql } from 'kysely';
import type { ListQuery, Page } from '#contract/primitives.ts';
import {
  type NewProblem,
  problemFilter,
  problemSorts,
  type ReportedProblem,
} from '#contract/supply/reported-problem.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const spec = listSpec({
  fields: problemFilter,
  sortedBy: problemSorts,
  sql: {
    state: sql`q.state`,
    kind: sql`q.kind`,
    request: sql`q.request_id`,
    supplier: sql`r.supplier_id`,
    created: sql`q.created_at`,
  },
  search: sql`q.search`,
  sorts: { created: sql`q.id` },
  required: ['created'],
  defaultSort: '-created',
  id: sql`q.id`,
});

function selectProblems(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('reported_problems as q')
    .innerJoin('supply_requests as r', 'r.id', 'q.request_id')
    .leftJoin('users as u', 'u.id', 'q.created_by')
    .leftJoin('users as s', 's.id', 'q.solved_by')
    .where(withinWarehouses(actor, sql`r.warehouse_id`))
    .select([
      'q.id',
      'q.title',
      'q.description',
      'q.kind',
      'q.state',
      'q.created_at',
      'q.created_by',
      'q.solved_at',
      'q.solution',
      'r.id as request_id',
      'r.number as request_number',
      'u.name as author',
      's.name as solver',
      sql<ReportedProblem['line']>`(select jsonb_build_object('id', l.id, 'sku', v.sku, 'product', p.name)
        from supply_request_lines l join product_variations v on v.id = l.variation_id join products p on p.id = v.product_id
        where l.id = q.line_id)`.as('line'),
      sql<
        ReportedProblem['photos']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by m.id)
        from reported_problem_images m join images i on i.id = m.image_id
        where m.business_id = q.business_id and m.problem_id = q.id), '[]')`.as('photos'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProblems>['executeTakeFirstOrThrow']>>;

const shape = (row: Row): ReportedProblem => ({
  id: row.id,
  title: row.title,
  description: row.description,
  kind: row.kind,
  state: row.state,
  request: { id: row.request_id, number: row.request_number },
  line: row.line,
  photos: row.photos,
  createdAt: row.created_at.toISOString(),
  createdBy: row.author ?? '',
  solvedAt: row.solved_at?.toISOString() ?? null,
  solvedBy: row.solver,
  solution: row.solution,
});

export async function listProblems(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ReportedProblem>> {
  const page = await listPage(tx, selectProblems(tx, actor), spec, query);
  return { ...page, items: page.items.map(shape) };
}

async function readProblem(tx: Tx, actor: Actor, id: number): Promise<ReportedProblem> {
  const row = await selectProblems(tx, actor).where('q.id', '=', id).executeTakeFirst();
  return row ? shape(row) : fail('not_found');
}

/** Problems of approved requests in reach; others have none. */
export async function reportProblem(
  tx: Tx,
  actor: Actor,
  body: NewProblem,
  photoIds: readonly number[] = [],
): Promise<ReportedProblem> {
  const request = await tx.db
    .selectFrom('supply_requests')
    .select('state')
    .where('id', '=', body.requestId)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .executeTakeFirst();
  if (!request) invalidField('requestId', 'not_found');
  if (['pending', 'canceled'].includes(request.state))
    fail('state_conflict', { facts: { state: request.state } });
  const line =
    body.lineId === undefined ||
    (await tx.db
      .selectFrom('supply_request_lines')
      .select('id')
      .where('id', '=', body.lineId)
      .where('request_id', '=', body.requestId)
      .executeTakeFirst());
  if (!line) invalidField('lineId', 'not_found');
  const { id } = await tx.db
    .insertInto('reported_problems')
    .values({
      business_id: actor.businessId,
      request_id: body.requestId,
      line_id: body.lineId ?? null,
      kind: body.kind,
      title: body.title,
      description: body.description ?? '',
      created_by: actor.userId,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (photoIds.length > 0)
    await tx.db
      .insertInto('reported_problem_images')
      .values(
        photoIds.map((imageId) => ({ business_id: actor.businessId, problem_id: id, image_id: imageId })),
      )
      .execute();
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
  return readProblem(tx, actor, id);
}

/** Buyers solve problems that they reported; the management and stockists solve any. */
export async function solveProblem(
  tx: Tx,
  actor: Actor,
  id: number,
  solution: string,
): Promise<ReportedProblem> {
  const found = await selectProblems(tx, actor).where('q.id', '=', id).executeTakeFirst();
  if (!found) fail('not_found');
  if (found.created_by !== actor.userId && !actorCan(actor, 'receiving.advance')) fail('forbidden');
  const solved = await tx.db
    .updateTable('reported_problems')
    .set({ state: 'solved', solved_by: actor.userId, solved_at: tx.now(), solution })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (solved.numUpdatedRows === 0n) fail('state_conflict', { facts: { state: found.state } });
  tx.changed(actor.businessId, 'supplyRequestsOngoing');
  return readProblem(tx, actor, id);
}
