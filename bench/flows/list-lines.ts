import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import { median, residentMiB } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, type Running, startMachine } from './machine.ts';

const exported = 100_000;
const changed = 5000;
const rounds = 3;

type Call = (method: 'GET' | 'PATCH', path: string, body?: object) => Promise<Response>;

/** Lists exported whole and changed whole, through one web process whose memory is measured. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const businessId = await makeBusiness(machine.app, 'supply');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    await fill(machine, businessId, quick ? exported / 10 : exported);
    const web = await machine.start('--web');
    const call: Call = async (method, path, body) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const answer = await fetch(`${web.url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Refused(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
      return answer;
    };
    // Memory loaded by the first call of each kind does not count for the export.
    await (await call('GET', '/products?size=20')).text();
    const lines = [await takeOut(web, call, quick ? exported / 10 : exported)];
    for (const [name, path, change] of [
      ['products: brand', '/products', { brand: 'Outra' }],
      ['offers: price', '/dropship-items', { price: 4321 }],
      ['suppliers: lead time', '/suppliers', { leadDays: 9 }],
    ] as const)
      lines.push(await changeAll(call, name, path, change));
    await machine.mustHold();
    return lines;
  } finally {
    await machine.stop();
  }
};

/** Products with a variation each, and as many offers and suppliers as one request may change. */
async function fill(machine: Machine, businessId: number, products: number): Promise<void> {
  await machine.ask(
    `insert into products (business_id, name, brand, created_at, updated_at)
    select $1, 'Produto de exemplo ' || n, case when n <= $3 then 'Aurora' else 'Boreal' end, now(), now()
    from generate_series(1, $2::int) n`,
    [businessId, products, changed],
  );
  await machine.ask(
    `insert into product_variations (business_id, product_id, name, sku)
    select business_id, id, 'Azul', 'LISTA-' || id from products where business_id = $1`,
    [businessId],
  );
  const [warehouse] = await machine.ask<{ id: number }>(
    `insert into warehouses (business_id, name, created_at) values ($1, 'Galpao', now()) returning id`,
    [businessId],
  );
  await machine.ask(
    `insert into stock (business_id, variation_id, warehouse_id)
    select business_id, id, $2 from product_variations where business_id = $1 order by id limit $3`,
    [businessId, warehouse?.id, changed],
  );
  await machine.ask('analyze');
  await machine.ask(
    `insert into dropship_items (business_id, product_id, variation_id, warehouse_id, stock_id, quantity_cap,
      price_centavos, active, created_at, updated_at)
    select s.business_id, v.product_id, v.id, s.warehouse_id, s.id, 50, 1234, true, now(), now()
    from stock s join product_variations v on v.id = s.variation_id where s.business_id = $1`,
    [businessId],
  );
  await machine.ask(
    `insert into suppliers (business_id, name, created_at)
    select $1, 'Fornecedor ' || n, now() from generate_series(1, $2::int) n`,
    [businessId, changed],
  );
  await machine.ask('analyze');
}

async function takeOut(web: Running, call: Call, rows: number): Promise<Row> {
  const before = residentMiB(web.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMiB(web.pid));
  }, 20);
  const begun = performance.now();
  const answer = await call('GET', '/products/export?format=csv&columns=name,sku,brand,available,updated');
  let lines = 0;
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  clearInterval(watching);
  if (lines !== rows + 1) throw new Refused(`export: ${lines - 1} of ${rows} rows`);
  const seconds = (performance.now() - begun) / 1000;
  return {
    line: `${rows} rows exported as CSV: memory grown`,
    value: peak - before,
    goal: 100,
    better: 'lower',
    unit: 'MiB',
    note: `${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB; web ${Math.round(before)} MiB, at most ${Math.round(peak)} MiB`,
  };
}

async function changeAll(call: Call, name: string, path: string, change: object): Promise<Row> {
  const times: number[] = [];
  // As many of the products as one request may change.
  const query = path === '/products' ? 'brand:Aurora,Outra' : '';
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const answer = await call('PATCH', path, { query, change });
    const { done } = (await answer.json()) as { done: number[] };
    if (done.length !== changed) throw new Refused(`${name}: ${done.length} of ${changed} changed`);
    times.push((performance.now() - begun) / 1000);
  }
  return {
    line: `${changed} rows changed at once, ${name}`,
    value: median(times),
    goal: 5,
    better: 'lower',
    unit: 's',
    note: 'one transaction',
  };
}
