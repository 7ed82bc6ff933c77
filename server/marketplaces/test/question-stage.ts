import { z } from 'zod';
import { api } from '#contract/index.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';
import { withAccount } from '../account-access.ts';

export const remote = z.object({
  id: z.number(),
  status: z.string(),
  text: z.string(),
  answer: z.object({ text: z.string(), status: z.string() }).nullable(),
});

/** A seller with a listing that buyers ask about, and an unrelated business. */
export async function questionStage() {
  const market = await marketStage();
  const { app, sandbox, seller, account, settle, onSale } = market;
  const { itemId } = await onSale(5);
  const outsider = await app.join('sales');

  async function ask(text: string, more: Record<string, unknown> = {}): Promise<number> {
    return remote.parse(await sandbox.control('POST', '/questions', { itemId, text, ...more })).id;
  }
  async function atMarketplace(id: number) {
    const all = z.array(remote).parse(await sandbox.control('GET', '/questions'));
    return all.find((question) => question.id === id);
  }
  const moderate = (id: number, change: Record<string, unknown>) =>
    sandbox.control('PATCH', `/questions/${id}`, change);

  async function rowOf(text: string) {
    const { items } = await seller.call(api.presales.list, { query: { query: `"${text}"`, sort: '-asked' } });
    return items[0];
  }
  async function threadOf(text: string) {
    const row = await rowOf(text);
    return seller.call(api.presales.detail, { params: { id: row?.id ?? 0 } });
  }
  /** Asked and arrived. */
  async function arrived(text: string) {
    const remoteId = await ask(text);
    await settle();
    const { id } = await threadOf(text);
    return { remoteId, id };
  }
  const answer = (id: number, text: string) =>
    seller.call(api.presales.answer, { params: { id }, body: { text } });

  /** The seller answers on the marketplace's own pages. */
  async function answerAtMarketplace(id: number, text: string): Promise<void> {
    const context = {
      transact: <T>(work: Parameters<typeof app.database.transact<T>>[1]) =>
        app.database.transact({ businessId: seller.businessId }, work),
      outside: app.outside,
      env: app.env,
      clock: app.clock,
    };
    await withAccount(context, account.id, (session) =>
      session.call('/answers', { method: 'POST', json: { question_id: id, text } }),
    );
  }

  return {
    ...market,
    itemId,
    outsider,
    ask,
    atMarketplace,
    moderate,
    rowOf,
    threadOf,
    arrived,
    answer,
    answerAtMarketplace,
  };
}
