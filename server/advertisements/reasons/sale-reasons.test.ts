import { afterEach, describe, expect, test } from 'vitest';
import type { SaleReasonKind } from '#contract/advertisements/sale-reason.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { disconnectAccount } from '#server/marketplaces/account-tokens.queries.ts';
import {
  connectSeller,
  drain,
  marketApp,
  misbehave,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller);

afterEach(() => sandbox.control('DELETE', '/faults'));

/** A publication on sale with a stock of four. */
async function onSale() {
  const shelf = await makeShelf(app, supplier, 4);
  const offer = await makeOffer(supplier, shelf);
  const advertisement = await makeAdvertisement(seller, [offer]);
  const { id } = await publish(seller, advertisement, account.id, offer);
  await drain(app);
  const { remoteItem } = await detail(id);
  return { id, advertisement: advertisement.id, shelf, offer, remoteItem: remoteItem ?? '' };
}

const detail = (id: number) => seller.call(api.publications.detail, { params: { id } });
const kindsOf = async (id: number) => (await detail(id)).reasons.map(({ kind }) => kind);
const found = async (reason: SaleReasonKind) =>
  (await seller.call(api.advertisements.list, { query: { query: `reason:${reason}` } })).items.map(
    (row) => row.id,
  );
const listed = async (id: number) =>
  (await seller.call(api.advertisements.list, { query: { size: '100' } })).items
    .find((row) => row.id === id)
    ?.publications.flatMap(({ reasons }) => reasons.map(({ kind }) => kind));

/** The marketplace moderates the item, and the publication is read again. */
async function moderated(made: { id: number; remoteItem: string }, moderation: Record<string, unknown>) {
  await sandbox.control('PATCH', `/items/${made.remoteItem}`, { moderation });
  await seller.call(api.publications.sync, { params: { id: made.id } });
  await drain(app);
  return (await detail(made.id)).reasons;
}

describe('our own reasons', () => {
  test('a publication on sale has none, and no filter finds it', async () => {
    const made = await onSale();
    expect(await kindsOf(made.id)).toEqual([]);
    expect(await found('out_of_stock')).not.toContain(made.advertisement);
  });

  test('stock of zero is out of stock, once, in list, filter and detail; new stock ends it', async () => {
    const made = await onSale();
    await supplier.call(api.dropshipItems.update, { params: { id: made.offer.id }, body: { active: false } });
    await drain(app);
    expect(await kindsOf(made.id)).toEqual(['out_of_stock']);
    expect(await listed(made.advertisement)).toEqual(['out_of_stock']);
    expect(await found('out_of_stock')).toContain(made.advertisement);
    await supplier.call(api.dropshipItems.update, { params: { id: made.offer.id }, body: { active: true } });
    await makeVolume(supplier, made.shelf, [{ variationId: made.shelf.variationId, quantity: 1 }]);
    await drain(app);
    await seller.call(api.publications.sync, { params: { id: made.id } });
    await drain(app);
    expect(await kindsOf(made.id)).toEqual([]);
  });

  test('a pause of ours is a pause by the seller, once, in the words of the marketplace', async () => {
    const made = await onSale();
    await seller.call(api.publications.pause, { params: { id: made.id } });
    await drain(app);
    expect((await detail(made.id)).reasons).toMatchObject([
      { kind: 'seller_paused', code: 'paused_by_seller' },
    ]);
  });

  test('a rejected update names the cause of the marketplace', async () => {
    const made = await onSale();
    await misbehave(sandbox, { kind: 'refused-400', method: 'PUT', path: '/items/*' });
    const { version } = await detail(made.id);
    await seller.call(api.publications.update, {
      params: { id: made.id },
      body: { name: 'Caneca Esmaltada Azul 350 ml' },
      version,
    });
    await drain(app);
    const [reason] = (await detail(made.id)).reasons;
    expect(reason).toMatchObject({ kind: 'rejected', code: expect.stringMatching(/./) });
    expect(await found('rejected')).toContain(made.advertisement);
  });

  test('all variations switched off and a margin below its floor are told apart from missing stock', async () => {
    const made = await onSale();
    const { id } = made;
    await seller.call(api.publications.updateFloor, {
      params: { id },
      body: { floor: { basisPoints: 8000, action: 'hold' } },
    });
    await drain(app);
    expect(await kindsOf(id)).toEqual(['margin_held']);
    expect(await found('out_of_stock')).not.toContain(made.advertisement);
    await seller.call(api.publications.updateFloor, { params: { id }, body: { floor: null } });
    await drain(app);
    const { version, variations } = await detail(id);
    const update = Object.fromEntries(variations.map((one) => [one.id, { active: false }]));
    await seller.call(api.publications.update, { params: { id }, body: { variations: { update } }, version });
    await drain(app);
    expect(await kindsOf(id)).toEqual(['inactive']);
  });
});

