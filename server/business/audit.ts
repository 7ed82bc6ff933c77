import { sql } from 'kysely';
import type { AuditEntry } from '#contract/business/audit.ts';
import { auditFilter, auditSorts } from '#contract/business/audit-names.ts';
import { parseFilter } from '#contract/filter.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { securityEvents } from '#server/http/security-log.ts';
import type { Actor } from '#server/http/session.ts';

const watched = new Set<string>(securityEvents);
const watchedKinds = [...new Set(securityEvents.map((event) => event.split('.')[0] ?? ''))];

/** Prefixes of names in the trail, for the kinds of the filter. */
const prefixesOf = (kinds: readonly unknown[]) =>
  kinds.flatMap((kind) => (kind === 'security' ? watchedKinds : [String(kind)]));

const isOfKinds = (kinds: readonly unknown[]) =>
  sql<boolean>`split_part(a.endpoint, '.', 1) = any (${prefixesOf(kinds)}::text[])`;
/** `update`, or a whole security event: `sign_in_failed`. */
const isOfActs = (acts: readonly unknown[]) =>
  sql<boolean>`(split_part(a.endpoint, '.', 2) = any (${acts}::text[]) or replace(a.endpoint, '.', '_') = any (${acts}::text[]))`;

const list = listSpec({
  fields: auditFilter,
  sortedBy: auditSorts,
  sql: {
    person: sql`a.user_id`,
    kind: { where: isOfKinds },
    act: { where: isOfActs },
    record: {
      where: (values) =>
        sql.join(
          values.map((id) => sql`a.id = any ((select audit_of_record(${String(id)}))::bigint[])`),
          sql` or `,
        ),
    },
    at: sql`a.at`,
  },
  search: null,
  sorts: { at: sql`a.at` },
  required: ['at'],
  defaultSort: '-at',
  id: sql`a.id`,
});

export async function listAudit(tx: Tx, { businessId }: Actor, query: ListQuery): Promise<Page<AuditEntry>> {
  const rare = await findRareActs(tx, businessId, query.query);
  const entries = tx.db
    .selectFrom('audit_entries as a')
    .leftJoin('api_keys as k', (join) =>
      join.onRef('k.business_id', '=', 'a.business_id').onRef('k.id', '=', 'a.api_key_id'),
    )
    .select(['a.id', 'a.at', 'a.user_id', 'a.endpoint', 'a.entity_id', 'a.address'])
    .select(['a.api_key_id', 'k.name as key'])
    .select(sql<AuditEntry['changes']>`a.changes`.as('changes'))
    .select(sql<string | null>`name_in_audit(a.user_id)`.as('name'))
    .where('a.business_id', '=', businessId)
    .$if(rare !== null, (entries) => entries.where(sql<boolean>`a.id = any (${rare}::bigint[])`));
  const found = await listPage(tx, entries, list, query);
  return {
    ...found,
    items: found.items.map(
      ({ id, at, user_id, name, api_key_id, key, endpoint, entity_id, address, changes }) => ({
        id,
        at: at.toISOString(),
        person: user_id === null ? null : { id: user_id, name: name ?? `#${user_id}` },
        key: api_key_id === null ? null : { id: api_key_id, name: key ?? `#${api_key_id}` },
        ...readEndpoint(endpoint),
        record: entity_id,
        address,
        changes,
      }),
    ),
  };
}

/** `products.update` is an act on products; `sign_in.failed` was watched. */
function readEndpoint(endpoint: string): Pick<AuditEntry, 'kind' | 'act'> {
  if (watched.has(endpoint)) return { kind: 'security', act: endpoint.replace('.', '_') };
  const [kind = endpoint, act = ''] = endpoint.split('.');
  return { kind, act };
}

/** Acts that are more frequent than this are found soon when reading the trail in its order. */
const mostRare = 3000;

/**
 * Ids of the acts that a filter by kind or act can find, null if there are many or no filter: reading a long trail in
 * its order for a few of them would read all of it. The index enumerates the names in the trail.
 */
async function findRareActs(
  tx: Tx,
  businessId: number,
  text: string | undefined,
): Promise<readonly number[] | null> {
  const { terms } = parseFilter(text ?? '', auditFilter);
  const asked = (field: string) =>
    terms.flatMap((term) =>
      term.kind === 'any' && term.field === field && !term.negated ? [term.values.map(String)] : [],
    )[0] ?? null;
  const [kinds, acts] = [asked('kind'), asked('act')];
  if (!kinds && !acts) return null;
  const { rows } = await sql<{ id: number }>`with recursive names as (
      (select endpoint from audit_entries where business_id = ${businessId} order by endpoint limit 1)
      union all
      select (select a.endpoint from audit_entries a where a.business_id = ${businessId} and a.endpoint > n.endpoint
        order by a.endpoint limit 1)
      from names n where n.endpoint is not null)
    select id from audit_entries where business_id = ${businessId} and endpoint = any (array(
      select a.endpoint from names a
      where ${kinds ? isOfKinds(kinds) : sql`true`} and ${acts ? isOfActs(acts) : sql`true`}))
    limit ${mostRare + 1}`.execute(tx.db);
  return rows.length > mostRare ? null : rows.map(({ id }) => id);
}

/** From one person to the next by the index: how many acts there are does not matter. */
export async function listAuditPeople(
  tx: Tx,
  { businessId }: Actor,
): Promise<{ items: { id: number; name: string }[] }> {
  const { rows } = await sql<{ id: number; name: string }>`with recursive people as (
      (select user_id from audit_entries where business_id = ${businessId} and user_id is not null
        order by user_id limit 1)
      union all
      select (select a.user_id from audit_entries a where a.business_id = ${businessId} and a.user_id > p.user_id
        order by a.user_id limit 1)
      from people p where p.user_id is not null)
    select user_id as id, coalesce(name_in_audit(user_id), '#' || user_id) as name
    from people where user_id is not null order by 2, 1`.execute(tx.db);
  return { items: rows };
}
