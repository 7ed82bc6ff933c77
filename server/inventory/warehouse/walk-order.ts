import { sql } from 'kysely';

/** Positions `l` of one warehouse after those of another, each in the order of its walk. */
export const warehouseWalk = sql<number | null>`(l.warehouse_id * 1000000 + l.walk)`;
