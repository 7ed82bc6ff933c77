import { type SqlBool, sql } from 'kysely';

/** Positions `l` that can hold volumes: those without positions inside, except the bench. */
export const isPlace = sql<SqlBool>`(not l.bench and not exists (select from inventory_locations below
  where below.business_id = l.business_id and below.parent_id = l.id))`;

export const isEmptyPlace = sql<SqlBool>`not exists (select from volumes standing
  where standing.business_id = l.business_id and standing.position_id = l.id
    and standing.state in ('active', 'in_balance', 'blocked'))`;

/** The prefix that the codes of a part of the warehouse share: `A` of `A01-P02`. */
export const areaOf = sql<string>`coalesce(nullif(regexp_replace(split_part(l.code, '-', 1), '[0-9]+$', ''), ''),
  split_part(l.code, '-', 1))`;
