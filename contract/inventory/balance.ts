import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { maxCentavos } from '../money.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  page,
  quantity,
  reference,
  text,
  version,
} from '../primitives.ts';
import { reportEndpoints } from './balance-report.ts';
import {
  balanceActs,
  balanceCauses,
  balanceKinds,
  balanceOrigins,
  balanceStates,
  countOutcomes,
} from './balance-states.ts';
import { lotFields } from './batch.ts';

export const balanceFilter = {
  state: { kind: 'choice', values: balanceStates },
  kind: { kind: 'choice', values: balanceKinds },
  origin: { kind: 'choice', values: balanceOrigins },
  warehouse: { kind: 'id' },
  /** The code of a volume or of its position, complete. */
  place: { kind: 'text' },
  product: { kind: 'text' },
  started: { kind: 'day' },
} as const satisfies FilterFields;
export const balanceSorts = ['id', 'ended', 'walk'] as const;

/** Most volumes that one act flags. */
export const maxStarted = 200;

const row = z
  .object({
    id,
    state: z.enum(balanceStates),
    kind: z.enum(balanceKinds),
    origin: z.enum(balanceOrigins),
    warehouse: reference,
    /** Its name is its code. */
    volume: reference,
    position: z.string().nullable(),
    /** Only this product is counted; null: everything in the volume. */
    variation: reference.nullable(),
    /** Empty: the schedule. */
    startedBy: z.string(),
    startedAt: instant,
    endedAt: instant.nullable(),
    /** How often it was counted. */
    counts: count,
    cause: z.enum(balanceCauses).nullable(),
    /** Units found minus units expected, all products together; null if the reader may not know. */
    difference: z.int().nullable(),
    /** ¤ What that is worth. */
    differenceCentavos: centavos.nullable().optional(),
  })
  .meta({ id: 'BalanceRow' });

const goods = z
  .object({
    variation: reference,
    product: reference,
    sku: z.string(),
    gtin: z.string(),
    asksLots: z.boolean(),
    lot: z.string().nullable(),
    /** Null for a blind counter. */
    expected: count.nullable(),
  })
  .meta({ id: 'BalanceGoods' });

const counted = z
  .object({
    at: instant,
    author: z.string(),
    outcome: z.enum(countOutcomes),
    /** Empty if the reader may not know. */
    lines: z.array(z.object({ sku: z.string(), product: z.string(), expected: count, counted: count })),
  })
  .meta({ id: 'BalanceCount' });

const detail = row
  .extend({
    goods: z.array(goods),
    /** The newest first. */
    rounds: z.array(counted),
    endedBy: z.string().nullable(),
    /** The reader has counted already: another person counts again. */
    countedByYou: z.boolean(),
    /** The reader has counted at some time, and never approves. */
    approvedByOthers: z.boolean(),
    /** The version that a counter who begins now sends as `seen`. */
    volumeVersion: z.int(),
    /** The volume was moved by a pick since the count began: former counts do not apply. */
    isOutdated: z.boolean(),
  })
  .meta({ id: 'Balance' });

const settings = z
  .object({
    toleranceUnits: count,
    tolerancePercent: count,
    limitCentavos: centavos.nullable(),
    /** Volumes of each warehouse whose count begins by itself in a day; null: none. */
    scheduledPerDay: z.int().nullable(),
    /** Days from one scheduled count to the next, by the class of the products. */
    daysA: count,
    daysB: count,
    daysC: count,
    version,
  })
  .meta({ id: 'BalanceSettings' });

const days = z.int('not_whole').min(1, 'too_small').max(730, 'too_big').optional();

const whole = quantity.or(z.literal(0));
const touches = ['volumes', 'stock', 'dropshipItems', 'picking', 'checkout'];