describe('reasons of the marketplace', () => {
  test('a correction has the explanation and advice of the newest infraction', async () => {
    const made = await onSale();
    const ask = { status: 'under_review', subStatus: ['waiting_for_patch'] };
    await moderated(made, { ...ask, reason: 'Antigo', remedy: 'Antigo' });
    await sandbox.control('POST', '/clock', { seconds: 60 });
    expect(
      await moderated(made, {
        ...ask,
        reason: 'A foto tem texto promocional.',
        remedy: 'Troque a primeira foto.',
      }),
    ).toEqual([
      {
        ...{ kind: 'correction_needed', code: 'waiting_for_patch', due: null },
        ...{ message: 'A foto tem texto promocional.', remedy: 'Troque a primeira foto.' },
      },
    ]);
    expect(await found('correction_needed')).toContain(made.advertisement);
    await sandbox.control('PATCH', `/items/${made.remoteItem}`, { moderation: null });
    await seller.call(api.publications.sync, { params: { id: made.id } });
    await drain(app);
    expect(await kindsOf(made.id)).toEqual([]);
  });

  test('a code that is not documented is kept in its own words', async () => {
    const made = await onSale();
    expect(await moderated(made, { status: 'paused', subStatus: ['lunar_eclipse'] })).toMatchObject([
      { kind: 'other', code: 'lunar_eclipse' },
    ]);
    const { bytes } = await seller.download(api.advertisements.export, {
      query: { format: 'csv', query: 'reason:other', columns: 'product,reasons' },
    });
    expect(new TextDecoder().decode(bytes)).toContain(`${account.name}: lunar_eclipse`);
  });

  test('without the log of infractions the reason is known by its code', async () => {
    const made = await onSale();
    await misbehave(sandbox, { kind: 'error-500', method: 'GET', path: '/moderations/*' });
    expect(
      await moderated(made, { status: 'under_review', subStatus: ['forbidden'], reason: 'Proibido' }),
    ).toMatchObject([{ kind: 'forbidden', code: 'forbidden', message: '' }]);
  });

  test('an item on sale that loses exposure is less visible', async () => {
    const made = await onSale();
    expect(
      await moderated(made, { status: 'active', tags: ['moderation_penalty'], reason: 'Foto escura' }),
    ).toMatchObject([{ kind: 'less_visible', code: 'moderation_penalty', message: 'Foto escura' }]);
  });
});

test('a disconnected account is the most pressing reason', async () => {
  const other = await app.join('sales');
  const { id: lost } = await connectSeller(other, remoteSellers.userProduct);
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 4));
  const { id } = await publish(other, await makeAdvertisement(other, [offer]), lost, offer);
  await drain(app);
  await app.database.transact({ businessId: other.businessId }, (tx) =>
    disconnectAccount(tx, lost, 'revoked'),
  );
  const { reasons } = await other.call(api.publications.detail, { params: { id } });
  expect(reasons[0]?.kind).toBe('account_disconnected');
});
