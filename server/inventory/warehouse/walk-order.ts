import { sql } from 'kysely';

/** Orders positions `l` by the walk of their warehouse; one warehouse after another. */
export const warehouseWalk = sql<number | null>`(l.warehouse_id * 1000000 + l.walk)`;
