import { sql } from 'kysely';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * The closed parcel of each variation of a publication computed from its composition: for a single unit that of its
 * product, for several the box of the kit of exactly these parts, otherwise that of the advertisement, with the weight
 * of all units. A part that is unknown is null. kg and cm.
 */
const variationSizes = (publicationId: number) => sql`
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
    where v.publication_id = ${publicationId}`;

/** Of all variations the heaviest weight, null if one is unknown, and the sides of the largest volume. */
const publicationSize = (publicationId: number) => sql`
  select case when bool_and(s.weight is not null) then max(s.weight) end as weight,
    ${ofLargest('width')} as width, ${ofLargest('height')} as height, ${ofLargest('depth')} as depth
  from (${variationSizes(publicationId)}) s`;

const ofLargest = (side: 'width' | 'height' | 'depth') =>
  sql`(array_agg(${sql.ref(`s.${side}`)} order by s.width * s.height * s.depth desc nulls last, s.id))[1]`;

/** A size equal to the computed one follows it from now on; a different one was set by the seller. */
export async function settleFollowing(tx: Tx, publicationId: number): Promise<void> {
  await sql`update publications p set follows_size = (p.weight, p.width, p.height, p.depth) =
      (s.weight, s.width, s.height, s.depth) is true
    from (${publicationSize(publicationId)}) s where p.id = ${publicationId}`.execute(tx.db);
  await sql`update publication_variations v set follows_size = (v.weight, v.width, v.height, v.depth) =
      (s.weight, s.width, s.height, s.depth) is true
    from (${variationSizes(publicationId)}) s where v.id = s.id`.execute(tx.db);
}

/** The sizes that a publication and its variations should get, as far as they follow; null if none changes. */
export async function findNewSizes(
  tx: Tx,
  publicationId: number,
): Promise<{ ofPublication: PackageSize | null; ofVariations: (PackageSize & { id: number })[] } | null> {
  const publication = await sql<PackageSize>`
    select s.weight, s.width, s.height, s.depth
    from publications p, (${publicationSize(publicationId)}) s
    where p.id = ${publicationId} and p.follows_size and p.state <> 'closed' and ${isKnown}
      and (p.weight, p.width, p.height, p.depth) is distinct from (s.weight, s.width, s.height, s.depth)`.execute(
    tx.db,
  );
  const { rows: ofVariations } = await sql<PackageSize & { id: number }>`
    select s.id, s.weight, s.width, s.height, s.depth
    from (${variationSizes(publicationId)}) s join publication_variations v on v.id = s.id
      join publications p on p.id = v.publication_id
    where v.follows_size and p.state <> 'closed' and ${isKnown}
      and (v.weight, v.width, v.height, v.depth) is distinct from (s.weight, s.width, s.height, s.depth)
    order by s.id`.execute(tx.db);
  const ofPublication = publication.rows[0] ?? null;
  return ofPublication || ofVariations.length > 0 ? { ofPublication, ofVariations } : null;
}

const isKnown = sql`s.weight > 0 and s.width > 0 and s.height > 0 and s.depth > 0`;
