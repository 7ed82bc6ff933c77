import { sql } from 'kysely';

/** Units of a variation `v` in all volumes of the business: each of them has a serial number, or lacks one. */
export const unitsInVolumes = sql<number>`coalesce((select sum(l.quantity) from volume_lines l
  join volumes x on x.id = l.volume_id and x.state not in ('voided', 'archived')
  where l.business_id = v.business_id and l.variation_id = v.id), 0)::int`;

/** Serial numbers of a variation `v` whose unit is in one of them. */
export const serialsHere = sql<number>`(select count(*) from serials n
  where n.business_id = v.business_id and n.variation_id = v.id and n.here)::int`;
