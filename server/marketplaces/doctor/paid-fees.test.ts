import { expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { drain, marketApp } from '#server/marketplaces/test/factory.ts';
import { sweepOrders } from '#server/orders/sync/sweep.ts';
import { publishEverywhere } from '#server/orders/test/all-marketplaces-factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const seller = await app.join('sales');
await publishEverywhere(market, { supplier: await app.join('supply'), seller, units: 60 });
const { items: accounts } = await seller.call(api.marketplaceAccounts.list, {});
const shop = accounts.find(({ marketplace }) => marketplace.id === 'shopee')?.id ?? 0;

let ahead = 0;
async function buy(times: number) {
  const items = z
    .array(z.looseObject({ item_id: z.number() }))
    .parse(await sandbox.control('GET', '/shopee/items'));
  for (let n = 0; n < times; n++)
    await sandbox.control('POST', '/shopee/purchases', { itemId: items[0]?.item_id, quantity: 1 });
  await sandbox.control('POST', '/clock', { seconds: 60 });
  ahead += 1;
  app.clock.set(addMinutes(systemClock.now(), ahead).toISOString());
  await sweepOrders(jobOf(app));
  await drain(app);
}
async function rate(basisPoints: number, fixed: number) {
  const steps = [{ from: 0, basisPoints, fixed }];
  const body = { rates: { kind: 'typed' as const, steps, categories: [], freight: null } };
  await seller.call(api.marketplaceAccounts.updateRates, { params: { id: shop }, body });
  await drain(app);
}
const look = () => seller.call(api.accountDoctors.detail, { params: { id: shop } });
const kinds = async () => (await look()).findings.map(({ kind }) => kind);

test('rates that differ from the fees of five sales by more than a hundredth of what was sold are stale', async () => {
  await buy(4);
  expect((await look()).fees).toBeNull();
  await rate(0, 0);
  const few = await look();
  expect(few.fees).toMatchObject({ sales: 4, expected: 0 });
  expect(few.fees?.paid).toBeGreaterThan(0);
  expect(await kinds()).not.toContain('rates_stale');
  await buy(1);
  expect(await kinds()).toContain('rates_stale');
  const { fees } = await look();
  await rate(0, Math.round((fees?.paid ?? 0) / 5));
  expect((await look()).fees).toMatchObject({ sales: 5 });
  expect(await kinds()).not.toContain('rates_stale');
});

test('a sale at another price than that of its ad is not compared', async () => {
  await app.rows(
    seller.businessId,
    'update order_lines set unit_price_centavos = unit_price_centavos + 1 where remote_item_id is not null',
  );
  expect((await look()).fees).toBeNull();
});
