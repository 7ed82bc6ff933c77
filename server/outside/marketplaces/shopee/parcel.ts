import { addMinutes } from '#contract/dates.ts';
import type { Centavos } from '#contract/money.ts';
import type { MarketplaceParcel, ParcelStep } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { ownerTags } from './authorization.ts';
import { type OrderSource, receiverOf } from './order.ts';

/** The public guide: a shipment is not arranged earlier after the payment, while the buyer may still think better of it. */
const quietMinutes = 60;

const walk = [
  ...['UNPAID', 'PENDING', 'INVOICE_PENDING', 'READY_TO_SHIP', 'RETRY_SHIP', 'PROCESSED'],
  ...['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'],
];
const logisticWalk = [
  ...['NOT_START', 'NOT_STARTED', 'PENDING_ARRANGE', 'READY', 'REQUEST_CREATED', 'PICKUP_RETRY'],
  ...['PICKUP_DONE', 'DELIVERY_FAILED', 'DELIVERY_DONE'],
];

const logisticOf = ({ logistics_status: status }: { logistics_status?: string | null | undefined }) =>
  (status ?? '').replace(/^LOGISTICS_/, '');

/** An unknown state comes first: nothing has certainly happened. */
const placeOf = (status: string) => Math.max(0, logisticWalk.indexOf(status));

/** Of several packages, how far the one is that is least far. */
function leastFar({ package_list: packages }: OrderSource): string {
  const reported = packages.map(logisticOf);
  // A canceled package does not delay the others.
  const going = reported.filter((status) => !/^(REQUEST_CANCELED|INVALID)$/.test(status));
  const all = going.length > 0 ? going : reported;
  const least = Math.min(...all.map(placeOf));
  return all.find((status) => placeOf(status) === least) ?? '';
}

const delivered = new Set(['TO_CONFIRM_RECEIVE', 'COMPLETED']);
const onItsWay = new Set(['SHIPPED', 'TO_RETURN']);

function stepOf(status: string, logistic: string): ParcelStep | null {
  if (delivered.has(status) || logistic === 'DELIVERY_DONE') return 'delivered';
  if (onItsWay.has(status) || /^(DELIVERY_FAILED|LOST|COD_REJECTED)$/.test(logistic)) return 'sent';
  return logistic === 'PICKUP_DONE' ? 'collected' : null;
}

const carrierOf = ({ package_list: [first], shipping_carrier: carrier }: OrderSource) =>
  first?.shipping_carrier || carrier || '';

/** A person issues no NF-e, and Correios needs none from the marketplace; a parcel without a carrier is unknown. */
function needsDocument(tags: readonly string[], order: OrderSource): boolean | null {
  if (tags.includes(ownerTags.person)) return false;
  const carrier = carrierOf(order);
  if (carrier === '') return order.order_status === 'INVOICE_PENDING' ? true : null;
  return !/correios/i.test(carrier);
}

/** Its shipment can be arranged and has not been. */
export function isArrangeable(order: OrderSource): boolean {
  if (order.order_status !== 'READY_TO_SHIP' && order.order_status !== 'RETRY_SHIP') return false;
  return !/^NOT_START/.test(leastFar(order));
}

export const isMarketplaceFulfilled = ({ fulfillment_flag: flag }: OrderSource) =>
  flag === 'fulfilled_by_shopee';

/** An order as the one parcel in which it leaves, identified by the order's number. */
export function viewParcel(
  session: Pick<SellerSession, 'tags'>,
  order: OrderSource,
  raw: unknown,
  trackingCode: string,
  freight: Centavos | null,
): MarketplaceParcel {
  const status = order.order_status;
  const logistic = leastFar(order);
  const step = stepOf(status, logistic);
  const isFulfilledByMarketplace = isMarketplaceFulfilled(order);
  const document = needsDocument(session.tags, order);
  const isDocumented = document === false || Boolean(order.invoice_data?.access_key);
  const hasLabel = step !== null || status === 'PROCESSED';
  return {
    shipmentId: order.order_sn,
    status: status.toLowerCase(),
    substatus: logistic.toLowerCase(),
    logisticType: carrierOf(order),
    step,
    progress: Math.max(0, walk.indexOf(status)) * 10 + placeOf(logistic),
    hasLabel,
    needsDocument: document,
    needsArranging: isArrangeable(order) && isDocumented && !isFulfilledByMarketplace,
    marketplaceFulfilled: isFulfilledByMarketplace,
    shippedBySeller: false,
    updatedAt: order.update_time,
    trackingCode,
    dispatchLimit: order.ship_by_date ?? null,
    promisedAt: null,
    bufferedUntil: !hasLabel && order.pay_time ? addMinutes(order.pay_time, quietMinutes) : null,
    receiver: receiverOf(order),
    freight,
    raw,
    rawSla: null,
  };
}
