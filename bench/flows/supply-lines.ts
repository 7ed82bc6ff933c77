import { sql } from 'kysely';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { median } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';

type Sender = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Record<string, unknown>>;
type Goods = { warehouseId: number; positionId: number; supplierId: number; variations: number[] };

const receipt = { lines: 10, perLine: 50 };
/** Volumes that are put away by one scan of their position. */
const carried = 10;

/**
 * A supply request of 1,000 lines, and 500 volumes counted, registered, labelled and put away, measured at the server.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const businessId = await makeBusiness(machine.app, 'supply');
    const { token, userId } = await makeStaff(machine.app, businessId, ['owner']);
    const goods = await makeGoods(machine, businessId, userId);
    const web = await machine.start('--web');
    const connection = await openConnection(web.url);
    let key = 0;
    const send: Sender = async (method, path, body) => {
      const sent = { method, path: `/api${path}`, token, key: `bench-supply-${++key}`, body };
      const answer = await connection.send(serialize(web.url, sent));
      if (answer.status >= 300)
        throw new Refused(`${path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
      return answer.body.length === 0 ? {} : (JSON.parse(answer.body.toString()) as Record<string, unknown>);
    };
    const written: number[] = [];
    const approved: number[] = [];
    for (let n = 0; n < (quick ? 2 : 5); n++) {
      const { took, id } = await write(send, goods, goods.variations);
      written.push(took);
      approved.push(await timed(() => send('POST', `/supply-requests/${id}/approve`, {})));
    }
    const received = await receive(send, goods, quick ? 5 : receipt.perLine);
    const secondsOf = (ms: number) => (ms * receipt.perLine) / received.perLine / 1000;
    connection.close();
    await machine.mustHold();
    return [
      {
        line: 'supply request of 1,000 lines written',
        value: median(written),
        goal: 1000,
        better: 'lower',
        unit: 'ms',
        note: `approved, its goods expected and its prices kept, in ${Math.round(median(approved))} ms`,
      },
      {
        line: '500 volumes registered, tagged and launched, server time in all',
        value: secondsOf(received.times.reduce((sum, ms) => sum + ms, 0)),
        goal: 5,
        better: 'lower',
        unit: 's',
        note: `${received.volumes} of them, one connection: registered, tagged each by a call, put away ${carried} by one: ${received.times.map((ms) => secondsOf(ms).toFixed(1)).join(', ')} s`,
      },
    ];
  } finally {
    await machine.stop();
  }
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function write(
  send: Sender,
  { warehouseId, supplierId }: Goods,
  variations: readonly number[],
  each = 1,
) {
  const create = variations.map((variationId, n) => ({
    variationId,
    quantity: each,
    quantityPerVolume: 1,
    priceCentavos: 100 + n,
  }));
  let id = 0;
  const took = await timed(async () => {
    const made = await send('POST', '/supply-requests', { supplierId, warehouseId, lines: { create } });
    id = Number(made.id);
  });
  return { took, id };
}

type Received = { lines: { id: number }[]; volumes: { id: number; code: string }[] };

async function receive(send: Sender, goods: Goods, perLine: number) {
  const { id } = await write(send, goods, goods.variations.slice(0, receipt.lines), perLine);
  const step = (from: string) => send('POST', `/supply-requests/${id}/advance`, { from });
  await send('POST', `/supply-requests/${id}/approve`, {});
  const { lines } = (await step('in_transport')) as Received;
  for (const line of lines)
    await send('POST', `/supply-requests/${id}/count`, { lineId: line.id, total: perLine });
  await step('check_volumes');
  const volumes: { id: number; code: string }[] = [];
  const registered = await timed(async () => {
    for (const line of lines)
      await send('POST', `/supply-requests/${id}/volumes`, { lineId: line.id, copies: perLine, units: 1 });
    volumes.push(...((await step('register_volumes')) as Received).volumes);
  });
  const tagged = await timed(async () => {
    for (const volume of volumes) await send('POST', `/volumes/${volume.id}/tag`, { code: volume.code });
    await step('tag_volumes');
  });
  const launched = await timed(async () => {
    for (let first = 0; first < volumes.length; first += carried) {
      const ids = volumes.slice(first, first + carried).map((volume) => volume.id);
      await send('POST', '/volumes/launch', { ids, positionId: goods.positionId });
    }
    await step('stock_up');
  });
  return { times: [registered, tagged, launched], perLine, volumes: volumes.length };
}

async function makeGoods({ app }: Machine, businessId: number, userId: number): Promise<Goods> {
  return app.database.transact({ businessId, userId }, async (tx) => {
    const { rows } = await sql<{ warehouse: number; position: number; supplier: number }>`
      with place as (insert into warehouses (business_id, name, created_at) values (app_business(), 'Galpão', ${tx.now()})
          returning id),
        position as (insert into inventory_locations (business_id, warehouse_id, prefix, index, code, walk)
          select app_business(), id, 'A', 1, 'A-01', 1 from place returning id),
        vendor as (insert into suppliers (business_id, name, created_at) values (app_business(), 'Olaria', ${tx.now()})
          returning id)
      select place.id as warehouse, position.id as position, vendor.id as supplier from place, position, vendor`.execute(
      tx.db,
    );
    const made = await sql<{ id: number }>`
      with product as (insert into products (business_id, name, created_at, updated_at)
        select app_business(), 'Caneca ' || n, ${tx.now()}, ${tx.now()} from generate_series(1, 1000) n returning id)
      insert into product_variations (business_id, product_id, name, sku, cost_centavos)
      select app_business(), id, '', 'CAN-' || id, 1500 from product returning id`.execute(tx.db);
    const [one] = rows;
    return {
      warehouseId: one?.warehouse ?? 0,
      positionId: one?.position ?? 0,
      supplierId: one?.supplier ?? 0,
      variations: made.rows.map((row) => row.id),
    };
  });
}
