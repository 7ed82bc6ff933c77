import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { promotion } from '#contract/advertisements/promotion.ts';
import {
  type AccountListings,
  remoteListingFilter,
  remoteListingSorts,
} from '#contract/advertisements/publication-link.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';
import { isKnownSupplier } from './suggest.ts';

const keptVariation = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string(),
  gtin: z.string(),
  price: z.number().nullable(),
  promotion: promotion.nullable().default(null),
  quantity: z.number(),
});
export type KeptVariation = z.output<typeof keptVariation>;
const keptVariations = z.array(keptVariation).catch([]);
export const parseVariations = (json: unknown) => keptVariations.parse(json);

/** The ad `r` has no publication here, of it or one of its variations. */
const unlinked = sql<SqlBool>`not exists (select from publications p
    where p.business_id = r.business_id and p.remote_item_id = r.remote_id and p.account_id = r.account_id
      and p.state <> 'closed')
  and not exists (select from publication_variations v join publications p on p.id = v.publication_id
    where v.business_id = r.business_id and v.remote_item_id = r.remote_id and p.account_id = r.account_id
      and p.state <> 'closed')`;

/** Of the accounts that are not removed; closed ads and the marketplace's kits are left out. */
const open = sql<SqlBool>`r.state <> 'closed' and not r.marketplace_kit and exists (select from marketplace_accounts m
  where m.id = r.account_id and m.business_id = r.business_id and m.removed_at is null)`;

const listed = (tx: Tx) =>
  tx.db
    .selectFrom('remote_listings as r')
    .innerJoin('marketplace_accounts as a', 'a.id', 'r.account_id')
    .select([
      'r.id',
      'r.account_id',
      'a.name as account_name',
      'r.remote_id',
      'r.name',
      'r.state',
      'r.link',
      'r.price_centavos',
      'r.quantity',
      'r.fulfilled_by_marketplace',
      'r.read_at',
      'r.variations',
    ])
    .where('r.business_id', '=', sql<number>`app_business()`)
    .where('r.read_at', 'is not', null)
    .where(sql<SqlBool>`${open} and ${unlinked}`);

const ownCodes = (codes: string) =>
  sql`array(select unnest(${sql.ref(`x.${codes}`)}) from remote_listings x where x.business_id = app_business())`;

/** A visible offer has a code of the ad; SKUs count only among related suppliers and may be those of a kit. */
const matched = (by: unknown) =>
  by === 'gtin'
    ? sql<SqlBool>`r.gtins && array(select f.gtin from offers_by_code(${ownCodes('gtins')}, '{}') f
        join dropship_items d on d.id = f.offer)`
    : sql<SqlBool>`(r.skus && array(select f.sku from offers_by_code('{}', ${ownCodes('skus')}) f
        join dropship_items d on d.id = f.offer where ${isKnownSupplier})
      or r.skus && array(select upper(k.sku) from virtual_products k
        where k.business_id = app_business() and k.sku <> '' and not k.archived))`;

const spec = listSpec({
  fields: remoteListingFilter,
  sortedBy: remoteListingSorts,
  sql: {
    account: sql`r.account_id`,
    name: sql`r.name`,
    code: sql`(r.remote_id || ' ' || r.codes)`,
    match: { where: (values) => sql<SqlBool>`(${sql.join(values.map(matched), sql` or `)})` },
    state: sql`r.state`,
    price: sql`r.price_centavos`,
    quantity: sql`r.quantity`,
  },
  search: sql`r.search`,
  sorts: { name: sql`r.name`, price: sql`r.price_centavos`, quantity: sql`r.quantity` },
  required: ['name', 'quantity'],
  defaultSort: 'name',
  id: sql`r.id`,
});

export function listRemoteListings(tx: Tx, query: ListQuery) {
  return listPage(tx, listed(tx), spec, query);
}

/** Those of them that still exist and are linked to nothing. */
export function findUnlinked(tx: Tx, accountId: number, remoteIds: readonly string[]) {
  return listed(tx)
    .where('r.account_id', '=', accountId)
    .where('r.remote_id', 'in', [...remoteIds])
    .execute();
}

type AccountRow = Omit<AccountListings, 'readAt' | 'adExample'> & { readAt: Date | null };

export async function listAccountListings(
  tx: Tx,
  outside: Outside,
  accountId: number | null = null,
): Promise<AccountListings[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.name, a.marketplace, a.state,
      (select count(*)::int from remote_listings r
        where r.account_id = a.id and r.read_at is not null and ${open} and ${unlinked}) as unlinked,
      count(r.id) filter (where r.marketplace_kit and r.state <> 'closed')::int as kits,
      count(r.id)::int as found, count(r.id) filter (where r.read_at >= r.found_at)::int as read,
      coalesce(a.listings_asked_at > coalesce(a.listings_read_at, '-infinity'), false) and not a.listings_failed as reading,
      a.listings_failed as failed,
      a.listings_read_at as "readAt"
    from marketplace_accounts a left join remote_listings r on r.account_id = a.id
    where a.business_id = app_business() and a.removed_at is null
      and (${accountId}::bigint is null or a.id = ${accountId}::bigint)
    group by a.id order by a.name, a.id`.execute(tx.db);
  return rows.map((row) => ({
    ...row,
    adExample: capabilitiesOf(outside, { ...row, tags: [] }).adExample,
    readAt: row.readAt?.toISOString() ?? null,
  }));
}

/** The ids listed by the marketplace for the account; those that are missing are gone. */
export async function storeFound(
  tx: Tx,
  account: { businessId: number; accountId: number },
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into remote_listings (business_id, account_id, remote_id, found_at)
    select ${account.businessId}, ${account.accountId}, id, ${at} from unnest(${ids}::text[]) as id
    on conflict (account_id, remote_id) do update set found_at = excluded.found_at`.execute(tx.db);
  await tx.db
    .deleteFrom('remote_listings')
    .where('account_id', '=', account.accountId)
    .where('found_at', '<', at)
    .execute();
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ listings_found_at: at })
    .where('id', '=', account.accountId)
    .execute();
}

/** Ads that were not read since the marketplace listed them last. */
export async function findUnread(tx: Tx, accountId: number, most: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('remote_listings')
    .select('remote_id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`read_at is null or read_at < found_at`)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => row.remote_id);
}
