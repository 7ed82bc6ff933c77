import { afterAll } from 'vitest';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { disconnectAccount } from '#server/marketplaces/account-tokens.queries.ts';
import { makeAccount, makePublication, type SoldOffer } from '#server/orders/test/factory.ts';
import { seal } from '#server/seal.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { openChecker } from '#server/test/check-invariants.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import { type Inspector, openInspector } from '../crash-points/inspect.ts';
import { createHost, type Host } from '../crash-points/instance.ts';
import { type Market, startMarket } from './market.ts';
import { sellers } from './plan.ts';
import type { Shop } from './shop.ts';

export type Seller = { businessId: number; accountId: number; shop: Shop; stockIds: number[] };

export type Stage = {
  readonly app: TestApp;
  readonly market: Market;
  readonly host: Host;
  readonly inspector: Inspector;
  /** Has a connected account, and no sales. */
  readonly bystander: { businessId: number; remoteUserId: string };
  /** Sellers with an account and two publications each, new ones for each batch; those before are disconnected. */
  hireSellers(): Promise<Seller[]>;
};

export async function setStage(): Promise<Stage> {
  const market = await startMarket();
  const app = await testApp({
    LOG_LEVEL: 'silent',
    MERCADO_LIVRE_API: market.url,
    MERCADO_LIVRE_AUTH: market.url,
    MERCADO_LIVRE_CLIENT_ID: '1000',
    MERCADO_LIVRE_CLIENT_SECRET: 'a-secret-of-the-test-client-7151',
    MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret,
  });
  const supplier = await app.join('supply');
  const { accountId: _, ...bystander } = await connect(app, (await app.join('sales')).businessId);
  // Opens the tables to their owner, for whom the inspector reads.
  await (await openChecker(app.databaseUrl)).close();
  const inspector = await openInspector(app.databaseUrl);
  // A failed job is retried when a round says so: on a slow machine retries become due faster than they run.
  await inspector.query(
    "update pgboss.queue set retry_delay = 86400, retry_backoff = false where name = 'jobs'",
  );
  const host = await createHost(app.env, app.clock, app);
  afterAll(async () => {
    await host.close();
    await inspector.close();
  });
  let hired: Seller[] = [];
  return {
    app,
    market,
    host,
    inspector,
    bystander,
    async hireSellers() {
      for (const { businessId, accountId } of hired)
        await app.database.transact({ businessId }, (tx) => disconnectAccount(tx, accountId, 'revoked'));
      hired = [];
      for (let n = 0; n < sellers; n++) hired.push(await hireSeller(app, supplier));
      await inspector.query('analyze');
      return hired;
    },
  };
}

async function hireSeller(app: TestApp, supplier: Person): Promise<Seller> {
  const { businessId } = await app.join('sales');
  await app.database.transact({ businessId }, (tx) => ensureTradeLink(tx, businessId, supplier.businessId));
  const cup = await makeShelf(app, supplier, 100_000);
  const lid = await makeShelf(app, supplier, 100_000, Promise.resolve(cup));
  const part = async (shelf: typeof cup, price: number): Promise<SoldOffer> => ({
    offerId: (await makeOffer(supplier, shelf, price, 100_000)).id,
    stockId: shelf.stockId,
    warehouseId: shelf.warehouseId,
    supplierId: supplier.businessId,
    price,
  });
  const [one, other] = [await part(cup, 2000), await part(lid, 500)];
  const { accountId, remoteUserId } = await connect(app, businessId);
  const account = { id: accountId, businessId, marketplace: 'mercado-livre' };
  const listed = async (offers: SoldOffer[]) => {
    const { itemId, variationId, sku, cost } = await makePublication(app, account, offers);
    return { itemId, variationId, sku, price: (cost * 2) / 100 };
  };
  const single = await listed([one]);
  const kit = await listed([{ ...one, quantity: 2 }, other]);
  return {
    businessId,
    accountId,
    shop: { remoteUserId, single, kit },
    stockIds: [cup.stockId, lid.stockId],
  };
}

/** An account whose tokens the product can open. */
async function connect(app: TestApp, businessId: number) {
  const account = await makeAccount(app, businessId);
  return app.database.transact({ businessId }, async (tx) => {
    const { remote_user_id: remoteUserId } = await tx.db
      .selectFrom('marketplace_accounts')
      .select('remote_user_id')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    const token = seal(app.env.secretKey, 'marketplace-tokens', `APP_USR-${remoteUserId}`);
    await tx.db
      .updateTable('marketplace_accounts')
      .set({
        access_token: token,
        refresh_token: token,
        token_expires_at: new Date(tx.now().getTime() + 6 * 3_600_000),
        swept_at: tx.now(),
      })
      .where('id', '=', account.id)
      .execute();
    return { businessId, accountId: account.id, remoteUserId };
  });
}
