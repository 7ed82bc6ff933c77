import type { Invariant } from '#server/db/invariant.ts';

/** Invariants of publications after every transaction: each query must return no row. */
export const publicationInvariants: readonly Invariant[] = [
  {
    name: 'INV-06 no quantity is acknowledged for a shelf that has not been yet',
    sql: `select v.id, v.synced_revision, s.revision from publication_variations v cross join lateral (
        select sum(s.revision) as revision from publication_components c join stock s on s.id = c.stock_id
        where c.publication_variation_id = v.id) s
      where v.synced_revision > s.revision`,
  },
  {
    name: 'INV-48 nothing is tried more than eight times',
    sql: `select id, task, attempts from queued_jobs where attempts > 8`,
  },
];

/** Invariants of an empty queue: while jobs wait, the first query may find rows. */
export const restInvariants: readonly Invariant[] = [
  {
    name: 'INV-06 what each marketplace acknowledged last is what can be sold',
    sql: `select v.id, v.synced_quantity, q.quantity from publications p
        join marketplace_accounts a on a.id = p.account_id and a.state = 'connected' and a.removed_at is null
        join publication_variations v on v.publication_id = p.id and v.remote_item_id is not null
        cross join lateral (
          select case when v.active and v.guard is distinct from 'held' then least(coalesce(min(case
              when not d.active or (d.business_id <> v.business_id and (t.state = 'blocked'
                or (d.linked_only and t.state is distinct from 'active') or exists (select from overdue_cases h
                  where h.seller_id = v.business_id and h.supplier_id = d.business_id and h.state = 'held'))) then 0
              else least(floor(s.sellable / c.quantity)::int, d.quantity_cap) end), 0), v.quantity_cap) else 0 end as quantity
          from publication_components c join stock s on s.id = c.stock_id
            join dropship_items d on d.id = c.dropship_item_id
            left join trade_links t on t.seller_id = v.business_id and t.supplier_id = d.business_id
          where c.publication_variation_id = v.id) q
      where p.state in ('active', 'paused') and p.sync_error is null
        and v.synced_quantity is distinct from q.quantity
        and not exists (select from queued_jobs j where not j.parked
          and j.task in ('shelf.push', 'publication.push', 'publication.publish', 'account.resync',
            'publications.push-of-supplier'))`,
  },
];
