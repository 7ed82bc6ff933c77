import type { Answer } from '../../answer.ts';
import { brasiliaHour } from '../../clock.ts';
import type { Fields } from '../../reading.ts';
import { isFields, numberOf, textOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, invalid, ok, post, refuse } from '../endpoint.ts';
import type { Order } from '../market.ts';
import { secondsOf } from '../market.ts';
import type { Channel } from '../shops.ts';
import { channelById, channels } from '../shops.ts';
import { orderOf } from './order-endpoints.ts';
import { arrange } from './parcels.ts';
import { waitsForInvoice } from './purchase.ts';

const DAYS = 3;
const HOUR = 14;

const listChannels = (call: ShopCall): Answer =>
  ok({
    logistics_channel_list: channels.map((channel) => ({
      logistics_channel_id: channel.id,
      logistics_channel_name: channel.name,
      enabled: call.shop.channels.includes(channel.id),
      force_enable: false,
      cod_enabled: false,
      fee_type: 'SIZE_INPUT',
      size_list: [],
      weight_limit: { item_max_weight: channel.maxKilos, item_min_weight: 0.01 },
      item_max_dimension: { height: 100, width: 100, length: 100, unit: 'cm', dimension_sum: channel.maxSum },
      volume_limit: { item_max_volume: 0, item_min_volume: 0 },
      mask_channel_id: 0,
      block_seller_cover_shipping_fee: false,
      support_cross_border: false,
      seller_logistic_has_configuration: null,
      logistics_capability: { seller_logistics: channel.handing === 'non_integrated', preprint: false },
      preprint: false,
      support_pre_order: true,
    })),
  });

/** `1732600800_2`: a day, and which part of it. */
const slotsOf = (call: ShopCall) =>
  Array.from({ length: DAYS }, (_, day) => {
    const date = secondsOf(brasiliaHour(call.world.clock.now(), day + 1, HOUR).toISOString());
    return {
      date,
      time_text: '14:00 - 18:00',
      pickup_time_id: `${date}_1`,
      flags: day === 0 ? ['recommended'] : [],
    };
  });

const addressOf = ({ shop }: ShopCall) => ({
  address_id: shop.address_id,
  region: 'BR',
  state: shop.address.stateName,
  city: shop.address.city,
  district: shop.address.neighborhood,
  town: '',
  address: `${shop.address.street}, ${shop.address.number}`,
  zipcode: shop.address.zip,
  address_flag: ['default_address', 'pickup_address'],
});

const channelOf = (order: Order): Channel => {
  const channel = channelById(order.channel_id);
  if (channel === null)
    throw refuse('logistics.error_channel_exist', 'Fail to find the fulfillment channel of this order.');
  return channel;
};

/** An empty number is a wrong one; without the field the order's only parcel is meant. */
const checkPackage = (order: Order, value: unknown): void => {
  if (value !== undefined && value !== order.package_number)
    throw refuse('logistics.error_param', 'Wrong parameters, detail: package_number is invalid.');
};

const isReady = (order: Order): boolean =>
  order.order_status === 'READY_TO_SHIP' || order.order_status === 'RETRY_SHIP';

const showParameters = (call: ShopCall): Answer => {
  const order = orderOf(call, call.query.order_sn);
  checkPackage(order, call.query.package_number);
  if (order.order_status === 'CANCELLED') throw refuse('error_status', 'The order has been cancelled.');
  if (!isReady(order))
    throw refuse(
      'error_param',
      'Shipping parameters can only be obtained when package is ready to be shipped',
    );
  const { handing } = channelOf(order);
  if (handing === 'pickup')
    return ok({
      info_needed: { pickup: ['address_id', 'pickup_time_id'] },
      pickup: { address_list: [{ ...addressOf(call), time_slot_list: slotsOf(call) }] },
    });
  if (handing === 'dropoff') return ok({ info_needed: { dropoff: [] }, dropoff: { branch_list: [] } });
  return ok({ info_needed: { non_integrated: ['tracking_no'] } });
};

const ways = ['pickup', 'dropoff', 'non_integrated'] as const;

const checkPickup = (call: ShopCall, pickup: Fields): void => {
  if (numberOf(pickup.address_id) !== call.shop.address_id)
    throw refuse('logistics.address_not_found', 'The address is not found.');
  const slot = textOf(pickup.pickup_time_id);
  if (!slotsOf(call).some(({ pickup_time_id: id }) => id === slot))
    throw refuse('logistics.error_param', 'Wrong parameters, detail: pickup_time_id is invalid.');
};

const shipOrder = (call: ShopCall): Answer => {
  const { body, world } = call;
  const order = orderOf(call, body.order_sn);
  checkPackage(order, body.package_number);
  if (order.by_shopee === true)
    throw refuse('logistics.ship_order_pff_init', 'You can not ship warehouse order.');
  // With a leading blank, as in the real service's list.
  if (['PROCESSED', 'SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status))
    throw refuse(' logistics.package_already_shipped', 'The package has already been shipped.');
  if (!isReady(order)) throw refuse('logistics.error_status', 'The order is not ready to be shipped.');
  if (waitsForInvoice(world, order))
    throw refuse('logistics.lack_of_invoice_data', 'Please upload invoice data before you ship the order.');
  const { handing } = channelOf(order);
  const chosen = ways.filter((way) => body[way] !== undefined);
  const detail = body[handing];
  if (chosen.length !== 1 || !isFields(detail))
    throw refuse('logistics.error_param', `Wrong parameters, detail: ${handing} is needed, and it alone.`);
  if (handing === 'pickup') checkPickup(call, detail);
  const own = handing === 'non_integrated' ? (textOf(detail.tracking_number) ?? '').trim() : null;
  if (own === '')
    throw refuse('logistics.error_param', 'Wrong parameters, detail: tracking_number is needed.');
  arrange(world, order, own);
  return ok({});
};

const showTracking = (call: ShopCall): Answer => {
  const order = orderOf(call, call.query.order_sn);
  checkPackage(order, call.query.package_number);
  if (order.tracking_at === null)
    throw refuse('logistics.error_status', 'The tracking number is there after the shipment was arranged.');
  const there = order.tracking_number !== '';
  return ok({
    tracking_number: order.tracking_number,
    plp_number: '',
    first_mile_tracking_number: '',
    last_mile_tracking_number: '',
    hint: there ? '' : 'The tracking number is being generated, please try later.',
    pickup_code: '',
  });
};

const showTrackingInfo = (call: ShopCall): Answer => {
  const order = orderOf(call, call.query.order_sn);
  if (order.tracking_number === '') throw invalid('the tracking number is not there yet.');
  return ok({
    order_sn: order.order_sn,
    package_number: order.package_number,
    logistics_status: order.logistics_status,
    tracking_info: [
      {
        update_time: secondsOf(order.update_time),
        description: order.logistics_status,
        logistics_status: order.logistics_status,
      },
    ],
  });
};

export const logisticsEndpoints: Endpoint[] = [
  get('/logistics/get_channel_list', listChannels),
  get('/logistics/get_shipping_parameter', showParameters),
  post('/logistics/ship_order', shipOrder),
  get('/logistics/get_tracking_number', showTracking),
  get('/logistics/get_tracking_info', showTrackingInfo),
];
