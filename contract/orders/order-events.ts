import type { EventTone } from '../event-tone.ts';

/**
 * Kinds of lines in the history of a sale. `versioned`: a change of the sale, which increases its version; others are
 * only recorded. `fulfillerSees`: not decisions of the seller about cost and source. Each kind has its words under
 * `events` of the messages, without which they do not compile.
 */
export const orderEvents = {
  created: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  unlinked: { versioned: false, fulfillerSees: true, tone: 'attention' },
  linked: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  updated: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'lines-changed': { versioned: true, fulfillerSees: true, tone: 'attention' },
  'lines-differ': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'lines-restored': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'change-acknowledged': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  paid: { versioned: true, fulfillerSees: true, tone: 'good' },
  'fraud-risk': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'reserved-soft': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'reserved-firm': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'stock-short': { versioned: true, fulfillerSees: true, tone: 'attention' },
  'counted-short': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'fulfilled-by-marketplace': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'approval-asked': { versioned: true, fulfillerSees: true, tone: 'attention' },
  'approval-cleared': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  approved: { versioned: true, fulfillerSees: false, tone: 'neutral' },
  accepted: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  released: { versioned: true, fulfillerSees: true, tone: 'good' },
  substituted: { versioned: true, fulfillerSees: false, tone: 'attention' },
  refused: { versioned: true, fulfillerSees: true, tone: 'bad' },
  canceled: { versioned: true, fulfillerSees: true, tone: 'bad' },
  'return-expected': { versioned: true, fulfillerSees: true, tone: 'attention' },
  'return-called-off': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'return-claimed': { versioned: true, fulfillerSees: true, tone: 'attention' },
  'return-labelled': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'return-not-here': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'return-opened': { versioned: true, fulfillerSees: true, tone: 'attention' },
  returned: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'cancel-sent': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'cancel-refused': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'document-sent': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'document-accepted': { versioned: true, fulfillerSees: true, tone: 'good' },
  'document-rejected': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'declaration-issued': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'declaration-canceled': { versioned: true, fulfillerSees: true, tone: 'attention' },
  'shipment-moved': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'drop-off-arranged': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'pick-up-arranged': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'arrangement-refused': { versioned: false, fulfillerSees: true, tone: 'bad' },
  'report-refused': { versioned: false, fulfillerSees: true, tone: 'bad' },
  'picking-started': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'picking-canceled': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'lot-expired': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'picked-short': { versioned: true, fulfillerSees: true, tone: 'bad' },
  'bench-took-over': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'counted-by-hand': { versioned: false, fulfillerSees: true, tone: 'attention' },
  weighed: { versioned: false, fulfillerSees: true, tone: 'neutral' },
  'weight-differs': { versioned: false, fulfillerSees: true, tone: 'attention' },
  photographed: { versioned: false, fulfillerSees: true, tone: 'neutral' },
  packed: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'beeping-reset': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'packing-reset': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'label-printed': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'label-fetched': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'label-reprinted': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'parcel-label-printed': { versioned: true, fulfillerSees: true, tone: 'attention' },
  collected: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  sent: { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'put-back': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  'buyer-erased': { versioned: true, fulfillerSees: true, tone: 'neutral' },
  tagged: { versioned: false, fulfillerSees: false, tone: 'neutral' },
  completed: { versioned: true, fulfillerSees: true, tone: 'good' },
} as const satisfies Record<string, { versioned: boolean; fulfillerSees: boolean; tone: EventTone }>;

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

/** Whose act it was. The fulfiller sees the seller as such, and no name of a person. */
export const orderActorNames = ['seller', 'fulfiller', 'marketplace', 'system'] as const;
export type OrderActor = (typeof orderActorNames)[number];

/** An unknown newer kind has no tone. */
export function orderEventTone(kind: string): EventTone {
  return orderEventKinds.includes(kind as OrderEventKind)
    ? orderEvents[kind as OrderEventKind].tone
    : 'neutral';
}
