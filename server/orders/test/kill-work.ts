import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import type { Person } from '#server/test/app.ts';
import type { Line } from '#server/test/kill.ts';
import {
  type Acknowledged,
  launchVolume,
  marketplace,
  registerVolume,
  type Stage,
  sellByHand,
  setStage,
  startUnits,
} from './kill-flows.ts';

const registrars = 6;

/** People and a marketplace work on one line; the invariants hold afterwards in any case. */
export async function makeWork(line: Line) {
  const acknowledged: Acknowledged = { packed: [], volumes: [], bought: [], registered: [] };
  const stage = await setStage(line);
  const market = marketplace(line, await publishedItem(stage));

  /** All of them act in a loop while the fault lasts. */
  async function during(fault: () => Promise<void>): Promise<void> {
    let over = false;
    const repeat = async (act: (round: number) => Promise<void>) => {
      for (let round = 0; !over; round++) await act(round);
    };
    const suffering = fault().finally(() => {
      over = true;
    });
    await Promise.all([
      suffering,
      repeat((round) => sellByHand(stage, acknowledged, round)),
      repeat((round) => sellByHand(stage, acknowledged, round + 1)),
      repeat((round) => launchVolume(stage, acknowledged, round)),
      ...Array.from({ length: registrars }, () => repeat(() => registerVolume(stage, acknowledged))),
      repeat(async (round) => {
        await market.buy(acknowledged, round);
        await market.deliver();
      }),
    ]);
  }

  async function mustHold(): Promise<void> {
    await market.deliver();
    await rest();
    // PostgreSQL loses its change statistics with each crash: nothing would be analyzed, and the queries over all rows
    // below would have plans for empty tables.
    await line.asOwner('analyze');
    const { supplier, seller } = stage;
    for (const { name, sql: detector } of shelfInvariants)
      expect(await rows(supplier, detector), name).toEqual([]);
    for (const { name, sql: detector } of settlementInvariants)
      for (const side of [supplier, seller]) expect(await rows(side, detector), name).toEqual([]);
    await expectVolumes();
    await expectPacked();
    await expectBought();
    await expectPushed();
  }

  /**
   * Runs everything that is due, held or to be retried: dead workers keep nothing. This includes rescheduled jobs,
   * whose tries are not counted because another of their group was running or the circuit was open.
   */
  async function rest(): Promise<void> {
    const end = performance.now() + 180_000;
    for (;;) {
      const left = await line.asOwner(
        `select task, attempts, state, parked, last_error from queued_jobs
          where attempts > 0 or run_at <= now() + interval '2 minutes'`,
      );
      if (left.length === 0) return;
      if (performance.now() > end) expect([left.length, ...left.slice(0, 20)]).toEqual([0]);
      await delay(100);
    }
  }

  const rows = (person: Person, statement: string) =>
    line.app.database.transact(
      person,
      async (tx) => (await sql.raw<Record<string, unknown>>(statement).execute(tx.db)).rows,
    );

  async function expectVolumes(): Promise<void> {
    const found = await rows(
      stage.supplier,
      `select v.id, v.name, l.quantity from volumes v join volume_lines l on l.volume_id = v.id
        where v.name like 'Caixa %' and v.state = 'active' order by v.id`,
    );
    expect(found).toEqual([...acknowledged.volumes].sort((a, b) => a.id - b.id));
    const registered = await rows(
      stage.supplier,
      "select id, name from volumes where name like 'Registro %' order by id",
    );
    expect(registered).toEqual([...acknowledged.registered].sort((a, b) => a.id - b.id));
    const launched = acknowledged.volumes.reduce((sum, { quantity }) => sum + quantity, 1);
    expect(await stockOf(stage.arriving.stockId)).toMatchObject({ on_hand: launched });
  }

  async function expectPacked(): Promise<void> {
    const found = await rows(
      stage.supplier,
      `select o.id as order, p.quantity,
          (select count(*) from dropinvoice_items i where i.part_id = p.id and i.kind = 'sale') as packings,
          (select count(*) from dropinvoice_items i where i.part_id = p.id and i.kind = 'reversal') as taken_back,
          (select count(*) from order_scans s where s.part_id = p.id) as scans
        from orders o join order_parts p on p.order_id = o.id
        where o.account_id is null and o.packed_at is not null order by o.id`,
    );
    const expected = [...acknowledged.packed].sort((a, b) => a.order - b.order);
    expect(found).toEqual(
      expected.map((sale) => ({
        ...sale,
        taken_back: sale.packings - 1,
        scans: sale.quantity * sale.packings,
      })),
    );
    const [made] = await rows(stage.seller, 'select count(*) as sales from orders where account_id is null');
    expect(made).toEqual({ sales: acknowledged.packed.length });
    const units = acknowledged.packed.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(await stockOf(stage.byHand.stockId)).toEqual({
      on_hand: startUnits - units,
      packed: units,
      reserved: 0,
      sellable: startUnits - units,
    });
  }

  /** Notifications in the inbox are kept; each of their sales is applied once and reserved exactly. */
  async function expectBought(): Promise<void> {
    const kept = await line.app.database.pool.query<{ resource: string }>(
      `select distinct resource from notifications where topic = 'orders_v2'`,
    );
    const resources = new Set(kept.rows.map(({ resource }) => resource));
    expect(acknowledged.bought.filter(({ remoteId }) => !resources.has(`/orders/${remoteId}`))).toEqual([]);
    const found = await rows(
      stage.seller,
      `select o.remote_order_id as remote_id, p.quantity, o.reserve from orders o
        join order_parts p on p.order_id = o.id where o.account_id is not null order by o.remote_order_id::bigint`,
    );
    const wanted = acknowledged.bought.map(({ remoteId, quantity }) => ({
      remote_id: String(remoteId),
      quantity,
      reserve: 'firm',
    }));
    expect(found).toEqual(wanted.sort((a, b) => Number(a.remote_id) - Number(b.remote_id)));
  }

  /** INV-06: the quantity that the marketplace acknowledged last, and shows, is the stock. */
  async function expectPushed(): Promise<void> {
    const units = acknowledged.bought.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(await stockOf(stage.atMarket.stockId)).toMatchObject({ sellable: startUnits - units });
    const [pushed] = await rows(
      stage.seller,
      `select synced_quantity from publication_variations where publication_id = ${stage.publicationId}`,
    );
    expect(pushed).toEqual({ synced_quantity: startUnits - units });
    expect(await market.shown()).toBe(startUnits - units);
  }

  async function stockOf(stockId: number): Promise<Record<string, unknown> | undefined> {
    const [row] = await rows(
      stage.supplier,
      `select on_hand, packed, reserved, sellable from stock where id = ${stockId}`,
    );
    return row;
  }

  const summary = () =>
    `${acknowledged.packed.length} packed, ${acknowledged.bought.length} bought, ${acknowledged.volumes.length} volumes so far`;

  return { acknowledged, stage, market, during, mustHold, summary };
}

async function publishedItem(stage: Stage): Promise<string> {
  for (;;) {
    const { remoteItem } = await stage.seller.call(api.publications.detail, {
      params: { id: stage.publicationId },
    });
    if (remoteItem) return remoteItem;
    await delay(100);
  }
}
