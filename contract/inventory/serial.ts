import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import {
  count,
  id,
  idParams,
  instant,
  listQuery,
  oneLine,
  opaque,
  page,
  reference,
  text,
} from '../primitives.ts';

/**
 * Where a unit is: in stock, with a sale (from the scan at the bench), returned (inspected, or set aside as damaged), or
 * gone without a sale.
 */
export const serialStates = ['in_stock', 'with_sale', 'returned', 'gone'] as const;
export type SerialState = (typeof serialStates)[number];

export const serialEventKinds = [
  'received',
  'recorded',
  'scanned',
  'packed',
  'freed',
  'put_back',
  'returned',
  'inspection_voided',
  'stored',
  'set_aside',
  'lost',
  'gone',
  'found',
] as const;
export type SerialEventKind = (typeof serialEventKinds)[number];

/** Units of these are measured, so a unit has no number of its own. */
const measuredUnits: readonly string[] = ['kg', 'meter', 'liter'];
export const isWholeUnit = (unit: string): boolean => !measuredUnits.includes(unit);

export const serialFilter = {
  code: { kind: 'text' },
  product: { kind: 'id' },
  variation: { kind: 'id' },
  state: { kind: 'choice', values: serialStates },
  sale: { kind: 'id' },
  changed: { kind: 'day' },
} as const satisfies FilterFields;
export const serialSorts = ['code', 'changed'] as const;

const serial = z
  .object({
    id,
    code: z.string(),
    state: z.enum(serialStates),
    product: reference,
    variation: reference,
    sku: z.string(),
    /** The sale that has or had it last; null if none did. */
    sale: z.number().nullable(),
    changedAt: instant,
  })
  .meta({ id: 'Serial' });
export type Serial = z.output<typeof serial>;

const serialDetail = serial
  .extend({
    events: z.array(
      z.object({
        id,
        at: instant,
        kind: z.enum(serialEventKinds),
        author: z.string().nullable(),
        sale: z.number().nullable(),
        reason: z.string(),
      }),
    ),
    /** The supply request with which it came. */
    request: z.object({ id, number: z.number() }).nullable(),
  })
  .meta({ id: 'SerialDetail' });
export type SerialDetail = z.output<typeof serialDetail>;

/** Units of a variation beside its serial numbers. */
const serialFigures = z
  .object({
    variation: reference,
    sku: z.string(),
    /** Serial numbers whose unit is here, also those in picking and set aside. */
    here: count,
    /**
     * Units in all volumes; null if the reader may not know them: some are counted blind, or lie in warehouses out of
     * reach.
     */
    units: count.nullable(),
    /** Units without a serial number, and serial numbers without a unit; null if units is. */
    missing: count.nullable(),
    surplus: count.nullable(),
  })
  .meta({ id: 'SerialFigures' });
export type SerialFigures = z.output<typeof serialFigures>;

/** As it is printed on the unit; stored in capitals. */
export const serialCode = oneLine(80, 1);

/** Serial numbers of units whose product asks for them. */
export const serials = entity('serials', {
  list: endpoint({
    method: 'GET',
    path: '/serials',
    permission: 'serials.read',
    summary: 'Serial numbers and where their units are, the last changed first',
    query: listQuery,
    response: page(serial),
  }),
  export: exportOf('/serials/export', 'serials.read', [
    'code',
    'product',
    'variation',
    'sku',
    'state',
    'sale',
    'changed',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/serials/:id',
    permission: 'serials.read',
    summary: 'One serial number with its history',
    params: idParams,
    response: serialDetail,
  }),
  ofProduct: endpoint({
    method: 'GET',
    path: '/products/:id/serials',
    permission: 'serials.read',
    summary: 'Units of a product beside their serial numbers, by variation',
    params: idParams,
    response: z.object({ variations: z.array(serialFigures) }),
  }),
  record: endpoint({
    method: 'POST',
    path: '/serials',
    permission: 'serials.record',
    summary: 'Record the serial number of a unit that is in a volume and has none',
    /** `clientId` makes a repeated scan count once. `requestId`: it arrived with this supply request. */
    body: z.strictObject({
      variationId: id,
      code: serialCode,
      clientId: opaque(60).min(8),
      requestId: id.optional(),
    }),
    response: serial.extend({
      /** Units of the variation that still have none. */
      missing: count,
    }),
    errors: ['serials_off', 'serial_is_code', 'serial_exists', 'serials_complete'],
    touches: ['supplyRequestsOngoing', 'passports'],
  }),
  mark: endpoint({
    method: 'POST',
    path: '/serials/:id/mark',
    permission: 'serials.update',
    summary: 'Mark a serial number as gone, or as found again and in stock; stock itself is not changed',
    params: idParams,
    body: z.strictObject({ to: z.enum(['gone', 'in_stock']), reason: text(300, 1) }),
    response: serialDetail,
    errors: ['state_conflict'],
  }),
});
