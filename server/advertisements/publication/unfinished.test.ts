import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish, shopeeContent } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, drainLater, marketApp } from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000' });
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const items = z.array(z.object({ item_status: z.string() }));
const option = (color: string) => ({ id: 'Cor', name: 'Cor', valueId: null, valueName: color });

test('an ad whose creation was interrupted after its variations is on sale after the next attempt, once', async () => {
  const account = await connectSeller(seller, 55_667_788, 'shopee');
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 9), 2000);
  const variations = ['Preto', 'Branco'].map((color) => ({
    ...{ ...colored(color, offer), attributes: [option(color)] },
  }));
  const path = '/product/init_tier_variation';
  await sandbox.control('POST', '/shopee/faults', { kind: 'error-500', path, times: 1, applied: true });
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer, {
    ...shopeeContent,
    variations,
  });
  await drain(app);
  const detail = () => seller.call(api.publications.detail, { params: { id: made.id } });
  expect((await detail()).state).toBe('publishing');
  await drainLater(app);
  expect(await detail()).toMatchObject({ state: 'active', desiredState: 'active' });
  const found = items.parse(await sandbox.control('GET', '/shopee/items'));
  expect(found.map((one) => one.item_status)).toEqual(['NORMAL']);
});
