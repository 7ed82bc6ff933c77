import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import { bank } from '#server/dropshipping/test/factory.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { makeAccount, makePublication } from '#server/orders/test/factory.ts';
import { seal } from '#server/seal.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { type Market, startMarket } from './market.ts';
import { instantAt, listings, type Place, type Plan, places, productCosts } from './plan.ts';
import type { Shop } from './view.ts';

export type Stage = {
  app: TestApp;
  seller: Person;
  supplier: Person;
  packer: Person;
  accounts: Record<Place, number>;
  skus: string[];
};

const start = instantAt(0, 6);

/** One seller with an account at each marketplace, and a supplier who keeps all of its goods. */
export async function setStage(plan: Plan): Promise<Stage> {
  const clock = { now: () => start };
  const market = await startMarket({ now: () => clock.now() });
  const variables = places.map((place) => {
    const prefix = place.replaceAll('-', '_').toUpperCase();
    return Object.entries({
      API: `${market.url}/${place}`,
      AUTH: market.url,
      CLIENT_ID: '1000',
      ...secrets,
    }).map(([name, value]) => [`${prefix}_${name}`, value]);
  });
  const app = await testApp({ LOG_LEVEL: 'silent', ...Object.fromEntries(variables.flat()) });
  clock.now = () => app.clock.now();
  app.clock.set(start.toISOString());
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const packer = await app.hire(supplier.businessId, ['packer'] satisfies Role[]);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    ensureTradeLink(tx, seller.businessId, supplier.businessId),
  );
  await supplier.call(api.bankAccount.update, { body: bank });
  const goods = await makeGoods(app, supplier);
  const accounts = await openAccounts({ app, market, plan, seller, supplier, goods });
  return { app, seller, supplier, packer, accounts, skus: goods.map(({ sku }) => sku) };
}

const secrets = {
  CLIENT_SECRET: 'a-secret-of-the-test-client-7151',
  NOTIFICATION_SECRET: 'inbox-of-the-quarter-5521',
};

type Good = Awaited<ReturnType<typeof makeGoods>>[number];

async function makeGoods(app: TestApp, supplier: Person) {
  const first = await makeShelf(app, supplier, 100_000);
  const shelves = [first];
  while (shelves.length < productCosts.length)
    shelves.push(await makeShelf(app, supplier, 100_000, Promise.resolve(first)));
  return Promise.all(
    shelves.map(async (shelf, at) => {
      const price = productCosts[at] ?? 0;
      const { id: offerId } = await makeOffer(supplier, shelf, price, 100_000);
      const { stockId, warehouseId, sku } = shelf;
      return { offerId, stockId, warehouseId, supplierId: supplier.businessId, price, sku };
    }),
  );
}

type Setting = Pick<Stage, 'app' | 'seller' | 'supplier'> & { market: Market; plan: Plan; goods: Good[] };

async function openAccounts({ app, market, plan, seller, goods }: Setting): Promise<Record<Place, number>> {
  const shops: [Place, Shop & { accountId: number }][] = [];
  for (const marketplace of places) {
    const { businessId } = seller;
    const { id } = await makeAccount(app, businessId);
    const remoteUserId = String(5_500_000 + id);
    await app.database.transact({ businessId }, (tx) => {
      const token = seal(app.env.secretKey, 'marketplace-tokens', `TOKEN-${remoteUserId}`);
      return tx.db
        .updateTable('marketplace_accounts')
        .set({
          ...{ marketplace, remote_user_id: remoteUserId, access_token: token, refresh_token: token },
          ...{ token_expires_at: instantAt(400, 0), swept_at: tx.now() },
        })
        .where('id', '=', id)
        .execute();
    });
    const shelf = [];
    for (const { parts } of listings) {
      const offers = parts.map(({ product, units }) => ({ ...(goods[product] as Good), quantity: units }));
      const sold = await makePublication(app, { id, businessId, marketplace }, offers);
      // Only one marketplace has letters in its numbers.
      const itemId = marketplace === 'mercado-livre' ? sold.itemId : sold.itemId.replace(/\D/g, '');
      if (itemId !== sold.itemId) await renameItem(app, businessId, sold.itemId, itemId);
      shelf.push({ ...sold, itemId });
    }
    shops.push([marketplace, { remoteUserId, shelf, accountId: id }]);
  }
  const byPlace = Object.fromEntries(shops) as Record<Place, Shop & { accountId: number }>;
  market.open(byPlace, plan.sales);
  return Object.fromEntries(shops.map(([place, { accountId }]) => [place, accountId])) as Record<
    Place,
    number
  >;
}

const renameItem = (app: TestApp, businessId: number, from: string, to: string) =>
  app.database.transact({ businessId }, async (tx) => {
    for (const table of ['publications', 'publication_variations'] as const)
      await tx.db.updateTable(table).set({ remote_item_id: to }).where('remote_item_id', '=', from).execute();
  });
