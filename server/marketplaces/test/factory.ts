import type pg from 'pg';
import { z } from 'zod';
import { api } from '#contract/index.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { Person, TestApp } from '#server/test/app.ts';
import { testApp } from '#server/test/app.ts';
import { notificationSecret, type SandboxProcess, startSandboxProcess } from '#server/test/sandbox.ts';

/** Sellers of the sandbox: one item with variations, one item per variation, and one who may not authorize. */
export const remoteSellers = {
  legacy: 182_440_771,
  userProduct: 206_946_886,
  third: 331_705_219,
  /** Its stock is in several places. */
  stores: 448_120_305,
  operator: 512_880_140,
};

export type Market = { app: TestApp; sandbox: SandboxProcess };

/** The whole server, connected to a marketplace of its own. */
export async function marketApp(
  variables: Record<string, string> = {},
  settings: Record<string, unknown> = {},
): Promise<Market> {
  const sandbox = await startSandboxProcess(settings);
  return { app: await testApp({ ...sandbox.variables, ...variables }), sandbox };
}

/** The parameters with which the consent page redirects after this button. */
export async function consent(url: string, remoteUserId: number, decision: 'approve' | 'deny' = 'approve') {
  const asked = new URL(url);
  const form = new URLSearchParams(asked.search);
  // Each page has its own name for it.
  form.set('user_id', String(remoteUserId));
  form.set('store_id', String(remoteUserId));
  form.set('shop_id', String(remoteUserId));
  form.set('decision', decision);
  const answer = await fetch(`${asked.origin}${asked.pathname}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const target = new URL(answer.headers.get('location') ?? 'http://nowhere.invalid/');
  const { state = '', code, error, ...said } = Object.fromEntries(target.searchParams);
  return { state, code, error, said };
}

export async function connectSeller(
  person: Person,
  remoteUserId: number = remoteSellers.legacy,
  marketplace: MarketplaceId = 'mercado-livre',
) {
  const { url } = await person.call(api.marketplaceAccounts.authorize, { body: { marketplace } });
  return person.call(api.marketplaceAccounts.connect, { body: await consent(url, remoteUserId) });
}

/** A market with a supplier, and a seller who has one account. */
export async function sellingApp() {
  const market = await marketApp();
  const supplier = await market.app.join('supply');
  const seller = await market.app.join('sales');
  return { ...market, supplier, seller, account: await connectSeller(seller, remoteSellers.legacy) };
}

const notices = z.array(
  z.object({
    id: z.string(),
    resource: z.string(),
    user_id: z.number(),
    topic: z.string(),
    state: z.string(),
  }),
);

/** Delivers the notifications since the last call, as the marketplace's server would; returns how many. */
export function postman({ app, sandbox }: Market) {
  const delivered = new Set<string>();
  return async () => {
    const found = notices.parse(await sandbox.control('GET', '/notifications'));
    const fresh = found.filter(
      (notice) => !delivered.has(notice.id) && notice.state !== 'lost' && notice.state !== 'held',
    );
    for (const notice of fresh) {
      delivered.add(notice.id);
      await app.anonymous.call(api.notifications.receive, {
        params: { marketplace: 'mercado-livre', secret: notificationSecret },
        body: {
          _id: notice.id,
          resource: notice.resource,
          user_id: notice.user_id,
          topic: notice.topic,
          application_id: 1000,
          attempts: 1,
        },
      });
    }
    return fresh.length;
  };
}

/** Runs until all notifications are delivered and all jobs are done. */
export function settler(market: Market): () => Promise<void> {
  const deliver = postman(market);
  return async () => {
    do {
      await market.app.drain();
    } while ((await deliver()) > 0);
    await market.app.drain();
  };
}

const items = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    subStatus: z.array(z.string()),
    price: z.number(),
    paid: z.number(),
    priceHidden: z.boolean(),
    available: z.number(),
    userProductId: z.string().nullable(),
    parentId: z.string().nullable(),
    attributes: z.record(z.string(), z.string().nullable()),
    pictures: z.array(z.string()),
    variations: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        available: z.number(),
        price: z.number(),
        pictures: z.array(z.string()),
      }),
    ),
  }),
);
export type SandboxItem = z.output<typeof items>[number];

/** The listings at the marketplace. */
export async function remoteItems(sandbox: SandboxProcess): Promise<SandboxItem[]> {
  return items.parse(await sandbox.control('GET', '/items'));
}

/** Injects a fault at the marketplace; see sandbox/README.md. */
export function misbehave(sandbox: SandboxProcess, fault: Record<string, unknown>) {
  return sandbox.control('POST', '/faults', fault);
}

/** The queue as its owner sees it. */
export async function askQueue<T extends pg.QueryResultRow>(
  app: TestApp,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return (await app.owner.query<T>(text, values)).rows;
}

/** Pending jobs of a task, including those scheduled for later. */
export async function waitingJobs(app: TestApp, task: string): Promise<number> {
  const [row] = await askQueue<{ total: number }>(
    app,
    'select count(*)::int as total from queued_jobs where task = $1 and not parked',
    [task],
  );
  return row?.total ?? 0;
}

/** Runs due jobs until there are none: one run of the queue may end before it sees the jobs that it caused. */
export async function drain(app: TestApp): Promise<void> {
  for (let n = 0; n < 10; n++) {
    await app.drain();
    const [row] = await askQueue<{ due: number }>(
      app,
      'select count(*)::int as due from queued_jobs where run_at <= now() and not parked',
      [],
    );
    if (row?.due === 0) return;
  }
}

/** Runs jobs that wait for a retry as if their time had come. */
export async function drainLater(app: TestApp): Promise<void> {
  await askQueue(app, `update pgboss.job set start_after = now() where state < 'active'`, []);
  await drain(app);
}