/** Resource `volumes/in-balance`: counts of volumes. One of them is not below `volumes/{id}`, which it would be mistaken for. */
export const balances = entity('balances', {
  ...reportEndpoints,
  list: endpoint({
    method: 'GET',
    path: '/volumes/in-balance',
    permission: 'balances.read',
    summary: 'Counts of volumes, the newest first',
    query: listQuery,
    response: page(row),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/in-balance/settings',
    permission: 'balances.read',
    summary: 'The rules of counting: tolerance, second count, approval and schedule',
    response: settings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/in-balance/settings',
    permission: 'balances.settings',
    summary: 'Change the rules of counting',
    body: z.strictObject({
      toleranceUnits: z.int('not_whole').min(0, 'too_small').max(1000, 'too_big').optional(),
      tolerancePercent: z.int('not_whole').min(0, 'too_small').max(100, 'too_big').optional(),
      limitCentavos: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
      scheduledPerDay: z
        .int('not_whole')
        .min(1, 'too_small')
        .max(maxStarted, 'too_big')
        .nullable()
        .optional(),
      ...{ daysA: days, daysB: days, daysC: days },
    }),
    response: settings,
    errors: ['stale_version'],
  }),
  alarms: endpoint({
    method: 'GET',
    path: '/in-balance/alarms',
    permission: 'balances.read',
    summary: 'Urgent work of counting: short sales, counts older than a day, approvals',
    response: z.object({
      shortfalls: z.array(
        /** The stock level, and the number of its sales that wait for approval because of a shortage. */
        z.object({ id, product: reference, sku: z.string(), warehouse: reference, sales: count }),
      ),
      overdue: count,
      waitingApproval: count,
      /** For people who approve counts: buckets that differ from the sum of their entries in the nightly recount. */
      drifts: z.array(
        z.object({
          id,
          product: reference,
          sku: z.string(),
          warehouse: reference,
          bucket: z.enum(['onHand', 'reserved', 'soft', 'hold', 'inbound', 'packed']),
          source: z.enum(['entries', 'volumes', 'reservations']),
          stored: z.int(),
          recounted: z.int(),
          since: instant,
        }),
      ),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/in-balance/:id',
    permission: 'balances.read',
    summary: 'One count: its products and counted units',
    params: idParams,
    response: detail,
  }),
  start: endpoint({
    method: 'POST',
    path: '/volumes/in-balance',
    permission: 'balances.start',
    summary:
      'Start counts of one volume, of a position or product, or of the most urgent volumes of a warehouse',
    body: z.union([
      /** Of a volume or a position, as a scanner reads it. */
      z.strictObject({
        code: text(80, 1),
        /** Of a position with several: the number that the person has agreed to. */
        volumes: z.int('not_whole').min(2, 'too_small').max(maxStarted, 'too_big').optional(),
      }),
      z.strictObject({ volumeId: id }),
      z.strictObject({ positionId: id }),
      z.strictObject({ variationId: id, warehouseId: id.optional() }),
      z.strictObject({
        warehouseId: id,
        volumes: z.int('not_whole').min(1, 'too_small').max(maxStarted, 'too_big'),
      }),
    ]),
    /** `refused`: volumes that a pick is at. */
    response: z.object({ started: z.array(reference), refused: z.array(reference) }),
    errors: [
      'state_conflict',
      'volume_pinned',
      'no_volume_selected',
      'position_empty',
      'volumes_unconfirmed',
      'code_unknown',
      'not_found',
    ],
    touches,
  }),
  count: endpoint({
    method: 'POST',
    path: '/in-balance/:id/count',
    permission: balanceActs.count.permission,
    summary: 'Submit a count: a number for each product, zero if there is none',
    params: idParams,
    body: z.strictObject({
      lines: z
        .array(z.strictObject({ variationId: id, quantity: whole, lot: lotFields.optional() }))
        .max(200, 'too_big'),
      /** `volumeVersion` as it was when the counter began; without it, the version when the count was started. */
      seen: version.max(2_000_000_000, 'too_big').optional(),
    }),
    response: detail,
    errors: [
      'state_conflict',
      'balance_incomplete',
      'counted_by_you',
      'only_approver',
      'volume_pinned',
      'lot_differs',
      'in_progress',
    ],
    touches,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/in-balance/:id/approve',
    permission: balanceActs.approve.permission,
    summary: 'Approve the last count: the stock level is corrected, with the cause',
    params: idParams,
    body: z.strictObject({ cause: z.enum(balanceCauses, 'choose_one') }),
    response: detail,
    errors: ['state_conflict', 'counted_by_you', 'volume_pinned', 'in_progress'],
    touches,
  }),
  recount: endpoint({
    method: 'POST',
    path: '/in-balance/:id/recount',
    permission: balanceActs.recount.permission,
    summary: 'Reject the last count: another person counts again',
    params: idParams,
    response: detail,
    errors: ['state_conflict'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/in-balance/:id/cancel',
    permission: balanceActs.cancel.permission,
    summary: 'Cancel a routine count; nothing else changes',
    params: idParams,
    response: detail,
    errors: ['state_conflict', 'balance_suspect'],
    touches,
  }),
});

export type BalanceRow = z.output<typeof row>;
export type Balance = z.output<typeof detail>;
export type BalanceSettings = z.output<typeof settings>;
export type BalanceStart = z.output<typeof balances.start.body>;
export type CountBody = z.output<typeof balances.count.body>;
export type CountedLine = CountBody['lines'][number];
