import { setTimeout as delay } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import { type Machine, notificationSecret } from '../flows/machine.ts';
import { firstOrder, type MarketItem } from '../flows/market.ts';
import { type Day, hour, shift, type Worker } from './person.ts';

/** Sales of one walk. */
export const cartPlaces = 12;
/** Before its dispatch limit a sale is released with those that are there. */
const releaseBeforeSeconds = 40 * 60;
const cancelShare = 0.03;

/** Two rules: sales of one unit together, then the others, each as soon as a cart is full. */
export async function makeWaves({ call }: Worker, warehouseId: number): Promise<void> {
  for (const [name, singles] of [['Unidades', true] as const, ['Outras', false] as const]) {
    const when = { cutoffHour: null, minSales: cartPlaces, minutesBefore: null };
    const body = { warehouseId, name, on: true, logisticTypes: [], zones: [], singles, places: cartPlaces };
    const made = await call(api.waves.create, { body: { ...body, ...when } });
    if (!made.ok) throw new Error(`a wave rule could not be made: ${made.code}`);
  }
}

/** The schedule runs each minute of the real time, and here each minute of the day. */
export async function releaseByClock(day: Day, machine: Machine): Promise<void> {
  const job = { task: 'waves.release', key: 'waves.release of the day', payload: {} };
  while (!day.over()) {
    await machine.ask('select enqueue_jobs($1::jsonb)', [JSON.stringify([job])]);
    await delay((60 * 1000) / day.compress);
  }
}

/** Releases what is urgent, decides what waits for a decision, and approves counts. */
export function lead(worker: Worker): Promise<void> {
  const { call } = worker;
  return shift(worker, 120, async () => {
    await releaseUrgent(worker);
    const asking = await call(api.checkout.list, { query: { query: 'status:waiting_approval', size: '50' } });
    for (const { id } of asking.ok ? asking.value.items : []) {
      await worker.works(10);
      const accepted = await call(api.checkout.accept, { params: { id } });
      if (!accepted.ok && worker.day.now() > refuseAfter * hour)
        await call(api.checkout.refuse, { params: { id }, body: { reason: 'sem estoque' } });
    }
    const counted = await call(api.balances.list, { query: { query: 'state:waiting_approval', size: '50' } });
    for (const { id } of counted.ok ? counted.value.items : []) {
      const approved = await call(api.balances.approve, { params: { id }, body: { cause: 'lost' } });
      if (!approved.ok) await call(api.balances.recount, { params: { id } });
    }
    return false;
  });
}

/** Goods may still arrive until then. */
const refuseAfter = 6;

async function releaseUrgent({ call, day }: Worker): Promise<void> {
  const rules = await call(api.waves.list);
  for (const { id } of rules.ok ? rules.value.items : []) {
    const params = { id };
    const next = await call(api.waves.preview, { params });
    if (!next.ok || next.value.sales === 0 || !next.value.urgent) continue;
    const seconds = ((Date.parse(next.value.urgent) - Date.now()) / 1000) * day.compress;
    if (seconds <= releaseBeforeSeconds) await call(api.waves.release, { params });
  }
}

export type Buyers = { sold: number; canceled: number };

/** Buy through the hours of the day; some change their mind within the next hour. */
export async function buy(
  day: Day,
  machine: Machine,
  items: readonly MarketItem[],
  wanted: { sales: number; until: number },
): Promise<Buyers> {
  const buyers = { sold: 0, canceled: 0 };
  const regrets: { order: number; seller: string; at: number }[] = [];
  let last = 0;
  while (buyers.sold < wanted.sales || regrets.length > 0) {
    const due = Math.min(wanted.sales, Math.ceil((wanted.sales * day.now()) / wanted.until));
    while (buyers.sold < due) {
      const moment = Math.max(Date.now(), last + 1);
      last = moment;
      const seller = items[moment % items.length]?.sellerId ?? '';
      await announce(day.url, seller, firstOrder + moment);
      buyers.sold += 1;
      if (day.random() < cancelShare)
        regrets.push({ order: firstOrder + moment, seller, at: day.now() + day.random() * hour });
    }
    for (const regret of regrets.filter(({ at }) => at <= day.now())) {
      regrets.splice(regrets.indexOf(regret), 1);
      await machine.market.cancel(regret.order);
      await announce(day.url, regret.seller, regret.order);
      buyers.canceled += 1;
    }
    await delay((20 * 1000) / day.compress);
  }
  return buyers;
}

async function announce(url: string, seller: string, order: number): Promise<void> {
  const answer = await fetch(`${url}/api/notifications/mercado-livre/${notificationSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resource: `/orders/${order}`,
      user_id: Number(seller),
      topic: 'orders_v2',
      application_id: 1000,
    }),
  });
  if (!answer.ok) throw new Error(`a sale could not be announced: ${answer.status}`);
  await answer.arrayBuffer();
}
