import pg from 'pg';
import { afterAll } from 'vitest';
import { publishTask } from '#server/advertisements/publication/publication-publish.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { connectSeller } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { createMercadoLivreMarketplace } from '#server/outside/marketplaces/mercado-livre/marketplace.ts';
import { makeImages } from '#server/products/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import { type Market, startMarket } from '../crash-points/stage.ts';
import { startProxy, type Wire } from './proxy.ts';

/** A separate product, its marketplace, and the network between the two. */
export type Lane = {
  readonly app: TestApp;
  readonly market: Market;
  readonly proxy: Wire;
  readonly supplier: Person;
  readonly seller: Person;
  readonly account: number;
  /** Of the volume that what is sold lies in. */
  readonly volumeCode: string;
  /** Jobs as the queue runs them, on their first try. */
  readonly job: JobContext;
  /** From now on calls have this timeout, no open circuit and no cached answers. */
  setClient(timeoutMs: number): void;
  /** Of the calls since the last look: how long the longest took. */
  longestCall(): number;
  /**
   * Transactions that stay open while the only active call waits for the outside. Statements that run at this moment,
   * such as the notification after a former act, wait for nothing.
   */
  openTransactions(): Promise<string[]>;
  /** Something new at the marketplace or on its way there. */
  draft(): Promise<number>;
  /** The same, published. */
  published(): Promise<{ id: number; itemId: string }>;
  rows<Row>(statement: string): Promise<Row[]>;
};

export async function openLane(): Promise<Lane> {
  let now = () => new Date('2026-11-21T15:00:00.000Z');
  const market = await startMarket(() => ({ now: () => now() }));
  const address = new URL(market.sandbox.url);
  const proxy = await startProxy({ host: address.hostname, port: Number(address.port) });
  afterAll(() => proxy.close());
  const app = await testApp({
    LOG_LEVEL: 'silent',
    POOL_SIZE: '5',
    MERCADO_LIVRE_API: `${proxy.url}/mercado-livre`,
    MERCADO_LIVRE_AUTH: `${market.sandbox.url}/mercado-livre-auth`,
    MERCADO_LIVRE_CLIENT_ID: '1000',
    MERCADO_LIVRE_CLIENT_SECRET: 'a-secret-of-the-test-client-7151',
    MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret,
  });
  now = app.clock.now;
  const inspector = new pg.Client({ connectionString: app.databaseUrl, application_name: 'inspector' });
  await inspector.connect();
  afterAll(() => inspector.end());
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const { id: account } = await connectSeller(seller);
  const shelf = await makeShelf(app, supplier, 900);
  const offer = await makeOffer(supplier, shelf);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const [image] = await makeImages(seller);
  const job: JobContext = { ...jobOf(app), maxAttempts: 8 };
  let longest = 0;

  async function timed<T>(call: () => Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await call();
    } finally {
      longest = Math.max(longest, performance.now() - since);
    }
  }

  async function rows<Row>(statement: string): Promise<Row[]> {
    return (await app.rows(seller.businessId, statement)) as Row[];
  }

  async function draft(): Promise<number> {
    const changes = { images: image ? [image.id] : [] };
    return (await publish(seller, advertisement, account, offer, changes)).id;
  }

  return {
    app,
    market,
    proxy,
    supplier,
    seller,
    account,
    volumeCode: shelf.code,
    job,
    rows,
    draft,
    setClient(timeoutMs) {
      const client = createMercadoLivreMarketplace({ ...app.env.mercadoLivre, timeoutMs, clock: app.clock });
      app.outside.marketplaces['mercado-livre'] = {
        ...client,
        call: (...parameters) => timed(() => client.call(...parameters)),
        download: (...parameters) => timed(() => client.download(...parameters)),
      };
    },
    longestCall() {
      const was = longest;
      longest = 0;
      return was;
    },
    async openTransactions() {
      const found = await inspector.query<{ query: string }>(
        `select left(query, 100) as query from pg_stat_activity
         where datname = current_database() and application_name = 'easy' and state like 'idle in transaction%'`,
      );
      return found.rows.map(({ query }) => query);
    },
    async published() {
      const id = await draft();
      await publishTask(job, { businessId: seller.businessId, publicationId: id });
      const [row] = await rows<{ item: string }>(
        `select remote_item_id as item from publications where id = ${id}`,
      );
      return { id, itemId: row?.item ?? '' };
    },
  };
}
