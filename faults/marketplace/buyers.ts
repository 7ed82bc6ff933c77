import { z } from 'zod';
import type { ClaimAct } from '#contract/marketplaces/chat-states.ts';
import type { SandboxProcess } from '#server/test/sandbox.ts';

/** Messages and claims of buyers, at a marketplace that supports them. */
export type Buyers = {
  /** Returns the question; null without questions or messages. */
  ask: ((itemId: string, text: string) => Promise<string>) | null;
  /** A sale that has arrived. `arrange`: how its shipment is arranged, where it has to be. */
  deliver(itemId: string, arrange: (parcelId: string) => unknown): Promise<string>;
  /** With a photo; answers the message. */
  write: ((orderId: string, text: string) => Promise<string>) | null;
  /** Answers the claim. */
  complain(orderId: string): Promise<string>;
  /** A request to cancel a sale of this listing that has not left; null where it is none of the claims. */
  cancel: ((itemId: string) => Promise<string>) | null;
  inClaim(claimId: string, act: string): Promise<unknown>;
  /** Events that have to happen before the seller may do this in a new claim. */
  before: Partial<Record<ClaimAct, readonly Step[]>>;
  rate(orderId: string, text: string): Promise<unknown>;
};
type Step = { seller: ClaimAct } | { buyer: string };

/** One pixel. */
const photo = {
  file: 'caixa.png',
  content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};
const text = z.union([z.string(), z.number()]).transform(String);
const numbered = z.object({ id: text });

export function buyersOfMercadoLivre({ control }: SandboxProcess): Buyers {
  const bought = z.object({ orders: z.array(numbered.extend({ shipmentId: text })).min(1) });
  const made = async (path: string, body: object) => numbered.parse(await control('POST', path, body)).id;
  const back = [{ seller: 'accept_return' }, { buyer: 'ship' }, { buyer: 'deliver' }] as const;
  return {
    ask: (itemId, words) => made('/questions', { itemId, text: words }),
    async deliver(itemId) {
      const [sale] = bought.parse(await control('POST', '/purchases', { itemId, quantity: 1 })).orders;
      await control('POST', `/shipments/${sale?.shipmentId}/advance`, { status: 'delivered' });
      return sale?.id ?? '';
    },
    write: (orderId, words) => made('/messages', { orderId, text: words, ...photo }),
    complain: (orderId) => made('/claims', { orderId, reasonId: 'PDD9549', text: 'Veio lascada', ...photo }),
    cancel: null,
    inClaim: (claimId, act) => control('POST', `/claims/${claimId}/${act}`),
    before: { message_mediator: [{ buyer: 'dispute' }], confirm_return: back, contest_return: back },
    rate: (orderId, words) => control('POST', '/reviews', { orderId, rate: 4, title: 'Caneca', text: words }),
  };
}

/** The post office, which asks for no document: the sale leaves without an NF-e. */
const ownChannel = 90_016;

export function buyersOfShopee({ control }: SandboxProcess): Buyers {
  const bought = z.object({ order: z.object({ sn: z.string() }) });
  const returned = z.object({ return_sn: text });
  const at = (path: string, body: object = {}) => control('POST', `/shopee${path}`, body);
  const back = [
    { seller: 'accept_return' },
    ...['accept-offer', 'ship', 'deliver'].map((buyer) => ({ buyer })),
  ] as const;
  return {
    ask: null,
    async deliver(itemId, arrange) {
      const body = { itemId: Number(itemId), quantity: 1, channelId: ownChannel };
      const { order } = bought.parse(await at('/purchases', body));
      await arrange(order.sn);
      for (const _ of ['sent', 'there']) await at(`/orders/${order.sn}/advance`);
      return order.sn;
    },
    write: null,
    async complain(orderSn) {
      const body = { orderSn, reason: 'PHYSICAL_DMG', text: 'Veio lascada' };
      return returned.parse(await at('/returns', body)).return_sn;
    },
    async cancel(itemId) {
      const body = { itemId: Number(itemId), quantity: 1, channelId: ownChannel };
      const { order } = bought.parse(await at('/purchases', body));
      await at(`/orders/${order.sn}/ask-cancel`, { reason: 'Mudei de ideia' });
      return `cancel-${order.sn}`;
    },
    inClaim: (claimId, act) => at(`/returns/${claimId}/${act}`),
    before: {
      accept_offer: [{ seller: 'refund_part' }, { buyer: 'counter-offer' }],
      ...{ confirm_return: back, contest_return: back },
    },
    rate: (orderSn, words) => at('/comments', { orderSn, rate: 4, text: words }),
  };
}
