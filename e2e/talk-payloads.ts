import { expect } from '@playwright/test';
import { sentinel } from '../fuzz/script-payloads.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount } from './seller-story.ts';
import type { Actor } from './verbs.ts';

/** Id of the account at the marketplace. */
const sellerId = 655_310_942;
const said = (n: number) => `"><img src=x onerror=${sentinel}> <script>${sentinel}</script> ${n}`;

type Threads = { items: { id: number; kind: string; questionId: number | null }[] };

/**
 * Buyers of a connected account write script in a question, a message, a claim and a review, and are answered with
 * script. Returns the endpoints that stored it, and where to look.
 */
export async function talkInScript(seller: Actor, told: Set<string>) {
  const remote = (path: string, body: object) => control('POST', path, body);
  await connectAccount(seller, marketplaceAccounts.payloads);
  const item = (await remote('/items', { sellerId, price: 59.9, title: 'Caneca que fala', quantity: 9 })) as {
    id: string;
  };
  const bought = (await remote('/purchases', { itemId: item.id, quantity: 1 })) as {
    orders: { id: number; shipmentId: number }[];
  };
  const [order] = bought.orders;
  await remote(`/shipments/${order?.shipmentId}/advance`, { status: 'delivered' });
  await remote('/questions', { itemId: item.id, text: said(1) });
  await remote('/messages', { orderId: order?.id, text: said(2) });
  await remote('/claims', { orderId: order?.id, reasonId: 'PDD9549', text: said(3) });
  await remote('/reviews', { orderId: order?.id, rate: 2, title: said(4), text: said(5) });

  const threads = async () => ((await ask(seller, 'GET', '/chats')) as Threads).items;
  const kinds = async () => (await threads()).map(({ kind }) => kind);
  const awaited = expect.arrayContaining(['claim', 'message', 'question']);
  await expect.poll(kinds).toEqual(awaited);
  const all = await threads();
  const of = (kind: string) => all.find((thread) => thread.kind === kind);
  const [question, message, claim] = [of('question'), of('message'), of('claim')];
  const write = async (name: string, path: string, body: object) => {
    told.add(name);
    await ask(seller, 'POST', path, body);
  };
  await write('presales.answer', `/presales/${question?.questionId}/answer`, { text: said(6) });
  await write('chats.write', `/chats/${message?.id}/messages`, { text: said(7), clientId: 'payload-write' });
  await write('postsales.decide', `/postsales/${claim?.id}/decide`, {
    ...{ act: 'message_buyer', text: said(8), clientId: 'payload-decide' },
  });
  return {
    question: String(question?.questionId),
    // The message is in the list; the thread of its sale shows no other text.
    chat: String(claim?.id),
  };
}
