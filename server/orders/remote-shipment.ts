import { z } from 'zod';
import { remoteId, remoteTime } from './remote-order.ts';

/** A parcel as the marketplace tells it, in our words; null is unknown. */
export type RemoteShipment = {
  shipmentId: string;
  status: string;
  substatus: string;
  updatedAt: Date;
  logisticType: string;
  trackingCode: string;
  dispatchLimit: Date | null;
  promisedAt: Date | null;
  /** The label exists from then on. */
  bufferedUntil: Date | null;
  receiver: Receiver | null;
  raw: unknown;
  rawSla: unknown;
};

export type Receiver = {
  name: string;
  street: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
  zip: string;
};

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
  // The old view, still answered where the header is ignored.
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

/** Throws ZodError where it is no shipment of Mercado Livre. The SLA is read first, the handling limit is what is left. */
export function readShipment(json: unknown, slaJson: unknown): RemoteShipment {
  const shipment = schema.parse(json);
  const lead = shipment.lead_time;
  const limit = sla.safeParse(slaJson).data?.expected_date ?? lead?.estimated_handling_limit?.date ?? null;
  return {
    shipmentId: shipment.id,
    status: shipment.status,
    substatus: shipment.substatus ?? '',
    updatedAt: shipment.last_updated,
    logisticType: shipment.logistic?.type ?? shipment.logistic_type ?? '',
    trackingCode: shipment.tracking_number ?? '',
    dispatchLimit: limit,
    promisedAt: lead?.estimated_delivery_time?.date ?? null,
    bufferedUntil: lead?.buffering?.date ?? null,
    receiver: receiverOf(shipment.destination),
    raw: json,
    rawSla: slaJson,
  };
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

export type ShipmentStep = 'collected' | 'sent' | 'delivered';

const handedOver = new Set(['picked_up', 'dropped_off', 'in_hub']);

/** How far the parcel is on its way, where it has left the house at all. */
export function stepOf(status: string, substatus: string): ShipmentStep | null {
  if (status === 'delivered') return 'delivered';
  if (status === 'shipped' || status === 'not_delivered') return 'sent';
  return status === 'ready_to_ship' && handedOver.has(substatus) ? 'collected' : null;
}

/** These need the seller's NF-e before the label exists. */
const invoicedTypes = new Set(['drop_off', 'xd_drop_off', 'xd_same_day', 'cross_docking']);

export function needsInvoice(logisticType: string): boolean {
  return invoicedTypes.has(logisticType);
}

/** Everything after `invoice_pending` and `buffered` that is still in the house has its label. */
export function hasLabel(status: string, substatus: string): boolean {
  if (stepOf(status, substatus)) return true;
  return status === 'ready_to_ship' && (substatus === 'ready_to_print' || substatus === 'printed');
}

const walk = ['pending', 'handling', 'ready_to_ship', 'shipped', 'delivered'];
const readySteps = ['invoice_pending', 'ready_to_print', 'printed', 'picked_up', 'dropped_off'];

/** Of two news of the same second the one further on the walk is the newer; what we do not know comes last. */
function progressOf(status: string, substatus: string): number {
  const at = walk.indexOf(status);
  return (at < 0 ? walk.length : at) * 10 + readySteps.indexOf(substatus) + 1;
}

type Parcel = {
  readonly shipment_updated_at: Date | null;
  readonly shipment_status: string;
  readonly shipment_substatus: string;
};

/** Older than what is known of the parcel. */
export function isOldNews(known: Parcel, shipment: RemoteShipment): boolean {
  const at = known.shipment_updated_at;
  if (!at || shipment.updatedAt > at) return false;
  if (shipment.updatedAt < at) return true;
  const progress = progressOf(shipment.status, shipment.substatus);
  return progress < progressOf(known.shipment_status, known.shipment_substatus);
}
