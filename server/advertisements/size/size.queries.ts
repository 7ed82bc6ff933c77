import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { PackageSize } from '#server/outside/marketplaces/listing.ts';

/**
 * The closed parcel of a publication computed from its composition: for a single unit that of its product, for several
 * the box of the kit of exactly these parts, otherwise that of the advertisement, with the weight of all units. Of
 * variations the heaviest weight, and the sides of the first. Null if any of it is unknown. kg and cm.
 */
const derivedSize = (id: number) => sql`
  select case when bool_and(s.weight is not null) then max(s.weight) end as weight,
    (array_agg(s.width order by s.id))[1] as width, (array_agg(s.height order by s.id))[1] as height,
    (array_agg(s.depth order by s.id))[1] as depth
  from (
    select v.id, coalesce(k.weight, m.weight) as weight,
      case when m.units = 1 then m.width else coalesce(k.width, a.width) end as width,
      case when m.units = 1 then m.height else coalesce(k.height, a.height) end as height,
      case when m.units = 1 then m.depth else coalesce(k.depth, a.depth) end as depth
    from publication_variations v join publications p on p.id = v.publication_id
      join advertisements a on a.id = p.advertisement_id
      cross join lateral (
        select sum(c.quantity) as units, min(c.dropship_item_id) as offer,
          case when bool_and(g.weight is not null) then sum(g.weight * c.quantity) end as weight,
          max(g.width) as width, max(g.height) as height, max(g.depth) as depth,
          string_agg(c.dropship_item_id || 'x' || c.quantity, ' ' order by c.dropship_item_id) as key
        from publication_components c left join dropship_items d on d.id = c.dropship_item_id
          left join products g on g.id = d.product_id
        where c.publication_variation_id = v.id) m
      left join lateral (
        select k.weight, k.width, k.height, k.depth from virtual_products k
        where m.units > 1 and k.business_id = p.business_id and not k.archived
          and k.id in (select n.virtual_product_id from virtual_product_components n where n.dropship_item_id = m.offer)
          and m.key = (select string_agg(o.dropship_item_id || 'x' || o.quantity, ' ' order by o.dropship_item_id)
            from virtual_product_components o where o.virtual_product_id = k.id)
        order by k.id limit 1) k on true
    where v.publication_id = ${id}) s`;

/** A size equal to the computed one follows it from now on; a different one was set by the seller. */
export async function settleFollowing(tx: Tx, publicationId: number): Promise<void> {
  await sql`update publications p set follows_size = (p.weight, p.width, p.height, p.depth) =
      (s.weight, s.width, s.height, s.depth) is true
    from (${derivedSize(publicationId)}) s where p.id = ${publicationId}`.execute(tx.db);
}

/** The size that a following publication should get; null if nothing changes. */
export async function findNewSize(tx: Tx, publicationId: number): Promise<PackageSize | null> {
  const { rows } = await sql<PackageSize>`
    select s.weight, s.width, s.height, s.depth from publications p, (${derivedSize(publicationId)}) s
    where p.id = ${publicationId} and p.follows_size and p.state <> 'closed'
      and s.weight > 0 and s.width > 0 and s.height > 0 and s.depth > 0
      and (p.weight, p.width, p.height, p.depth) is distinct from (s.weight, s.width, s.height, s.depth)`.execute(
    tx.db,
  );
  return rows[0] ?? null;
}
