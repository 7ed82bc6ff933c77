import { expect, test } from 'vitest';
import {
  canceledIn,
  expectedPayouts,
  type HomeFigure,
  type HomeList,
  homeListOf,
  soldIn,
} from '#contract/business/home-lists.ts';
import type { HomeSales } from '#contract/business/home-sales.ts';
import { dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { sumMoney } from '#contract/money.ts';
import type { OrderListRow } from '#contract/orders/order.ts';
import { orderStatuses } from '#contract/orders/order-states.ts';
import { supplyRequestStates } from '#contract/supply/supply-request-states.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { companies, emailOf } from './people.ts';
import { type DemoSignIn, seedDemo } from './seed.ts';

test('the demo is made once, whole and sound, in every state', { timeout: 300_000 }, async () => {
  const app = await testApp();
  const signIns = await seedDemo(app, app.env);
  expect(signIns).toHaveLength(16);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);

  const floor = await app.rows(
    1,
    `select (select count(*)::int from stations) as stations,
    (select count(*)::int from parcel_returns) as returns, (select count(*)::int from orders where return_expected) as expected,
    (select count(*)::int from orders where put_back) as "putBacks", (select count(*)::int from manifests) as manifests,
    (select count(*)::int from volumes where state = 'in_transit') as transfers,
    (select count(*)::int from volumes where state = 'blocked') as blocked,
    (select count(*)::int from volume_events where kind = 'written-off') as losses,
    (select count(distinct state)::int from picking_lists) as lists,
    (select count(*)::int from imports where state = 'applied' and fates ? 'new') as imported,
    (select count(*)::int from overdue_cases) as overdue,
    (select count(*)::int from imports where state = 'checked' and fates ? 'wrong') as "wrongSheets"`,
  );
  for (const [list, rows] of Object.entries(floor[0] ?? {})) expect(rows, list).toBeGreaterThan(0);

  const known = new Set(
    Object.entries(api).flatMap(([entity, acts]) => Object.keys(acts).map((act) => `${entity}.${act}`)),
  );
  const seen = new Set<unknown>();
  const invoices = new Set<unknown>();
  const refused: number[] = [];
  const requests = new Set<unknown>();
  for (const company of companies) {
    const { token = '' } = await app.anonymous.call(api.auth.signIn, {
      body: { email: emailOf(company, 'owner'), password: signIns[0]?.password ?? '', carriedBy: 'header' },
    });
    const owner = app.withToken(token);
    const { id } = await owner.call(api.business.detail, {});
    for (const { status } of await app.rows(id, 'select distinct status from orders')) seen.add(status);
    for (const { state } of await app.rows(id, 'select distinct state from supply_requests'))
      requests.add(state);
    for (const { state } of await app.rows(id, 'select distinct state from dropinvoices'))
      invoices.add(state);
    const { items: trail } = await owner.call(api.audit.list, { query: { query: 'act:create' } });
    expect(
      trail.filter(({ person, record }) => person && record).length,
      `audit of ${company.name}`,
    ).toBeGreaterThan(10);
    const names = await app.rows(id, 'select distinct endpoint from audit_entries');
    expect(names.filter(({ endpoint }) => !known.has(String(endpoint)))).toEqual([]);
    for (const row of await app.rows(
      id,
      `select id from orders where business_id = ${id} and refused_at is not null`,
    ))
      refused.push((await owner.call(api.substitutes.list, { params: { id: Number(row.id) } })).items.length);
    const { days } = await owner.call(api.dashboard.detail, {});
    const busy = days.filter((row) => (row.sales ?? 0) + (row.packed ?? 0) > 0);
    expect(busy.length, company.name).toBeGreaterThan(20);
  }
  expect([...seen].sort()).toEqual([...orderStatuses].sort());
  expect(refused, 'a refused sale, and who could have it').toEqual([1]);
  expect([...invoices].sort()).toEqual(['complete', 'pending', 'waiting_approval']);
  expect([...requests].sort()).toEqual([...supplyRequestStates].sort());
  const reversed = `select number, day::text, product_quantity as products, total_centavos::int as total
    from dropinvoices where total_centavos < 0 or (product_quantity < 1 and total_centavos > 0)`;
  expect(JSON.stringify(await app.rows(1, reversed)), 'a day that credits more than it packed').toBe('[]');
  const products = await app.rows(1, 'select count(*)::int as total from products');
  expect(products[0]?.total).toBeGreaterThan(70);

  expect(await differingFigures(app, signIns)).toEqual([]);
  expect(await seedDemo(app, app.env)).toEqual(signIns);
  await app.database.transact({ userId: 1, businessId: 1 }, (tx) =>
    tx.db.updateTable('users').set({ activated_at: null }).where('id', '=', 1).execute(),
  );
  await expect(seedDemo(app, app.env)).rejects.toThrow('half made');
});

