import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, id, idParams, instant, listQuery, page, reference, shownAddress } from '../primitives.ts';
import { manifestStates } from './manifest-states.ts';

export const manifestFilter = {
  state: { kind: 'choice', values: manifestStates },
  warehouse: { kind: 'id' },
  number: { kind: 'number' },
  sale: { kind: 'id' },
  opened: { kind: 'day' },
  closed: { kind: 'day' },
} as const satisfies FilterFields;
export const manifestSorts = ['id'] as const;

/**
 * The carrier of a parcel: the marketplace's shipping type; without a marketplace, the carrier that the seller chose.
 */
export const carrier = z.object({ marketplace: z.string().nullable(), logisticType: z.string() });
export type Carrier = z.output<typeof carrier>;

/** As filters write it. */
export const carrierKey = ({ marketplace, logisticType }: Carrier): string =>
  `${marketplace ?? ''}/${logisticType}`;

/** The parcels of one warehouse that one carrier takes. */
export const pile = z
  .object({
    warehouse: reference,
    carrier,
    /** Sales that still wait to be scanned. */
    waiting: count,
    /** Of them, sales without a label: they cannot be handed over. */
    unlabelled: count,
    /** Of them, sales that changed after packing: their parcels have to be opened. */
    changed: count,
    dispatchLimit: instant.nullable(),
    /** When the carrier comes today, as `17:30`; null: not today, or unknown. */
    cutoff: z.string().nullable(),
    /** Sales of the manifest that is open. */
    scanned: count,
    manifest: z.object({ id, openedAt: instant }).nullable(),
  })
  .meta({ id: 'Pile' });
export type Pile = z.output<typeof pile>;

const manifestRow = z
  .object({
    id,
    /** Given when it is closed. */
    number: z.number().nullable(),
    state: z.enum(manifestStates),
    warehouse: reference,
    carrier,
    parcels: count,
    sales: count,
    openedAt: instant,
    openedBy: z.string(),
    closedAt: instant.nullable(),
    closedBy: z.string().nullable(),
  })
  .meta({ id: 'ManifestRow' });
export type ManifestRow = z.output<typeof manifestRow>;

const manifestDetail = manifestRow
  .extend({
    business: z.object({ name: z.string(), document: z.string() }),
    address: z.object(shownAddress),
    lines: z.array(
      z.object({
        sale: z.number(),
        seller: z.string(),
        remoteOrderId: z.string().nullable(),
        /** The content of its label. */
        label: z.string(),
        units: count,
        at: instant,
      }),
    ),
  })
  .meta({ id: 'Manifest' });
export type Manifest = z.output<typeof manifestDetail>;

/** Resource `manifests`: parcels handed over to a carrier at one time, to be signed by its driver. */
export const manifests = entity('manifests', {
  list: endpoint({
    method: 'GET',
    path: '/manifests',
    permission: 'checkout.read',
    summary: 'Manifests, open and closed, the newest first',
    query: listQuery,
    response: page(manifestRow),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/manifests/:id',
    permission: 'checkout.read',
    summary: 'One manifest with its parcels, for printing',
    params: idParams,
    response: manifestDetail,
  }),
  close: endpoint({
    method: 'POST',
    path: '/manifests/:id/close',
    permission: 'checkout.dispatch',
    summary: 'Close a manifest: it gets its number and accepts no more parcels',
    params: idParams,
    response: manifestRow,
    errors: ['state_conflict'],
    touches: ['checkout'],
  }),
});
