import pg from 'pg';
import { fromDecimal } from '#contract/money.ts';
import { applyFetched } from '#server/orders/sale/apply-together.ts';
import { type MarketplaceOrder, noNotes, plainMoney } from '#server/outside/marketplaces/sale.ts';
import { percentile } from '../figures.ts';
import type { Machine } from './machine.ts';
import type { MarketItem } from './market.ts';
import { jobOf } from './sale-statements.ts';
import type { World } from './world.ts';

export type HotRun = { perSecond: number; p99: number };

let sold = 0;

/** Paid sales of one unit of the first stock level, applied like the fetched jobs of one worker. */
export async function sellAll(machine: Machine, world: World, count: number, hands: number): Promise<HotRun> {
  const items = world.items.filter((_, n) => n % world.shelves.length === 0);
  const sales = Array.from({ length: count }, (_, n) => {
    const item = items[n % items.length];
    const account = world.accounts.find(({ remoteUserId }) => remoteUserId === item?.sellerId);
    if (!item || !account) throw new Error('an empty world');
    return { item, account, remoteId: String(2_000_020_000_000_000 + ++sold) };
  });
  const at = machine.app.database.clock.now();
  const job = { ...jobOf(machine), batchScope: {} };
  return race(sales, hands, async ({ item, account, remoteId }) => {
    const { accountId: id, businessId } = account;
    const sale = { orders: [orderOf(item, remoteId, at)], shipment: null };
    await applyFetched(job, id, { account: { id, businessId, marketplace: 'mercado-livre' }, sale });
  });
}

function orderOf(item: MarketItem, remoteId: string, at: Date): MarketplaceOrder {
  const price = fromDecimal(item.price);
  return {
    remoteId,
    sellerId: item.sellerId,
    packId: null,
    packPending: false,
    interest: 0,
    discount: 0,
    shipmentId: null,
    phase: 'paid',
    updatedAt: at,
    purchasedAt: at,
    paidAt: at,
    refunded: false,
    expiresAt: null,
    total: price,
    money: plainMoney,
    notes: noNotes,
    fraudRisk: false,
    buyer: { id: '888', nickname: 'COMPRADOR', billingId: null },
    cancel: null,
    lines: [
      {
        itemId: item.itemId,
        variationId: null,
        lineId: null,
        title: 'Caneca Esmaltada 350 Ml',
        variation: '',
        sku: item.sku,
        quantity: 1,
        unitPrice: price,
        saleFee: 649,
      },
    ],
    raw: { id: Number(remoteId), status: 'paid' },
  };
}

/** The lower bound: one statement that decrements the stock, without reservation, ledger or pushes. */
export async function takeBare(url: string, count: number, hands: number): Promise<HotRun> {
  const pool = new pg.Pool({ connectionString: url, max: hands });
  try {
    await pool.query(
      'create table if not exists bare_shelf (id bigint primary key, on_hand int not null, reserved int not null)',
    );
    await pool.query('insert into bare_shelf values (1, 1000000, 0) on conflict do nothing');
    return await race(Array.from({ length: count }), hands, async () => {
      await pool.query({
        name: 'take',
        text: 'update bare_shelf set reserved = reserved + 1 where id = 1 and on_hand - reserved >= 1',
      });
    });
  } finally {
    await pool.end();
  }
}

async function race<T>(work: readonly T[], hands: number, one: (item: T) => Promise<void>): Promise<HotRun> {
  const latencies: number[] = [];
  const waiting = work.entries();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (const [, item] of waiting) {
        const began = performance.now();
        await one(item);
        latencies.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return { perSecond: work.length / seconds, p99: percentile(latencies, 0.99) };
}
