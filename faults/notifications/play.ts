import type { InjectOptions } from 'fastify';
import { api } from '#contract/index.ts';
import { requestOf } from '#server/test/app.ts';
import { notificationSecret } from '#server/test/sandbox.ts';
import type { Instance } from '../crash-points/instance.ts';
import { type CrashPoint, type Life, startLife } from '../crash-points/life.ts';
import type { Sequence, Told } from './plan.ts';
import type { Seller, Stage } from './stage.ts';
import { ordersOf, parcelOf } from './views.ts';

/** Concurrent jobs and concurrent notifications. */
const concurrency = 8;
const onTheirWay = 100;

export type Post = { body: unknown; refusedWith: number | null };

/** A notification, and the status that must answer it. */
export type Delivery = { request: InjectOptions; status: number };

export type Player = {
  /** Delivers until each is answered; a process that dies on the way leaves the rest to the next one. */
  send(deliveries: readonly Delivery[], death?: number): Promise<void>;
  /** The same of Mercado Livre's notifications. */
  post(posts: readonly Post[], death?: number): Promise<void>;
  /** Works the queue until it is empty, with a process killed at each given point. */
  work(deaths?: readonly number[]): Promise<void>;
  /** Jobs that wait for a later try run now. */
  hurry(): Promise<void>;
  died(): number;
};

export function makePlayer({ host, inspector }: Pick<Stage, 'host' | 'inspector'>): Player {
  let died = 0;

  /** One process; true where it died before it had done its work. */
  async function live(point: CrashPoint | undefined, work: (instance: Instance) => Promise<void>) {
    const life: Life = startLife(point);
    const before = await inspector.connected();
    const instance = host.boot(life);
    const workAndClose = async () => {
      await work(instance);
      // Wake-ups and other late statements are points too: a process may die while it closes.
      await instance.close();
    };
    const ended = await Promise.race([life.died.then(() => true), life.run(workAndClose).then(() => false)]);
    if (ended) {
      died++;
      await inspector.alone(before);
    }
    return ended;
  }

  /**
   * On a slow machine calls of one account wait too long for each other, and their jobs are postponed by a second. They
   * belong to this round, because the marketplace's answer changes with the next one.
   */
  async function callPutOff(): Promise<boolean> {
    const called = await inspector.query(
      `update pgboss.job set start_after = now() where state = 'created' and data ? 'attempts' returning id`,
    );
    return called.length > 0;
  }

  async function send(deliveries: readonly Delivery[], death?: number): Promise<void> {
    const waiting = new Set(deliveries);
    let point = death;
    while (waiting.size > 0) {
      await live(point === undefined ? undefined : { at: point, moment: 'after' }, async ({ http }) => {
        const queue = [...waiting];
        const one = async () => {
          for (let next = queue.pop(); next; next = queue.pop()) {
            const { statusCode } = await http.inject(next.request);
            if (statusCode !== next.status)
              throw new Error(`${statusCode} to ${JSON.stringify(next.request).slice(0, 400)}`);
            waiting.delete(next);
          }
        };
        await Promise.all(Array.from({ length: onTheirWay }, one));
      });
      point = undefined;
    }
  }

  return {
    died: () => died,
    post: (posts, death) => send(posts.map(deliveryOf), death),
    send,
    async work(deaths = []) {
      for (const at of deaths)
        if (!(await live({ at, moment: at % 2 === 0 ? 'before' : 'after' }, (one) => one.drain(concurrency))))
          return;
      do await live(undefined, (one) => one.drain(concurrency));
      while (await callPutOff());
    },
    async hurry() {
      await inspector.query(`update pgboss.job set start_after = now() where state < 'active'`);
    },
  };
}

const deliveryOf = ({ body, refusedWith }: Post): Delivery => ({
  request: requestOf(
    api.notifications.receive,
    {
      params: { marketplace: 'mercado-livre', secret: notificationSecret },
      body: body as Record<string, unknown>,
    },
    '',
  ),
  status: refusedWith ?? 200,
});

/** A notification as it arrives, true or not. */
export function postOf(sequence: Sequence, told: Told, hired: readonly Seller[], bystander: string): Post {
  const { remoteUserId } = hired[sequence.seller]?.shop ?? { remoteUserId: '' };
  const { n } = sequence;
  const resource =
    told.topic === 'orders_v2' ? `/orders/${ordersOf.id(n, told.member)}` : `/shipments/${parcelOf.id(n)}`;
  const body = {
    _id: `f-${n}`,
    resource,
    user_id: Number(remoteUserId),
    topic: told.topic,
    application_id: 1000,
    attempts: 1,
  };
  const taken = (changes: Record<string, unknown>): Post => ({
    body: { ...body, ...changes },
    refusedWith: null,
  });
  switch (told.as) {
    case 'honest':
      return taken({});
    case 'text-id':
      return taken({ user_id: remoteUserId, application_id: '1000', recieved: 'yesterday' });
    case 'forged': {
      const other = hired[(sequence.seller + 1) % hired.length]?.shop.remoteUserId;
      return taken({ user_id: Number(n % 3 === 0 ? bystander : other) });
    }
    case 'stranger':
      return taken({ user_id: 999_999_999 });
    case 'other-application':
      return taken({ application_id: 2000 });
    case 'unknown-topic':
      return taken({ topic: 'of-tomorrow' });
    case 'junk':
      return taken({
        resource: n % 2 === 0 ? ['/orders/1'] : `/orders/../users/${n}`,
        topic: n % 3 === 0 ? {} : told.topic,
      });
    case 'deep':
      return { body: { ...body, deep: deepen(40) }, refusedWith: 400 };
    case 'huge':
      return { body: { ...body, filler: 'x'.repeat(70_000) }, refusedWith: 413 };
  }
}

const deepen = (levels: number): unknown => (levels === 0 ? {} : { in: deepen(levels - 1) });
