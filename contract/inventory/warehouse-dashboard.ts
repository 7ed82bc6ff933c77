import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { count, id, instant, reference } from '../primitives.ts';

/** Lanes shown separately; later ones are in the total. */
export const shownLanes = 8;
/** Days whose counts measure the accuracy of the ledger. */
export const accuracyDays = 30;

/** Sales of one dispatch limit. */
const lane = z.object({
  /** Null: no marketplace has named one. */
  dispatchLimit: instant.nullable(),
  /** All overdue sales are in one lane, with the oldest limit of them. */
  late: z.boolean(),
  toPack: count,
  /** Packed, and not with the carrier. */
  packed: count,
});
export type Lane = z.output<typeof lane>;

const shelf = z.object({
  receiving: count,
  toStore: count,
  inBalance: count,
  blocked: count,
  /** Occupied positions, by the letters of their codes. */
  areas: z.array(z.object({ area: z.string(), positions: count, empty: count })),
  /** Counts that were started in the last days and have ended, and those that agreed with the ledger. */
  counted: count,
  right: count,
  oldest: z.array(
    z.object({
      id,
      code: z.string(),
      position: z.string().nullable(),
      launchedAt: instant,
      products: z.string(),
    }),
  ),
});

const warehouse = z.object({
  warehouse: reference,
  lanes: z.array(lane),
  /** Sales of all lanes, those that are not shown too. */
  toPack: count,
  packed: count,
  packedLastHour: count,
  /** Of them, by the reader. */
  packedByMe: count,
  /** Absent for people who only pack or hand over. */
  shelf: shelf.optional(),
});
export type WarehouseFigures = z.output<typeof warehouse>;

export const warehouseDashboard = z
  .object({ at: instant, countedSince: z.string(), warehouses: z.array(warehouse) })
  .meta({ id: 'WarehouseDashboard' });

/** Resource `warehouse-center-dashboard`: due work and stock of each warehouse in reach; no money. */
export const warehouseCenterDashboard = entity('warehouseCenterDashboard', {
  detail: endpoint({
    method: 'GET',
    path: '/warehouse-center-dashboard',
    permission: 'warehouse-dashboard.read',
    summary: 'Lanes by dispatch limit with the pace of the last hour, and figures of the stock, by warehouse',
    response: warehouseDashboard,
  }),
});

const hourMs = 3_600_000;

/** Parcels an hour that are needed to pack everything due up to a lane; null if its hour is over, or there is none. */
export function paceNeeded(lanes: readonly Lane[], nth: number, now: number): number | null {
  const limit = lanes[nth]?.dispatchLimit;
  if (!limit) return null;
  const hours = (new Date(limit).getTime() - now) / hourMs;
  if (hours <= 0) return null;
  const due = lanes.slice(0, nth + 1).reduce((sum, { toPack }) => sum + toPack, 0);
  return Math.ceil(due / hours);
}
