import { members, type Sequence, type Word } from './plan.ts';
import type { Listed, Shop } from './shop.ts';

/** Ids identify the owner, so nothing has to be looked up. */
export const ordersOf = {
  id: (n: number, member: number) => 2_000_010_000_000_000 + n * 100 + member,
  read: (id: number) => ({ n: Math.floor((id - 2_000_010_000_000_000) / 100), member: id % 100 }),
};
export const parcelOf = { id: (n: number) => 45_000_000_000 + n, read: (id: number) => id - 45_000_000_000 };
export const packOf = {
  id: (n: number) => 2_000_090_000_000_000 + n,
  read: (id: number) => id - 2_000_090_000_000_000,
};

/** The last notification of a kind up to that point. */
function wordAt(sequence: Sequence, of: Word['of'], at: number): { state: string; at: number } | null {
  const upTo = Math.min(at, sequence.words.length - 1);
  for (let n = upTo; n >= 0; n--) {
    const word = sequence.words[n];
    if (word?.of === of) return { state: word.state, at: n };
  }
  return null;
}

const dated = (start: Date, sequence: Sequence, at: number) =>
  new Date(start.getTime() + (sequence.life.coarse ? 0 : at * 1000)).toISOString();

const soldOf = (shop: Shop, sequence: Sequence, member: number): Listed =>
  sequence.life.of === 'kit' || member === 1 ? shop.kit : shop.single;

export function viewOrder(sequence: Sequence, shop: Shop, member: number, at: number, start: Date) {
  const word = wordAt(sequence, 'order', at);
  if (!word) return null;
  const { n } = sequence;
  const id = ordersOf.id(n, member);
  const isUnpaid = word.state === 'unpaid' || word.state === 'canceled-unpaid';
  const isCanceled = word.state.startsWith('canceled');
  const item = soldOf(shop, sequence, member);
  const approved = dated(start, sequence, 1);
  const payment = {
    id: id + 7,
    order_id: id,
    status: isCanceled ? 'refunded' : 'approved',
    payment_method_id: 'pix',
    payment_type: 'bank_transfer',
    transaction_amount: item.price * 2,
    shipping_cost: 18.9,
    total_paid_amount: item.price * 2 + 18.9,
    date_approved: approved,
  };
  return {
    id,
    status: isCanceled ? 'cancelled' : isUnpaid ? 'payment_required' : 'paid',
    date_created: start.toISOString(),
    last_updated: dated(start, sequence, word.at),
    expiration_date: isUnpaid ? new Date(start.getTime() + 30 * 86_400_000).toISOString() : null,
    pack_id: members(sequence.life) > 1 ? packOf.id(n) : null,
    total_amount: item.price * 2,
    currency_id: 'BRL',
    order_items: [
      {
        item: {
          id: item.itemId,
          title: 'Caneca Esmaltada 350 Ml',
          category_id: 'MLB1000',
          variation_id: Number(item.variationId),
          seller_sku: item.sku,
        },
        quantity: 2,
        unit_price: item.price,
        sale_fee: 6.49,
      },
    ],
    payments: isUnpaid ? [] : [payment],
    shipping: { id: isUnpaid ? null : parcelOf.id(n) },
    buyer: { id: 888_000 + n, nickname: 'COMPRADOR', billing_info: { id: '5011' } },
    seller: { id: Number(shop.remoteUserId) },
    tags: isUnpaid ? ['not_paid'] : ['paid', 'not_delivered'],
    cancel_detail: isCanceled ? { group: 'buyer', requested_by: 'buyer', description: '' } : null,
  };
}

const statusOf: Record<string, string> = { shipped: 'shipped', cancelled: 'cancelled' };

export function viewParcel(sequence: Sequence, at: number, start: Date) {
  const word = wordAt(sequence, 'parcel', at);
  if (!word) return null;
  const id = parcelOf.id(sequence.n);
  return {
    id,
    status: statusOf[word.state] ?? 'ready_to_ship',
    substatus: statusOf[word.state] ? null : word.state,
    date_created: start.toISOString(),
    last_updated: dated(start, sequence, word.at),
    logistic: { mode: 'me2', type: 'drop_off', direction: 'forward' },
    tracking_number: `MEL${id}FMDOF01`,
    lead_time: {
      estimated_delivery_time: { date: new Date(start.getTime() + 6 * 86_400_000).toISOString() },
      buffering: { date: null },
    },
    destination: {
      receiver_name: 'Maria Teste',
      shipping_address: {
        street_name: 'Rua das Flores',
        street_number: '10',
        comment: 'Ap 3',
        zip_code: '40010000',
        city: { id: 'BR-BA-01', name: 'Salvador' },
        state: { id: 'BR-BA', name: 'Bahia' },
        neighborhood: { id: null, name: 'Comércio' },
      },
    },
  };
}

export const viewCosts = (shop: Shop) => ({
  gross_amount: 18.9,
  receiver: { cost: 0 },
  senders: [{ user_id: Number(shop.remoteUserId), cost: 9.45 }],
});

export const viewSla = (start: Date) => ({
  status: 'on_time',
  expected_date: new Date(start.getTime() + 2 * 86_400_000).toISOString(),
});
