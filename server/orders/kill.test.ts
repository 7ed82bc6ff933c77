import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import type { Person } from '#server/test/app.ts';
import { killDatabase, randomFrom, startLine } from '#server/test/kill.ts';
import { launchVolume, marketplace, sellByHand, setStage, startUnits, type Told } from './kill-flows.ts';

/** In the tests' names, so that the moments of a run that fails can be had again. */
const seed = randomInt(2 ** 32);
const serverKills = 50;
const databaseKills = 10;
const random = randomFrom(seed);
const told: Told = { packed: [], volumes: [], bought: [] };

const line = await startLine();
const stage = await setStage(line);
const market = marketplace(line, await publishedItem());

async function publishedItem(): Promise<string> {
  for (;;) {
    const { remoteItem } = await stage.seller.call(api.publications.detail, {
      params: { id: stage.publicationId },
    });
    if (remoteItem) return remoteItem;
    await delay(100);
  }
}

/** Everybody works, act after act, until what is killed has been killed often enough. */
async function workDuring(kills: () => Promise<void>): Promise<void> {
  let over = false;
  const repeat = async (act: (round: number) => Promise<void>) => {
    for (let round = 0; !over; round++) await act(round);
  };
  const killing = kills().finally(() => {
    over = true;
  });
  await Promise.all([
    killing,
    repeat((round) => sellByHand(stage, told, round)),
    repeat((round) => sellByHand(stage, told, round + 1)),
    repeat((round) => launchVolume(stage, told, round)),
    repeat(async (round) => {
      await market.buy(told, round);
      await market.deliver();
    }),
  ]);
}

test(`the server killed ${serverKills} times: nothing acknowledged is lost, nothing is applied twice (seed ${seed})`, async () => {
  const before = line.lost();
  await workDuring(async () => {
    for (let n = 0; n < serverKills; n++) {
      await delay(50 + random() * 350);
      await line.server.kill();
      await line.server.start();
    }
  });
  expect(line.lost() - before).toBeGreaterThan(serverKills);
  await expectEverything();
}, 900_000);

test(`PostgreSQL killed ${databaseKills} times: the server comes back by itself, all of it still holds (seed ${seed})`, async () => {
  const before = line.lost();
  await workDuring(async () => {
    for (let n = 0; n < databaseKills; n++) {
      await delay(200 + random() * 800);
      await killDatabase(line.database);
    }
  });
  expect(line.lost() - before).toBeGreaterThan(databaseKills);
  await expectEverything();
}, 900_000);

async function expectEverything(): Promise<void> {
  await market.deliver();
  const { supplier, seller } = stage;
  for (const { name, sql: detector } of shelfInvariants)
    expect(await rows(supplier, detector), name).toEqual([]);
  for (const { name, sql: detector } of settlementInvariants)
    for (const side of [supplier, seller]) expect(await rows(side, detector), name).toEqual([]);
  await expectVolumes();
  await expectPacked();
  await expectBought();
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
  expect(found).toEqual([...told.volumes].sort((a, b) => a.id - b.id));
  const launched = told.volumes.reduce((sum, { quantity }) => sum + quantity, 1);
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
  const expected = [...told.packed].sort((a, b) => a.order - b.order);
  expect(found).toEqual(
    expected.map((sale) => ({
      ...sale,
      taken_back: sale.packings - 1,
      scans: sale.quantity * sale.packings,
    })),
  );
  const [made] = await rows(stage.seller, 'select count(*) as sales from orders where account_id is null');
  expect(made).toEqual({ sales: told.packed.length });
  const units = told.packed.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(await stockOf(stage.byHand.stockId)).toEqual({
    on_hand: startUnits - units,
    packed: units,
    reserved: 0,
    sellable: startUnits - units,
  });
}

/** What the inbox took is kept; what the queue has got round to by now is applied once, and reserved to the unit. */
async function expectBought(): Promise<void> {
  const kept = await line.app.database.pool.query<{ resource: string }>(
    `select distinct resource from notifications where topic = 'orders_v2'`,
  );
  const resources = new Set(kept.rows.map(({ resource }) => resource));
  expect(told.bought.filter(({ remoteId }) => !resources.has(`/orders/${remoteId}`))).toEqual([]);
  const found = await rows(
    stage.seller,
    `select o.remote_order_id as remote_id, p.quantity, o.reserve from orders o
      join order_parts p on p.order_id = o.id where o.account_id is not null`,
  );
  const wanted = told.bought.map(({ remoteId, quantity }) => ({
    remote_id: String(remoteId),
    quantity,
    reserve: 'firm',
  }));
  expect(wanted).toEqual(expect.arrayContaining(found));
  expect(new Set(found.map(({ remote_id }) => remote_id)).size).toBe(found.length);
}

async function stockOf(stockId: number): Promise<Record<string, unknown> | undefined> {
  const [row] = await rows(
    stage.supplier,
    `select on_hand, packed, reserved, sellable from stock where id = ${stockId}`,
  );
  return row;
}
