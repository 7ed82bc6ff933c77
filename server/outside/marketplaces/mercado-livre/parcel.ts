import { z } from 'zod';
import { type Centavos, fromDecimal, sumMoney } from '#contract/money.ts';
import type { MarketplaceParcel, ParcelStep, Receiver } from '../sale.ts';
import { remoteId, remoteTime } from './order.ts';

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const dated = maybe(z.looseObject({ date: maybe(remoteTime) }));
const named = maybe(z.looseObject({ name: maybe(z.string()), id: maybe(remoteId) }));
const textual = maybe(z.union([z.string(), z.number()]).transform(String));

const schema = z.looseObject({
  id: remoteId,
  status: z.string(),
  substatus: maybe(z.string()),
  date_created: maybe(remoteTime),
  last_updated: remoteTime,
  tracking_number: textual,
  logistic: maybe(z.looseObject({ type: maybe(z.string()) })),
  // The old view, still returned if the header is ignored.
  logistic_type: maybe(z.string()),
  lead_time: maybe(
    z.looseObject({
      estimated_handling_limit: dated,
      estimated_delivery_time: dated,
      buffering: dated,
    }),
  ),
  destination: maybe(
    z.looseObject({
      receiver_name: maybe(z.string()),
      shipping_address: maybe(
        z.looseObject({
          street_name: textual,
          street_number: textual,
          comment: textual,
          zip_code: textual,
          city: named,
          state: named,
          neighborhood: named,
        }),
      ),
    }),
  ),
});

const sla = z.looseObject({ expected_date: maybe(remoteTime) });

/** Throws ZodError if it is no shipment of Mercado Livre. The SLA is read first, the handling limit is the fallback. */
export function readParcel(
  json: unknown,
  slaJson: unknown,
  freight: Centavos | null = null,
): MarketplaceParcel {
  const shipment = schema.parse(json);
  const lead = shipment.lead_time;
  const limit = sla.safeParse(slaJson).data?.expected_date ?? lead?.estimated_handling_limit?.date ?? null;
  return {
    shipmentId: shipment.id,
    ...stateOf(
      shipment.status,
      shipment.substatus ?? '',
      shipment.logistic?.type ?? shipment.logistic_type ?? '',
    ),
    needsArranging: false,
    shippedBySeller: false,
    updatedAt: shipment.last_updated,
    trackingCode: shipment.tracking_number ?? '',
    dispatchLimit: limit,
    promisedAt: lead?.estimated_delivery_time?.date ?? null,
    bufferedUntil: lead?.buffering?.date ?? null,
    receiver: receiverOf(shipment.destination),
    freight,
    raw: json,
    rawSla: slaJson,
  };
}

const costs = z.looseObject({
  senders: z.array(z.looseObject({ user_id: remoteId, cost: maybe(z.number()) })),
});

/** After discounts; null if this seller is not among the senders. Throws ZodError. */
export function readFreightCost(json: unknown, sellerId: string): Centavos | null {
  const own = costs.parse(json).senders.filter(({ user_id }) => user_id === sellerId);
  if (own.length === 0 || own.some(({ cost }) => cost === null || cost === undefined)) return null;
  return sumMoney(own.map(({ cost }) => fromDecimal(cost ?? 0)));
}

function receiverOf(destination: z.output<typeof schema>['destination']): Receiver | null {
  const address = destination?.shipping_address;
  if (!destination || !address) return null;
  return {
    name: destination.receiver_name ?? '',
    street: address.street_name ?? '',
    number: address.street_number ?? '',
    complement: address.comment ?? '',
    neighborhood: address.neighborhood?.name ?? '',
    city: address.city?.name ?? '',
    state: (address.state?.id ?? address.state?.name ?? '').replace(/^BR-/, ''),
    zip: (address.zip_code ?? '').replace(/\D/g, ''),
  };
}

/** Substatuses of `ready_to_ship` after the parcel has left the seller: it is at a hub, or with the carrier. */
const handedOver = new Set([
  'picked_up',
  'dropped_off',
  'in_hub',
  'measures_ready',
  'waiting_for_carrier_authorization',
  'in_packing_list',
  'in_plp',
  'authorized_by_carrier',
  'in_transit',
]);

function stepOf(status: string, substatus: string): ParcelStep | null {
  if (status === 'delivered') return 'delivered';
  if (status === 'shipped' || status === 'not_delivered') return 'sent';
  return status === 'ready_to_ship' && handedOver.has(substatus) ? 'collected' : null;
}

/** These need the seller's NF-e before the label exists. */
const invoicedTypes = new Set(['drop_off', 'xd_drop_off', 'xd_same_day', 'cross_docking']);

/** Substatuses of `ready_to_ship` in which the seller still has the parcel, and the label exists. */
const labelled = new Set([
  'ready_to_print',
  'printed',
  'in_pickup_list',
  'ready_for_pkl_creation',
  'ready_for_pickup',
  'ready_for_dropoff',
]);

function hasLabel(status: string, substatus: string): boolean {
  if (stepOf(status, substatus)) return true;
  return status === 'ready_to_ship' && labelled.has(substatus);
}

const walk = ['pending', 'handling', 'ready_to_ship', 'shipped', 'delivered'];
/** Each rank is below 10, so that a status always counts more than a substatus. */
const readyRanks: Readonly<Record<string, number>> = {
  invoice_pending: 1,
  ready_to_print: 2,
  printed: 3,
  in_pickup_list: 3,
  ready_for_pkl_creation: 3,
  ready_for_pickup: 3,
  ready_for_dropoff: 3,
  picked_up: 4,
  dropped_off: 5,
  in_hub: 6,
  measures_ready: 6,
  waiting_for_carrier_authorization: 6,
  in_packing_list: 7,
  in_plp: 7,
  authorized_by_carrier: 8,
  in_transit: 9,
};

/** A later step is newer; an unknown one comes last. */
function progressOf(status: string, substatus: string): number {
  const at = walk.indexOf(status);
  return (at < 0 ? walk.length : at) * 10 + (readyRanks[substatus] ?? 0);
}

type State = Pick<
  MarketplaceParcel,
  | 'status'
  | 'substatus'
  | 'logisticType'
  | 'step'
  | 'progress'
  | 'hasLabel'
  | 'needsDocument'
  | 'marketplaceFulfilled'
>;

/** The meaning of a parcel's states. */
export function stateOf(status: string, substatus: string, logisticType: string): State {
  return {
    status,
    substatus,
    logisticType,
    step: stepOf(status, substatus),
    progress: progressOf(status, substatus),
    hasLabel: hasLabel(status, substatus),
    needsDocument: logisticType === '' ? null : invoicedTypes.has(logisticType),
    marketplaceFulfilled: logisticType === 'fulfillment',
  };
}
