import { z } from 'zod';
import { type AccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import type { SandboxProcess } from '#server/test/sandbox.ts';

/**
 * Messages and questions of buyers, at marketplaces that support them. Each returns the id that notifications contain.
 */
export type Talk = {
  ask(text: string): Promise<string>;
  /** A sale that has arrived. */
  deliver(): Promise<string>;
  write(orderId: string, text: string): Promise<string>;
  complain(orderId: string, text: string): Promise<string>;
  rate(orderId: string, rating: number): Promise<void>;
};

const text = z.union([z.string(), z.number()]).transform(String);
const numbered = z.object({ id: text });

export function talkAtMercadoLivre({ control }: SandboxProcess): Talk {
  const items = z.array(numbered).min(1);
  const bought = z.object({ orders: z.array(numbered.extend({ shipmentId: text })).min(1) });
  const listing = async () => items.parse(await control('GET', '/items'))[0]?.id ?? '';
  const made = async (path: string, body: object) => numbered.parse(await control('POST', path, body)).id;
  return {
    ask: async (text) => made('/questions', { itemId: await listing(), text }),
    async deliver() {
      const answer = await control('POST', '/purchases', { itemId: await listing(), quantity: 1 });
      const [sale] = bought.parse(answer).orders;
      await control('POST', `/shipments/${sale?.shipmentId}/advance`, { status: 'delivered' });
      return sale?.id ?? '';
    },
    write: (orderId, text) => made('/messages', { orderId: Number(orderId), text }),
    complain: (orderId, text) => made('/claims', { orderId: Number(orderId), reasonId: 'PDD9549', text }),
    async rate(orderId, rate) {
      await control('POST', '/reviews', { orderId: Number(orderId), rate, title: 'Caneca', text: 'Boa' });
    },
  };
}

/** The seller's own carrier: the sale leaves without an NF-e. */
const ownChannel = 90_016;

export function talkAtShopee(
  { control }: SandboxProcess,
  context: AccountContext,
  accountId: number,
): Omit<Talk, 'ask' | 'write'> {
  const items = z.array(z.object({ item_id: text })).min(1);
  const bought = z.object({ order: z.object({ sn: z.string() }) });
  const returned = z.object({ return_sn: text });
  const listing = async () => items.parse(await control('GET', '/shopee/items'))[0]?.item_id ?? '';
  return {
    async deliver() {
      const body = { itemId: Number(await listing()), quantity: 1, channelId: ownChannel };
      const { order } = bought.parse(await control('POST', '/shopee/purchases', body));
      await withAccount(context, accountId, async (session) =>
        session.marketplace.parcels.arrange?.(session, order.sn),
      );
      for (const _ of ['sent', 'there']) await control('POST', `/shopee/orders/${order.sn}/advance`, {});
      return order.sn;
    },
    complain: async (orderSn, text) =>
      returned.parse(await control('POST', '/shopee/returns', { orderSn, reason: 'PHYSICAL_DMG', text }))
        .return_sn,
    async rate(orderSn, rate) {
      await control('POST', '/shopee/comments', { orderSn, rate, text: 'Boa' });
    },
  };
}