test('the seed does not change a database in use', async () => {
  const app = await testApp();
  await app.join('sales');
  expect(await seedDemo(app, app.env)).toEqual([]);
});

/** Figures of the home that are not the total of the list they lead to, for every person of the demo. */
async function differingFigures(app: TestApp, people: readonly DemoSignIn[]): Promise<string[]> {
  const differing: string[] = [];
  let compared = 0;
  for (const { email, password } of people) {
    const body = { email, password, carriedBy: 'header' } as const;
    const { token = '' } = await app.anonymous.call(api.auth.signIn, { body });
    const person = app.withToken(token);
    const { business } = await person.call(api.auth.session);
    const { counts, todo } = await person.call(api.dashboard.detail, {});
    const sums = await person.call(api.homeSales.detail, {}).catch(() => null);
    if (sums) await expectSums(person, sums);
    const figures = [
      ...Object.entries(counts).map(([figure, count]) => ({ figure, count, warehouse: null })),
      ...todo.map(({ kind, ...more }) => ({ figure: kind, ...more })),
    ];
    for (const { figure, count, warehouse } of figures) {
      if (figure === 'bankMissing') continue;
      if (figure === 'putBacks') {
        const { lines } = await person.call(api.returns.putBacks, {});
        if (lines.length !== count) differing.push(`${email} ${figure}: ${count}, its list ${lines.length}`);
        continue;
      }
      const target = homeListOf(figure as HomeFigure, business?.type ?? 'sales', warehouse?.id);
      const query = [target.always, target.query].filter(Boolean).join(' ') || undefined;
      const total = await person
        .call(api[target.list].list, { query: { query } })
        .then((page) => page.total, String);
      compared += 1;
      if (total !== count) differing.push(`${email} ${figure}: ${count}, its list ${total} (${query})`);
    }
  }
  expect(compared).toBeGreaterThan(100);
  return differing;
}

async function expectSums(
  person: Person,
  { at, today, month, expected, accounts }: HomeSales,
): Promise<void> {
  const day = dayOf(at);
  const unpaid = await sumsOf(person, expectedPayouts);
  expect(expected).toMatchObject({ sales: unpaid.sales, payout: unpaid.payout });
  for (const { from, now } of [today, month]) {
    expect(now).toMatchObject(await sumsOf(person, soldIn(from, day)));
    const canceled = await person.call(api.orders.list, { query: { query: canceledIn(from, day).query } });
    expect(now.canceled).toBe(canceled.total);
  }
  expect(sumMoney(accounts.map(({ now }) => now.profit))).toBe(month.now.profit);
}

/** Sums of the sales that a list of the home has, page by page. */
async function sumsOf(person: Person, { query }: HomeList) {
  const rows: OrderListRow[] = [];
  for (let page = 1; ; page++) {
    const found = await person.call(api.orders.list, { query: { query, page: String(page), size: '100' } });
    rows.push(...found.items);
    if (found.items.length < 100) break;
  }
  const sum = (of: (money: NonNullable<OrderListRow['money']>) => number) =>
    sumMoney(rows.map(({ money }) => (money ? of(money) : Number.NaN)));
  return {
    sales: rows.length,
    value: sum(({ total }) => total),
    payout: sum(({ payout }) => payout),
    profit: sum(({ margin }) => margin),
    atMost: rows.some(({ money }) => money?.atMost),
  };
}
