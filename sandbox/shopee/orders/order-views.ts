import type { Fields } from '../../reading.ts';
import type { World } from '../../world.ts';
import type { Order, OrderLine, OrderStatus } from '../market.ts';
import { secondsOf } from '../market.ts';
import { imageUrl } from '../products/images.ts';
import type { Shop } from '../shops.ts';
import { channelById } from '../shops.ts';

const MASK = '****';

const companyStates: OrderStatus[] = ['READY_TO_SHIP', 'PROCESSED', 'TO_RETURN'];

/** The buyer's data that a seller may see now; never the telephone. */
export const seen = (shop: Shop, order: Order): { person: boolean; address: boolean } => {
  const open = companyStates.includes(order.order_status);
  return { person: open && shop.tax_id_type === 'CNPJ', address: open };
};

const shown = (isSeen: boolean, text: string): string => (isSeen ? text : MASK);

const addressOf = (shop: Shop, order: Order): Fields => {
  const { person, address: isSeen } = seen(shop, order);
  const { address, name } = order.buyer;
  const line = [address.street, address.number, address.comment].filter((part) => part !== '').join(', ');
  return {
    name: shown(person, name),
    phone: MASK,
    town: '',
    district: shown(isSeen, address.neighborhood),
    city: shown(isSeen, address.city),
    state: shown(isSeen, address.stateName),
    region: 'BR',
    zipcode: shown(isSeen, address.zip),
    full_address: shown(
      isSeen,
      `${line}, ${address.neighborhood}, ${address.city}, ${address.stateName}, ${address.zip}`,
    ),
  };
};

export const cents = (value: number): number => Math.round(value * 100) / 100;

/** Units that were not called off. */
export const activeOf = (line: OrderLine): number => line.quantity - (line.cancelled ?? 0);

export const goodsOf = (order: Order): number =>
  cents(order.lines.reduce((sum, line) => sum + line.price * activeOf(line), 0));

export const totalOf = (order: Order): number =>
  cents(goodsOf(order) - order.seller_discount - (order.seller_voucher ?? 0) + order.shipping_fee);

/** Only of shops with several places. */
const placesOf = (line: OrderLine): string[] =>
  (line.taken ?? []).map(({ location_id: id }) => id).filter((id) => id !== '');

const viewLine = (world: World, line: OrderLine, index: number): Fields => {
  const image = world.shopee.items[String(line.item_id)]?.image_ids[0];
  return {
    item_id: line.item_id,
    item_name: line.item_name,
    item_sku: line.item_sku,
    model_id: line.model_id,
    model_name: line.model_name,
    model_sku: line.model_sku,
    model_quantity_purchased: line.quantity,
    active_qty: activeOf(line),
    cancel_requested_qty: 0,
    cancelled_qty: line.cancelled ?? 0,
    return_requested_qty: 0,
    returned_qty: 0,
    model_original_price: line.original_price ?? line.price,
    model_discounted_price: line.price,
    wholesale: line.wholesale === true,
    weight: line.weight,
    add_on_deal: false,
    main_item: false,
    promotion_type: line.promotion_id === undefined ? '' : 'product_promotion',
    promotion_id: line.promotion_id ?? 0,
    order_item_id: line.item_id,
    product_location_id: placesOf(line),
    promotion_group_id: 0,
    image_info: { image_url: image === undefined ? '' : imageUrl(world, image) },
    line_item_id: index + 1,
  };
};

const viewPackage = (order: Order): Fields => ({
  package_number: order.package_number,
  logistics_status: order.logistics_status,
  logistics_channel_id: order.channel_id,
  shipping_carrier: channelById(order.channel_id)?.name ?? '',
  allow_self_design_awb: false,
  item_list: order.lines.map((line) => ({
    item_id: line.item_id,
    model_id: line.model_id,
    model_quantity: activeOf(line),
    order_item_id: line.item_id,
    product_location_id: placesOf(line)[0] ?? '',
  })),
});

const invoiceOf = (order: Order): Fields => {
  if (order.invoice === null) return {};
  const { xml: _, issue_date: issued, ...data } = order.invoice;
  return { ...data, issue_date: secondsOf(issued) };
};

/** Each is returned only if it is named. */
const optional: Record<string, (world: World, shop: Shop, order: Order) => unknown> = {
  buyer_user_id: (_world, _shop, order) => order.buyer.id,
  buyer_username: (_world, _shop, order) => order.buyer.username,
  estimated_shipping_fee: (_world, _shop, order) => order.shipping_fee,
  recipient_address: (_world, shop, order) => addressOf(shop, order),
  actual_shipping_fee: () => 0,
  actual_shipping_fee_confirmed: () => false,
  goods_to_declare: () => false,
  note: (_world, _shop, order) => order.note,
  note_update_time: () => 0,
  item_list: (world, _shop, order) => order.lines.map((line, index) => viewLine(world, line, index)),
  pay_time: (_world, _shop, order) => secondsOf(order.pay_time),
  dropshipper: () => '',
  dropshipper_phone: () => '',
  split_up: () => false,
  buyer_cancel_reason: (_world, _shop, order) => order.cancel?.buyer_reason ?? '',
  cancel_by: (_world, _shop, order) => order.cancel?.by ?? '',
  cancel_reason: (_world, _shop, order) => order.cancel?.reason ?? '',
  buyer_cpf_id: (_world, shop, order) => shown(seen(shop, order).person, order.buyer.document),
  fulfillment_flag: (_world, _shop, order) =>
    order.by_shopee === true ? 'fulfilled_by_shopee' : 'fulfilled_by_local_seller',
  pickup_done_time: (_world, _shop, order) => secondsOf(order.pickup_done),
  package_list: (_world, _shop, order) => [viewPackage(order)],
  shipping_carrier: (_world, _shop, order) => channelById(order.channel_id)?.name ?? '',
  payment_method: () => 'Pix',
  payment_info: (_world, _shop, order) =>
    order.pay_time === null
      ? []
      : [{ payment_method: 'Pix', payment_processor_register: '', payment_amount: totalOf(order) }],
  invoice_data: (_world, _shop, order) => invoiceOf(order),
  order_chargeable_weight_gram: (_world, _shop, order) =>
    Math.round(order.lines.reduce((sum, line) => sum + line.weight * line.quantity, 0) * 1000),
};

export const viewOrder = (world: World, shop: Shop, order: Order, wanted: string[]): Fields => ({
  order_sn: order.order_sn,
  region: 'BR',
  currency: 'BRL',
  cod: false,
  order_status: order.order_status,
  message_to_seller: order.message ?? '',
  create_time: secondsOf(order.create_time),
  update_time: secondsOf(order.update_time),
  days_to_ship: order.days_to_ship ?? 2,
  ship_by_date: secondsOf(order.ship_by),
  reverse_shipping_fee: 0,
  // Only once it is paid.
  ...(wanted.includes('total_amount') && order.pay_time !== null && { total_amount: totalOf(order) }),
  ...Object.fromEntries(
    wanted.flatMap((name) => {
      const view = Object.hasOwn(optional, name) ? optional[name] : undefined;
      return view === undefined ? [] : [[name, view(world, shop, order)]];
    }),
  ),
});
