import type { World } from '../world.ts';
import { offsetTime, plainTime } from './endpoint.ts';
import { promisedBy, shippingStatusOf } from './fulfillment-state.ts';
import type { FulfillmentOrder, Order, OrderLine, TrackingEvent } from './market.ts';
import { goodsOf, refundedOf, totalOf } from './order-sums.ts';
import { storeOf } from './purchase.ts';

const reaisOf = (value: number) => ({ value, currency: 'BRL' });

const viewLine = (line: OrderLine) => ({
  id: line.id,
  depth: '0.00',
  height: '0.00',
  name: line.name,
  name_without_variants: line.name.replace(/ \(.*\)$/, ''),
  price: line.price,
  compare_at_price: line.price,
  product_id: line.product_id,
  image: null,
  quantity: line.quantity,
  free_shipping: false,
  weight: line.weight,
  width: '0.00',
  variant_id: String(line.variant_id),
  variant_values: line.variant_values,
  properties: [],
  sku: line.sku,
  barcode: null,
});

const addressOf = (order: Order) => {
  const { address, name, phone } = order.customer;
  return {
    address: address.street,
    city: address.city,
    country: 'BR',
    created_at: plainTime(order.created_at),
    default: true,
    floor: address.comment,
    id: order.customer_id,
    locality: address.neighborhood,
    name,
    number: address.number,
    phone,
    province: address.stateName,
    updated_at: plainTime(order.created_at),
    zipcode: address.zip,
  };
};

const billingOf = (order: Order) => {
  const { name, phone, company } = order.customer;
  const address = company?.address ?? order.customer.address;
  return {
    billing_name: name,
    billing_phone: phone,
    billing_address: address.street,
    billing_number: address.number,
    billing_floor: address.comment,
    billing_locality: address.neighborhood,
    billing_zipcode: address.zip,
    billing_city: address.city,
    billing_province: address.stateName,
    billing_country: 'BR',
    billing_customer_type: company ? 'company' : 'person',
    billing_business_name: company ? name : null,
    billing_trade_name: null,
    billing_state_registration: company?.state_registration ?? null,
    billing_document_type: company ? 'cnpj' : 'cpf',
  };
};

const customerOf = (order: Order) => ({
  id: order.customer_id,
  name: order.customer.name,
  email: order.customer.email,
  phone: order.customer.phone,
  identification: order.customer.identification,
  default_address: addressOf(order),
  total_spent_currency: 'BRL',
  created_at: plainTime(order.created_at),
  updated_at: plainTime(order.created_at),
});

const nextActionOf = (order: Order): string => {
  if (order.status !== 'open') return 'noop';
  if (order.payment_status === 'pending') return 'waiting_payment';
  const shipping = shippingStatusOf(order);
  if (shipping === 'delivered' || shipping === 'shipped') return 'close';
  return shipping === 'unshipped' ? 'waiting_shipment' : 'waiting_packing';
};

const timeOrNull = (iso: string | null): string | null => (iso === null ? null : plainTime(iso));

/** Customer data beyond the contact depends on the scope of the token. */
export const viewOrder = (order: Order, shows: { customer: boolean }) => {
  const [first] = order.fulfillment_orders;
  return {
    id: order.id,
    token: order.token,
    store_id: String(order.store_id),
    contact_email: order.customer.email,
    contact_name: order.customer.name,
    contact_phone: order.customer.phone,
    contact_identification: order.customer.identification,
    ...billingOf(order),
    shipping_min_days: 3,
    shipping_max_days: 6,
    shipping_cost_owner: order.shipping_cost_owner ?? order.shipping_cost,
    shipping_cost_customer: order.shipping_cost,
    coupon: [],
    promotional_discount: {
      id: null,
      store_id: order.store_id,
      order_id: order.id,
      total_discount_amount: '0.00',
    },
    subtotal: goodsOf(order).toFixed(2),
    discount: '0.00',
    discount_coupon: '0.00',
    discount_gateway: '0.00',
    total: totalOf(order).toFixed(2),
    total_usd: (totalOf(order) / 5).toFixed(2),
    currency: 'BRL',
    language: 'pt',
    gateway: 'nuvempago',
    gateway_id: order.paid_at === null ? null : order.token.slice(0, 12),
    gateway_name: 'Nuvem Pago',
    shipping: 'correios',
    shipping_option: 'Correios - PAC',
    shipping_option_code: 'pac',
    shipping_pickup_type: 'ship',
    shipping_tracking_number: first?.tracking.code ?? null,
    shipping_tracking_url: first?.tracking.url ?? null,
    shipping_address: addressOf(order),
    note: order.note,
    owner_note: order.owner_note,
    cancel_reason: order.cancel_reason,
    storefront: order.storefront,
    weight: order.lines.reduce((sum, line) => sum + Number(line.weight) * line.quantity, 0).toFixed(3),
    number: order.number,
    status: order.status,
    payment_status: order.payment_status,
    shipping_status: shippingStatusOf(order),
    next_action: nextActionOf(order),
    payment_details: { method: 'pix', credit_card_company: null, installments: '1' },
    payment_count: order.paid_at === null ? 0 : 1,
    attributes: [],
    products: order.lines.map(viewLine),
    ...(shows.customer && { customer: customerOf(order) }),
    fulfillments: order.fulfillment_orders.map(({ id, status }) => ({ id, status })),
    completed_at: {
      date: `${order.created_at.slice(0, 19).replace('T', ' ')}.000000`,
      timezone_type: 3,
      timezone: 'UTC',
    },
    paid_at: timeOrNull(order.paid_at),
    shipped_at: timeOrNull(first?.fulfilled_at ?? null),
    cancelled_at: timeOrNull(order.cancelled_at),
    closed_at: timeOrNull(order.closed_at),
    read_at: null,
    created_at: plainTime(order.created_at),
    updated_at: plainTime(order.updated_at),
  };
};

