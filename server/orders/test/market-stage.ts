import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, marketApp, remoteSellers, settler } from '#server/marketplaces/test/factory.ts';
import type { Person } from '#server/test/app.ts';

const bought = z.object({
  orders: z.array(
    z.object({ id: z.number(), shipmentId: z.number().nullable(), packId: z.number().nullable() }),
  ),
});

/** A seller with an account at the marketplace, a supplier with stock, and buyers. */
export async function marketStage(variables: Record<string, string> = {}) {
  const market = await marketApp(variables);
  const { app, sandbox } = market;
  // The sandbox uses real time; searches must not lie in its past or future.
  app.clock.set(systemClock.now().toISOString());
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const account = await connectSeller(seller, remoteSellers.legacy);
  const settle = settler(market);

  /** An ad of one offer of a stock with this many units. */
  async function onSale(quantity: number) {
    const shelf = await makeShelf(app, supplier, quantity);
    const offer = await makeOffer(supplier, shelf, 2000);
    const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
    await settle();
    const { remoteItem } = await seller.call(api.publications.detail, { params: { id: made.id } });
    return { shelf, offer, itemId: remoteItem ?? '', publicationId: made.id };
  }
  async function buyAll(body: Record<string, unknown>) {
    return bought.parse(await sandbox.control('POST', '/purchases', body)).orders;
  }
  async function buy(itemId: string, more: Record<string, unknown> = {}) {
    const [order] = await buyAll({ itemId, ...more });
    return order ?? { id: 0, shipmentId: 0, packId: null };
  }
  async function saleOf(remoteId: number | string, person: Person = seller) {
    const { items } = await person.call(api.orders.list, { query: { query: `number:${remoteId}` } });
    const [row] = items;
    return row ? person.call(api.orders.detail, { params: { id: row.id } }) : null;
  }
  return { market, app, sandbox, supplier, seller, account, settle, onSale, buy, buyAll, saleOf };
}
