import type { OrderDetail, OrderListRow } from '#contract/orders/order.ts';
import type { OrderRow } from './sale/order-row.ts';

type Columns<Response> = Partial<Record<keyof Response, keyof OrderRow>>;

/** Fields of a row in the seller's list that are a column as it is stored. */
export const listedColumns = {
  id: 'id',
  status: 'status',
  approvalReason: 'approval_reason',
  linked: 'linked',
  reserve: 'reserve',
  fraudRisk: 'fraud_risk',
  refusedReason: 'refused_reason',
  document: 'document',
  invoiceKey: 'invoice_key',
  labelReady: 'label_ready',
  marketplace: 'marketplace',
  remoteOrderId: 'remote_order_id',
  packId: 'pack_id',
  storeNumber: 'store_number',
  buyerName: 'buyer_name',
  logisticType: 'logistic_type',
  trackingCode: 'tracking_code',
  purchasedAt: 'purchased_at',
  dispatchLimit: 'dispatch_limit',
  sentAt: 'sent_at',
  returnExpected: 'return_expected',
} as const satisfies Columns<OrderListRow>;

/** The same for fields that only the page of a sale shows. */
export const detailColumns = {
  payment: 'payment',
  paidAt: 'paid_at',
  paymentExpiresAt: 'payment_expires_at',
  buyerNote: 'buyer_note',
  sellerNote: 'seller_note',
  documentError: 'document_error',
  labelAvailableAt: 'label_available_at',
  labelPrintedAt: 'label_printed_at',
  shipmentId: 'shipment_id',
  carrierName: 'carrier_name',
  trackingUrl: 'tracking_url',
  shipmentStatus: 'shipment_status',
  shipmentSubstatus: 'shipment_substatus',
  promisedAt: 'promised_at',
  refusedAt: 'refused_at',
  releasedAt: 'released_at',
  packedAt: 'packed_at',
  collectedAt: 'collected_at',
  deliveredAt: 'delivered_at',
  canceledAt: 'canceled_at',
  canceledBy: 'canceled_by',
  canceledReason: 'canceled_reason',
  remoteCancel: 'remote_cancel',
  remoteCancelError: 'remote_cancel_error',
  version: 'version',
} as const satisfies Columns<OrderDetail>;

/** An instant is text in a response. */
type Shown<Value> = Value extends Date ? string : Value;

/** The fields of a response that these columns of a row make. */
export function fieldsOf<
  Column extends string,
  Map extends Record<string, Column>,
  Row extends Record<Column, unknown>,
>(row: Row, columns: Map) {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => {
      const value: unknown = row[column];
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  ) as { [Field in keyof Map]: Shown<Row[Map[Field]]> };
}