/** One payment, with what went back of it: resources/transaction.md of TiendaNube/api-docs. */
export const viewTransactions = (order: Order) => {
  if (order.paid_at === null) return [];
  const refunded = refundedOf(order);
  const money = (value: number) => ({ value: value.toFixed(2), currency: 'BRL' });
  return [
    {
      id: `${order.token.slice(0, 8)}-${order.id}`,
      payment_provider_id: 'nuvempago',
      captured_amount: money(Number(order.paid ?? totalOf(order))),
      refunded_amount: refunded > 0 ? money(refunded) : null,
      authorized_amount: money(Number(order.paid ?? totalOf(order))),
      voided_amount: null,
      payment_method: { type: 'pix', id: 'pix' },
      status: order.payment_status,
      info: { installments: { quantity: 1, interest: '0.0000' }, external_id: order.token.slice(0, 12) },
      failure_code: null,
      created_at: plainTime(order.paid_at),
      events: (order.refunds ?? []).map(({ amount, at }) => ({
        transaction_id: `${order.token.slice(0, 8)}-${order.id}`,
        amount: { value: amount, currency: 'BRL' },
        type: 'refund',
        status: 'success',
        failure_code: null,
        created_at: at,
        expires_at: null,
      })),
    },
  ];
};

export const viewTrackingEvent = (event: TrackingEvent) => ({
  id: event.id,
  status: event.status,
  description: event.description,
  address: event.address,
  geolocation: null,
  happened_at: offsetTime(event.happened_at),
  estimated_delivery_at:
    event.estimated_delivery_at === null ? null : offsetTime(event.estimated_delivery_at),
  created_at: offsetTime(event.created_at),
  updated_at: offsetTime(event.updated_at),
});

const viewAddress = (order: Order) => {
  const { address } = order.customer;
  return {
    zipcode: address.zip,
    street: address.street,
    number: address.number,
    floor: address.comment,
    locality: address.neighborhood,
    city: address.city,
    reference: null,
    between_streets: null,
    province: { code: address.state, name: address.stateName },
    region: null,
    country: { code: 'BR', name: 'Brasil' },
  };
};

export const viewFulfillment = (world: World, order: Order, fulfillment: FulfillmentOrder) => {
  const lines = fulfillment.lines.flatMap((part) => {
    const line = order.lines.find(({ id }) => id === part.order_line_id);
    return line === undefined ? [] : [{ ...part, line }];
  });
  const location = storeOf(world, order).locations.find(({ id }) => id === fulfillment.location_id);
  const value = lines.reduce((sum, { line, quantity }) => sum + Number(line.price) * quantity, 0);
  return {
    id: fulfillment.id,
    number: String(order.number),
    total_quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total_weight: lines.reduce((sum, { line, quantity }) => sum + Number(line.weight) * quantity, 0),
    total_price: reaisOf(value),
    status: fulfillment.status,
    assigned_location: {
      location_id: fulfillment.location_id,
      name: location?.name ?? '',
      address: {
        city: location?.city ?? '',
        province: { code: location?.state ?? '', name: location?.state ?? '' },
      },
    },
    line_items: lines.map(({ id, quantity, line }) => ({
      id,
      external_id: String(line.id),
      quantity,
      variant: { variant_id: String(line.variant_id) },
      product: { product_id: String(line.product_id) },
      unit_price: reaisOf(Number(line.price)),
      unit_dimension: { weight: Number(line.weight), width: 0, height: 0, depth: 0 },
    })),
    recipient: {
      name: order.customer.name,
      phone: order.customer.phone,
      identifier: order.customer.identification,
    },
    shipping: {
      type: 'ship',
      carrier: { name: 'Correios', carrier_id: 'correios', code: 'native', app_id: null },
      option: { name: 'Correios - PAC', code: 'pac', reference: null, allow_free_shipping: true },
      merchant_cost: reaisOf(Number(order.shipping_cost_owner ?? order.shipping_cost)),
      consumer_cost: reaisOf(Number(order.shipping_cost)),
      min_delivery_date: offsetTime(order.created_at),
      max_delivery_date: offsetTime(promisedBy(fulfillment)),
      pickup_details: null,
    },
    discounts: [],
    destination: viewAddress(order),
    tracking_info: { code: fulfillment.tracking.code, url: fulfillment.tracking.url },
    tracking_events: fulfillment.events.map(viewTrackingEvent),
    fulfilled_at: fulfillment.fulfilled_at === null ? null : offsetTime(fulfillment.fulfilled_at),
    created_at: offsetTime(fulfillment.created_at),
    updated_at: offsetTime(fulfillment.updated_at),
  };
};
