import { systemClock } from '#contract/dates.ts';

type Body = Record<string, unknown>;

/** Data of one order, as the test's shop stores it. */
export type Order = Body & {
  order_sn: string;
  order_status: string;
  update_time: number;
  labels: Set<string>;
};

const second = () => Math.floor(systemClock.now().getTime() / 1000);

/** A paid order of one unit, an hour old. */
export function newOrder(id: string, changes: Body): Order {
  const at = second() - 3600;
  const address = {
    ...{ name: 'Ana Souza', phone: '****', town: '', district: 'Centro', city: 'Salvador', state: 'Bahia' },
    ...{ region: 'BR', zipcode: '40010000', full_address: 'Rua das Flores, 10' },
  };
  const sold = {
    ...{ item_id: 9100001, item_name: 'Caneca', item_sku: 'CAN', model_id: 9200001, model_name: 'Preto' },
    ...{ model_sku: 'CAN-PR', model_quantity_purchased: 2, model_original_price: 59.9 },
    model_discounted_price: 49.9,
  };
  return {
    ...{ order_sn: id, region: 'BR', currency: 'BRL', cod: false, order_status: 'INVOICE_PENDING' },
    ...{ total_amount: 118.7, create_time: at, update_time: at, pay_time: at, ship_by_date: at + 200_000 },
    ...{ buyer_user_id: 4455, buyer_username: 'ana', buyer_cpf_id: '52998224725' },
    ...{ recipient_address: address, item_list: [sold], invoice_data: null },
    package_list: [
      {
        ...{ package_number: `OFG${id}`, logistics_status: 'LOGISTICS_READY' },
        ...{ logistics_channel_id: 90003, shipping_carrier: 'Shopee Xpress' },
      },
    ],
    fulfillment_flag: 'fulfilled_by_local_seller',
    labels: new Set(),
    ...changes,
  };
}

/** As an order is returned: one that waits for its NF-e says that it is ready, and fields are returned if named. */
export function orderBodyOf({ labels: _, ...order }: Order, fields: string): Body {
  const named = new Set([
    ...[
      'order_sn',
      'region',
      'currency',
      'cod',
      'order_status',
      'create_time',
      'update_time',
      'ship_by_date',
    ],
    ...fields.split(','),
  ]);
  const status = order.order_status === 'INVOICE_PENDING' ? 'READY_TO_SHIP' : order.order_status;
  return Object.fromEntries(
    Object.entries({ ...order, order_status: status }).filter(([field]) => named.has(field)),
  );
}
