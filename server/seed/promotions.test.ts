import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { openPromotions } from './promotions.ts';

test('an account of the demo has a campaign that runs, one that invites and one that has not begun', async () => {
  const { app, sandbox } = await marketApp();
  app.clock.set(systemClock.now().toISOString());
  const seller = await app.join('sales');
  await connectSeller(seller);
  const sellerId = remoteSellers.legacy;
  for (let nth = 1; nth <= 9; nth++)
    await sandbox.control('POST', '/items', {
      sellerId,
      title: `Prato ${nth}`,
      price: 90 + nth,
      quantity: 5,
    });
  const place = { port: 0, smtpPort: 0, url: sandbox.url };
  await openPromotions(app, { ...app.env, sandbox: place }, seller);
  await drain(app);
  const { items } = await seller.call(api.campaigns.list, { query: { sort: 'name' } });
  expect(items.map(({ name, state, joined, invited }) => [name, state, joined, invited])).toEqual([
    ['Cupons da Casa', 'running', 0, 6],
    ['Festival de Verão', 'coming', 0, 6],
    ['Semana do Cliente', 'running', 2, 5],
  ]);
});
