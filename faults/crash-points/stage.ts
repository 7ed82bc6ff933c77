import { cp, rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Clock } from '#contract/dates.ts';
import { restoreMarket } from '#sandbox/mercado-livre/market.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { type TestApp, testApp } from '#server/test/app.ts';
import { openChecker } from '#server/test/check-invariants.ts';
import { maintenanceUrl } from '#server/test/cluster.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { createHost, type Host } from './instance.ts';

/** A marketplace in this process, in the time of the test: its state can be restored. */
export type Market = {
  readonly sandbox: Sandbox;
  control(path: string, body: unknown): Promise<unknown>;
  save(): string;
  restore(saved: string): void;
  /** Its final state, without what a repeated notification adds: notices, tokens, running numbers. */
  state(): string;
  letters(): string[];
};

export type Stage = {
  readonly app: TestApp;
  readonly market: Market;
  readonly host: Host;
  readonly inspector: Inspector;
  /** Rows, files and marketplace as they were when the stage was set. */
  reset(): Promise<void>;
};

export async function startMarket(clock: () => Clock): Promise<Market> {
  const sandbox = await startSandbox({
    httpPort: 0,
    smtpPort: 0,
    clientId: '1000',
    clientSecret: 'a-secret-of-the-test-client-7151',
    redirectUri: 'http://localhost:3000/marketplaces/account/list',
    notifyUrl: '',
    fetchPictures: false,
    now: () => clock().now(),
  });
  afterAll(() => sandbox.close());
  const { world } = sandbox;
  return {
    sandbox,
    async control(path, body) {
      const answer = await fetch(`${sandbox.control}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.json();
    },
    save: () => JSON.stringify(world.market),
    restore(saved) {
      Object.assign(world.market, restoreMarket(JSON.parse(saved)));
      world.mail.messages.length = 0;
    },
    state() {
      const { items, orders, shipments, invoices, userProducts, pictures, afterSale } = world.market;
      return JSON.stringify({
        items,
        orders,
        shipments,
        invoices,
        userProducts: Object.values(userProducts).map(({ version: _, ...product }) => product),
        pictures: Object.keys(pictures).length > 0,
        claims: Object.values(afterSale.claims).map(({ id, status, stage }) => ({ id, status, stage })),
        texts: Object.values(afterSale.conversations).flatMap((one) =>
          one.messages.map(({ by, text }) => [by, text]),
        ),
      });
    },
    letters: () => world.mail.messages.map(({ to, subject }) => `${to.join()} ${subject}`),
  };
}

/** Sets the stage by `build`; after each run it is restored to that state. */
export async function setStage<Cast>(
  build: (app: TestApp, market: Market) => Promise<Cast>,
): Promise<Stage & { cast: Cast }> {
  let clock: Clock | undefined;
  const market = await startMarket(() => clock ?? { now: () => new Date('2026-11-21T15:00:00.000Z') });
  const { url } = market.sandbox;
  const app = await testApp({
    LOG_LEVEL: 'silent',
    SMTP_URL: `smtp://127.0.0.1:${market.sandbox.smtpPort}`,
    MERCADO_LIVRE_API: `${url}/mercado-livre`,
    MERCADO_LIVRE_AUTH: `${url}/mercado-livre-auth`,
    MERCADO_LIVRE_CLIENT_ID: '1000',
    MERCADO_LIVRE_CLIENT_SECRET: 'a-secret-of-the-test-client-7151',
    MERCADO_LIVRE_NOTIFICATION_SECRET: notificationSecret,
  });
  clock = app.clock;
  const cast = await build(app, market);
  await app.drain();
  await (await openChecker(app.databaseUrl)).close();
  const saved = market.save();
  const { folder } = app.env.storage;
  await cp(folder, `${folder}.stage`, { recursive: true }).catch(() => undefined);
  const host = await createHost(app.env, app.clock, app);
  afterAll(() => host.close());
  const stageName = new URL(app.databaseUrl).pathname.slice(1);
  await aside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${stageName}'`);
  const inspector = await openInspector(app.databaseUrl);
  afterAll(() => inspector.close());
  const restoreRows = await inspector.keep();
  return {
    app,
    market,
    host,
    inspector,
    cast,
    async reset() {
      await restoreRows();
      await inspector.rewind();
      market.restore(saved);
      await rm(folder, { recursive: true, force: true });
      await cp(`${folder}.stage`, folder, { recursive: true }).catch(() => undefined);
    },
  };
}

async function aside(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl(inject('templateUrl')) });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
