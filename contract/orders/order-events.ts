import type { EventTone } from '../event-tone.ts';

/**
 * Kinds of lines in the history of a sale. `versioned`: a change of the sale, which increases its version; others are
 * only recorded. Each kind has its words under `events` of the messages, without which they do not compile.
 */
export const orderEvents = {
  created: { versioned: true, tone: 'neutral' },
  unlinked: { versioned: false, tone: 'attention' },
  linked: { versioned: true, tone: 'neutral' },
  updated: { versioned: true, tone: 'neutral' },
  'lines-changed': { versioned: true, tone: 'attention' },
  'lines-differ': { versioned: true, tone: 'bad' },
  'lines-restored': { versioned: true, tone: 'neutral' },
  'change-acknowledged': { versioned: true, tone: 'neutral' },
  paid: { versioned: true, tone: 'good' },
  'fraud-risk': { versioned: true, tone: 'bad' },
  'reserved-soft': { versioned: true, tone: 'neutral' },
  'reserved-firm': { versioned: true, tone: 'neutral' },
  'stock-short': { versioned: true, tone: 'attention' },
  'counted-short': { versioned: true, tone: 'bad' },
  'fulfilled-by-marketplace': { versioned: true, tone: 'neutral' },
  'approval-asked': { versioned: true, tone: 'attention' },
  'approval-cleared': { versioned: true, tone: 'neutral' },
  approved: { versioned: true, tone: 'neutral' },
  accepted: { versioned: true, tone: 'neutral' },
  released: { versioned: true, tone: 'good' },
  substituted: { versioned: true, tone: 'attention' },
  refused: { versioned: true, tone: 'bad' },
  canceled: { versioned: true, tone: 'bad' },
  'return-expected': { versioned: true, tone: 'attention' },
  'return-called-off': { versioned: true, tone: 'neutral' },
  'return-claimed': { versioned: true, tone: 'attention' },
  'return-labelled': { versioned: true, tone: 'neutral' },
  'return-not-here': { versioned: true, tone: 'neutral' },
  'return-opened': { versioned: true, tone: 'attention' },
  returned: { versioned: true, tone: 'neutral' },
  'cancel-sent': { versioned: true, tone: 'neutral' },
  'cancel-refused': { versioned: true, tone: 'bad' },
  'document-sent': { versioned: true, tone: 'neutral' },
  'document-accepted': { versioned: true, tone: 'good' },
  'document-rejected': { versioned: true, tone: 'bad' },
  'declaration-issued': { versioned: true, tone: 'neutral' },
  'declaration-canceled': { versioned: true, tone: 'attention' },
  'shipment-moved': { versioned: true, tone: 'neutral' },
  'drop-off-arranged': { versioned: true, tone: 'neutral' },
  'pick-up-arranged': { versioned: true, tone: 'neutral' },
  'arrangement-refused': { versioned: false, tone: 'bad' },
  'report-refused': { versioned: false, tone: 'bad' },
  'picking-started': { versioned: true, tone: 'neutral' },
  'picking-canceled': { versioned: true, tone: 'neutral' },
  'lot-expired': { versioned: true, tone: 'bad' },
  'picked-short': { versioned: true, tone: 'bad' },
  'bench-took-over': { versioned: true, tone: 'neutral' },
  'counted-by-hand': { versioned: false, tone: 'attention' },
  packed: { versioned: true, tone: 'neutral' },
  'beeping-reset': { versioned: true, tone: 'neutral' },
  'packing-reset': { versioned: true, tone: 'neutral' },
  'label-printed': { versioned: true, tone: 'neutral' },
  'label-fetched': { versioned: true, tone: 'neutral' },
  'label-reprinted': { versioned: true, tone: 'neutral' },
  'parcel-label-printed': { versioned: true, tone: 'attention' },
  collected: { versioned: true, tone: 'neutral' },
  sent: { versioned: true, tone: 'neutral' },
  'put-back': { versioned: true, tone: 'neutral' },
  'buyer-erased': { versioned: true, tone: 'neutral' },
  completed: { versioned: true, tone: 'good' },
} as const satisfies Record<string, { versioned: boolean; tone: EventTone }>;

export type OrderEventKind = keyof typeof orderEvents;
export const orderEventKinds = Object.keys(orderEvents) as OrderEventKind[];

/** Parts of a sale that a marketplace has updated, as in the `parts` of an `updated`'s detail, in display order. */
export const updatedParts = [
  'payment',
  'value',
  'buyer',
  'pack',
  'dispatchLimit',
  'promise',
  'logistics',
  'arranging',
  'document',
  'label',
  'tracking',
  'transit',
  'freight',
] as const;
export type UpdatedPart = (typeof updatedParts)[number];

/** The author, and whether the fulfiller sees their acts: the seller's acts are private. */
export const orderActors = {
  seller: { fulfillerSees: false },
  fulfiller: { fulfillerSees: true },
  marketplace: { fulfillerSees: true },
  system: { fulfillerSees: true },
} as const satisfies Record<string, { fulfillerSees: boolean }>;

export type OrderActor = keyof typeof orderActors;
export const orderActorNames = Object.keys(orderActors) as OrderActor[];

/** An unknown newer kind has no tone. */
export function orderEventTone(kind: string): EventTone {
  return orderEventKinds.includes(kind as OrderEventKind)
    ? orderEvents[kind as OrderEventKind].tone
    : 'neutral';
}
