import { expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes, systemClock } from '#contract/dates.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { createNuvemshopMarketplace } from './marketplace.ts';

const bought = z.object({ order: z.object({ id: z.union([z.number(), z.string()]).transform(String) }) });

test('connected, published, sold, packed and sent at a store that was written apart from it', async () => {
  const sandbox = await startSandboxProcess();
  const { NUVEMSHOP_API, NUVEMSHOP_AUTH, NUVEMSHOP_CLIENT_ID, NUVEMSHOP_CLIENT_SECRET } = sandbox.variables;
  const { connect, listings, orders, parcels, inbox, ...marketplace } = createNuvemshopMarketplace({
    apiUrl: NUVEMSHOP_API ?? '',
    authUrl: NUVEMSHOP_AUTH ?? '',
    clientId: NUVEMSHOP_CLIENT_ID ?? '',
    clientSecret: NUVEMSHOP_CLIENT_SECRET ?? '',
    userAgent: 'Easy (contato@easy.example)',
    notifyUrl: 'https://easy.example/api/notifications/nuvemshop/1000',
    timeoutMs: 5000,
    clock: systemClock,
  });
  // The one that answers the most calls.
  const shop = z
    .array(z.looseObject({ id: z.number() }))
    .min(1)
    .parse(await sandbox.control('GET', '/nuvemshop/stores'))
    .at(-1);
  const page = connect.consentUrl({ state: 'a state', challenge: '' });
  const answer = await fetch(page.split('?')[0] ?? '', {
    method: 'POST',
    body: new URLSearchParams({ state: 'a state', store_id: String(shop?.id), decision: 'approve' }),
    redirect: 'manual',
  });
  const back = new URL(answer.headers.get('location') ?? 'http://nowhere.invalid');
  expect(back.searchParams.get('state')).toBe('a state');
  const pair = await connect.exchange(back.searchParams.get('code') ?? '', '', {});
  const spent: unknown = await connect
    .exchange(back.searchParams.get('code') ?? '', '', {})
    .catch((error: unknown) => error);
  expect(connect.endOfGrant(spent)).toBe('invalid_grant');
  const user = await connect.whoIs(pair);
  expect(user.id).toBe(pair.userId);
  const session = {
    ...{ remoteUserId: user.id, siteId: user.siteId, tags: [] },
    call: (path: string, options = {}) =>
      marketplace.call(path, { ...options, accessToken: pair.accessToken }),
    download: (path: string) => marketplace.download(path, { accessToken: pair.accessToken }),
  };
  await inbox.subscribe?.(session);
  // For an empty list, the first page is beyond the last.
  expect(await orders.search(session, systemClock.now())).toEqual({ seen: [], failures: [] });
  expect(await listings.findByMark(session, { mark: 'none', skus: ['NOWHERE'] })).toBeNull();
  expect(await marketplace.catalogue.roots(session)).toContainEqual({
    id: '0',
    name: '',
    leaf: true,
    path: [],
  });

  const content = {
    ...{ name: 'Caneca de ágata', categoryId: '0', type: 'classic' as const, description: 'Azul.' },
    ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '', attributes: [] },
    ...{ pictureIds: [], mark: 'easy-p77-standin' },
  };
  const variation = {
    ...{ id: null, sku: 'STAND-IN', gtin: '', kit: false, attributes: [], price: 5990, quantity: 5 },
    ...{ mark: '', package: null, pictureIds: null },
  };
  const made = await listings.create(session, content, [variation]);
  expect(made).toMatchObject({ price: 5990, quantity: 5, state: 'active', package: content.package });
  expect(await listings.findByMark(session, { mark: content.mark, skus: ['STAND-IN'] })).toMatchObject({
    id: made.id,
  });
  expect(await listings.pushStock(session, made, [{ id: null, value: 3 }], null)).toEqual([]);
  await listings.pushPrice(session, made.id, [{ id: null, value: 6490 }], null);
  expect(await listings.read(session, made.id)).toMatchObject({ price: 6490, quantity: 3 });

  const { order: sale } = bought.parse(
    await sandbox.control('POST', '/nuvemshop/purchases', {
      variantId: Number(made.variations[0]?.id),
      productId: Number(made.id),
      quantity: 1,
    }),
  );
  const read = await orders.read(session, sale.id, { acceptPartial: false });
  expect(read).toMatchObject({
    orders: [{ remoteId: sale.id, phase: 'paid', total: 6490, lines: [{ itemId: made.id }] }],
    shipment: { shipmentId: sale.id, step: null, shippedBySeller: true },
    missing: [],
  });
  const { seen } = await orders.search(session, addMinutes(systemClock.now(), -60));
  expect(seen.map(({ remoteId }) => remoteId)).toContain(sale.id);
  expect(
    await parcels.report?.(session, sale.id, { step: 'packed', trackingCode: '', trackingUrl: '' }),
  ).toBeNull();
  expect(
    await parcels.report?.(session, sale.id, { step: 'sent', trackingCode: 'BR123', trackingUrl: '' }),
  ).toBeNull();
  expect((await parcels.read(session, sale.id))?.parcel).toMatchObject({
    step: 'sent',
    trackingCode: 'BR123',
  });
  await listings.pushState(session, made, 'closed');
  expect(await listings.read(session, made.id)).toMatchObject({ state: 'closed' });
});
