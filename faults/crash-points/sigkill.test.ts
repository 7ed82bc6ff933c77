import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { confirmParcel, labelParcel } from '#server/orders/test/factory.ts';
import { makeWork } from '#server/orders/test/kill-work.ts';
import { type Person, requestOf, type Send } from '#server/test/app.ts';
import { invariantsAtRest, openChecker } from '#server/test/check-invariants.ts';
import { isWhole, report } from '#server/test/fault-report.ts';
import { startLine } from '#server/test/kill.ts';
import { notificationSecret } from '#server/test/sandbox.ts';

const line = await startLine();
const work = await makeWork(line);
const { stage, acknowledged, market } = work;
const { supplier, seller, byHand, arriving } = stage;
const dieAt = `--import=${join(import.meta.dirname, 'die-at.ts')}`;

/** The request to the process that dies, repeated to the one that lives; `key` is in its first statement. */
type Act = {
  ask: { who: Pick<Person, 'token'>; endpoint: EndpointDefinition; send: Send<EndpointDefinition> };
  key: string;
  /** The jobs run in the dying process as well, because all other workers are suspended. */
  alone?: boolean;
  again(): Promise<void>;
};

const saleByHand = (key: string) => ({
  body: {
    buyerName: `Comprador ${key}`,
    paid: true,
    lines: [{ dropshipItemId: stage.offer.id, quantity: 1, unitPriceCentavos: 5990 }],
  },
  key,
});

async function pack(id: number): Promise<void> {
  await supplier.call(api.checkout.startPicking, { params: { id } });
  await supplier.call(api.checkout.beep, {
    params: { id },
    body: { code: byHand.sku, clientId: randomUUID() },
  });
}

const acts: Record<string, () => Promise<Act>> = {
  'a sale by hand': async () => {
    const key = randomUUID();
    const send = saleByHand(key);
    return {
      ask: { who: seller, endpoint: api.orders.create, send },
      key,
      async again() {
        const { id } = await seller.call(api.orders.create, send);
        await pack(id);
        await confirmParcel(supplier, id);
        acknowledged.packed.push({ order: id, quantity: 1, packings: 1 });
      },
    };
  },
  'packing confirmed': async () => {
    const { id } = await seller.call(api.orders.create, saleByHand(randomUUID()));
    await pack(id);
    await labelParcel(supplier, id);
    const key = randomUUID();
    const send = { params: { id }, key };
    return {
      ask: { who: supplier, endpoint: api.checkout.confirmPacking, send },
      key,
      async again() {
        const { status } = await supplier.call(api.checkout.confirmPacking, send);
        expect(status).toBe('waiting_collect');
        acknowledged.packed.push({ order: id, quantity: 1, packings: 1 });
      },
    };
  },
  'volume registered': async () => {
    const key = randomUUID();
    const name = `Registro ${key}`;
    const lines = [{ variationId: arriving.variationId, quantity: 1 }];
    const send = { body: { warehouseId: arriving.warehouseId, name, reason: 'chegou', lines }, key };
    return {
      ask: { who: supplier, endpoint: api.volumes.create, send },
      key,
      async again() {
        const { id } = await supplier.call(api.volumes.create, send);
        acknowledged.registered.push({ id, name });
      },
    };
  },
  'notification → sale → push': async () => {
    await market.buy(acknowledged, acknowledged.bought.length);
    const resource = `/orders/${acknowledged.bought.at(-1)?.remoteId}`;
    const body = { _id: 'f-1', resource, user_id: 182_440_771, topic: 'orders_v2', application_id: 1000 };
    const send = { params: { marketplace: 'mercado-livre', secret: notificationSecret }, body };
    return {
      ask: { who: { token: '' }, endpoint: api.notifications.receive, send },
      key: resource,
      alone: true,
      again: () => market.deliver(),
    };
  },
};

/** One process dies at this point of an operation; returns whether it reached the end. */
async function die(act: Act, at: number, moment: 'before' | 'after'): Promise<boolean> {
  const mortal = await line.beside(act.alone ? [] : ['--web'], {
    NODE_OPTIONS: dieAt,
    CRASH_KEY: act.key,
    CRASH_AT: String(at),
    CRASH_MOMENT: moment,
  });
  if (act.alone) line.server.signal('SIGSTOP');
  const { method, url, headers, payload } = requestOf(act.ask.endpoint, act.ask.send, act.ask.who.token);
  const answered = await fetch(`${mortal.url}${String(url)}`, {
    method: String(method),
    headers: headers as Record<string, string>,
    body: payload as string,
  }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    () => null,
  );
  if (answered) expect(answered.status, answered.text).toBeLessThan(300);
  const isOver = act.alone ? await quiet(mortal.ended()) : answered !== null;
  await mortal.kill();
  if (act.alone) line.server.signal('SIGCONT');
  await act.again();
  return isOver;
}

/** True if the queue became empty, false if the process died before. */
async function quiet(ended: Promise<void>): Promise<boolean> {
  const died = ended.then(() => true);
  for (;;) {
    const isDead = await Promise.race([died, delay(20, false)]);
    if (isDead) return false;
    const [left] = await line.asOwner(
      `select count(*)::int as total from queued_jobs where state = 'active' or run_at <= now()`,
    );
    if (left?.total === 0) return true;
  }
}

const fewPoints: Record<string, number[]> = {
  'a sale by hand': [9],
  'packing confirmed': [14],
  'volume registered': [5],
  'notification → sale → push': [6, 20],
};

test.each(Object.keys(acts))(
  'SIGKILL at the n-th statement or call: %s',
  { timeout: 900_000 },
  async (name) => {
    let times = 0;
    const points = isWhole ? Array.from({ length: 400 }, (_, n) => n + 1) : (fewPoints[name] ?? []);
    for (const at of points) {
      let lived = false;
      for (const moment of ['before', 'after'] as const) {
        if (!isWhole && moment === (at % 2 === 0 ? 'before' : 'after')) continue;
        const act = await acts[name]?.();
        if (!act) continue;
        lived = await die(act, at, moment);
        if (!lived) times++;
      }
      if (lived) break;
    }
    expect(times).toBeGreaterThan(0);
    await work.mustHold();
    const checker = await openChecker(line.database.ownerUrl, invariantsAtRest);
    expect(await checker.all().finally(() => checker.close())).toEqual([]);
    console.log(`${name}: ${times} processes killed by themselves`);
    report({ fault: `SIGKILL at the n-th point: ${name}`, times });
  },
);
