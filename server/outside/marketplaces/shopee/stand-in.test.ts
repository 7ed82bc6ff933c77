import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMinutes, dayOf, systemClock } from '#contract/dates.ts';
import type { ClaimAct } from '#contract/marketplaces/chat-states.ts';
import { describeAfterSale } from '../contract-suite/after-sale.ts';
import { describeCampaigns } from '../contract-suite/campaigns.ts';
import { describeConnect } from '../contract-suite/connect.ts';
import { describeExisting, type OwnAd, ownAd } from '../contract-suite/existing.ts';
import { describeFulfillment } from '../contract-suite/fulfillment.ts';
import { describeListings } from '../contract-suite/listings.ts';
import { describeLocations } from '../contract-suite/locations.ts';
import { describeModels } from '../contract-suite/models.ts';
import { describePayouts } from '../contract-suite/payouts.ts';
import { describeReputation } from '../contract-suite/reputation.ts';
import { describeSales } from '../contract-suite/sales.ts';
import { describeWholesale } from '../contract-suite/wholesale.ts';
import type { ClaimDecision } from '../conversations.ts';
import type { ListingContent, VariationContent } from '../listing.ts';
import type { MarketplaceErrorKind } from '../marketplace-error.ts';
import {
  aPicture,
  companyShop,
  connectShop,
  consentAt,
  lettersShop,
  mugs,
  sessionOf,
  startStandIn,
  thirdShop,
} from './test/stand-in.ts';

/** The contract suite on a shop that was written apart from the connector. */

const { sandbox, marketplace, notifyUrl, partnerKey, act, buy, documentOf, strike } = await startStandIn();
const { listings, connect } = marketplace;
const { session } = await connectShop(marketplace, companyShop);
const { session: outsider } = await connectShop(marketplace, lettersShop);

const content = async (name: string): Promise<ListingContent> => ({
  // A name has ten characters at least.
  ...{ name: `${name} de ágata`, categoryId: mugs, type: 'classic' },
  description: 'Caneca esmaltada, boa para café.',
  ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '' },
  attributes: [
    { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' },
    { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' },
  ],
  pictureIds: [await listings.uploadPicture(session, await aPicture(), null)],
  mark: `easy-p${name.replace(/\D/g, '')}-standin`,
});
const variation = (name: string, changes: Partial<VariationContent> = {}): VariationContent => ({
  ...{ id: null, sku: `SUITE-${name}`, gtin: '', kit: false, price: 5990, quantity: 5 },
  ...{ mark: `easy-v1-${name}`, package: null, pictureIds: null },
  attributes: name ? [{ id: 'Cor', name: 'Cor', valueId: null, valueName: name }] : [],
  ...changes,
});

const readAny = () => listings.readDescription(session, '1');
const readWith = (kind: string) => async () => {
  await strike(kind, { path: '/product/get_item_base_info' });
  return readAny();
};
const provocations: Record<MarketplaceErrorKind, () => Promise<unknown> | null> = {
  refused: readWith('refused'),
  not_found: readAny,
  forbidden: readWith('forbidden'),
  unauthorized: () => listings.list(sessionOf(marketplace, companyShop, 'another')),
  ended_grant: () => connect.renew('spent', 1, companyShop),
  retry: readWith('rate-limit'),
  // Nothing that is published names one.
  conflict: () => null,
  unavailable: readWith('error-server'),
};

describeConnect('Shopee, on its stand-in', {
  marketplace,
  // An account without other calls, because its codes and tokens are used up.
  async consent() {
    const said = await consentAt(marketplace, thirdShop);
    return [said.code ?? '', '', said];
  },
  renews: true,
});

describeListings('Shopee, on its stand-in', {
  marketplace,
  session,
  versioned: null,
  content: (_session, name) => content(name),
  variation,
  sell: async (itemId) => {
    await buy(itemId);
  },
  keepsNames: false,
  provoke: (kind) => provocations[kind](),
  linkOf: (id) => `https://shopee.com.br/Caneca-esmaltada-i.${companyShop}.${id}`,
  nothing: 'https://example.com/sobre-nos',
});

const makeOwn = async (ad: OwnAd) =>
  ownAd.parse(await act('/items', { shopId: Number(companyShop), ...ad })).id;

describeExisting('Shopee, on its stand-in', {
  marketplace,
  session,
  makeOwn,
  linkOf: (id) => `https://shopee.com.br/Caneca-i.${companyShop}.${id}`,
});

describeFulfillment('Shopee, on its stand-in', {
  ...{ marketplace, session, variation },
  content: (_session, name) => content(name),
  store: (itemId, modelId, shopeeStock) =>
    sandbox.control('PATCH', `/shopee/items/${itemId}`, {
      ...{ shopeeStock, stock: 0 },
      ...(modelId !== null && { modelId: Number(modelId) }),
    }),
  sell: (itemId) => buy(itemId),
});

const strikeDiscounts = (kind: string) => () => strike(kind, { path: '/discount/*' });

describeCampaigns('Shopee, on its stand-in', {
  marketplace,
  session,
  makeOwn,
  async open({ name, ads, joined }) {
    const items = joined === null ? [] : ads.map((itemId) => ({ itemId: Number(itemId), price: joined }));
    return ownAd.parse(await act('/discounts', { shopId: Number(companyShop), name, items })).id;
  },
  end: (id) => act(`/discounts/${id}/end`, {}),
  failures: {
    'a failure': strikeDiscounts('error-server'),
    'too many calls': strikeDiscounts('rate-limit'),
  },
  isNamed: true,
  invites: false,
});

describeWholesale('Shopee, on its stand-in', {
  ...{ marketplace, session, may: session, variation },
  content: (_session, name) => content(name),
});

describeModels('Shopee, on its stand-in', {
  ...{ marketplace, session, variation },
  content: (_session, name) => content(name),
  options: (color, size) => [
    { id: 'Cor', name: 'Cor', valueId: null, valueName: color },
    ...(size ? [{ id: 'Tamanho', name: 'Tamanho', valueId: null, valueName: size }] : []),
  ],
  async refuseStock({ listing, id }) {
    const body = { modelId: Number(id), reserved: 2 };
    await sandbox.control('PATCH', `/shopee/items/${listing.id}`, body);
    return 1;
  },
});

const sold = await listings.create(session, await content('Caneca 99'), [variation('', { quantity: 90 })]);
const signed = (raw: string, key = partnerKey, url = notifyUrl) =>
  createHmac('sha256', key).update(`${url}|${raw}`).digest('hex');

describeSales('Shopee, on its stand-in', {
  marketplace,
  session,
  outsider,
  async sell() {
    const { orderId, longAgo } = await buy(sold.id);
    return { orderId, parcelId: orderId, longAgo };
  },
  documentOf,
  notificationOf(orderId) {
    const raw = JSON.stringify({ data: { ordersn: orderId }, shop_id: Number(companyShop), code: 3 });
    const headers = { authorization: signed(raw) };
    return { delivery: { secret: '', bytes: Buffer.from(raw), headers }, body: JSON.parse(raw) };
  },
  forged: ({ bytes, ...rest }) => {
    const raw = bytes.toString();
    return [
      { bytes, ...rest, headers: {} },
      { bytes, ...rest, headers: { authorization: signed(raw, 'another key') } },
      { bytes, ...rest, headers: { authorization: signed(raw, partnerKey, 'https://another.example') } },
      { bytes: Buffer.from(`${raw} `), ...rest, headers: { authorization: signed(raw) } },
    ];
  },
  async sellUnheard() {
    await strike('notify-missed', { times: 10 });
    const { orderId } = await buy(sold.id);
    await sandbox.control('DELETE', '/shopee/faults');
    return { orderId };
  },
  async changeUnheard() {
    await strike('notify-missed', { times: 10 });
    await sandbox.control('PATCH', `/shopee/items/${sold.id}`, { reserved: 1 });
    await sandbox.control('PATCH', `/shopee/items/${sold.id}`, { reserved: 0 });
    await sandbox.control('DELETE', '/shopee/faults');
    return { listingId: sold.id };
  },
  unknownOrder: '260101UNKNOWN1',
});

const numbered = z.object({ return_sn: z.string() });
/** By the post office, which asks for no document: handed in, on its way, there. */
async function sellAndDeliver(): Promise<string> {
  const { orderId } = await buy(sold.id, { channelId: 90_016 });
  await marketplace.parcels.arrange?.(session, orderId);
  for (const _ of ['sent', 'there']) await act(`/orders/${orderId}/advance`);
  return orderId;
}

describeReputation('Shopee, on its stand-in', {
  ...{ marketplace, session },
  dispatch: (how) =>
    act('/health', {
      shop: Number(session.remoteUserId),
      ...{ rating: how === 'late' ? 1 : 4, metrics: { 1: how === 'late' ? 90 : 0 } },
    }),
});

describePayouts('Shopee, on its stand-in', {
  ...{ marketplace, session },
  async release(sales) {
    const orderIds: string[] = [];
    for (let n = 0; n < sales; n++) {
      const orderId = await sellAndDeliver();
      await act(`/orders/${orderId}/advance`);
      orderIds.push(orderId);
    }
    return { day: dayOf(systemClock.now()), orderIds, session };
  },
});

describeAfterSale('Shopee, on its stand-in', {
  marketplace,
  session,
  outsider,
  longAgo: addMinutes(systemClock.now(), -120),
  write: null,
  async complain(text) {
    const orderId = await sellAndDeliver();
    const made = await act('/returns', { orderSn: orderId, reason: 'PHYSICAL_DMG', text });
    return { claimId: numbered.parse(made).return_sn, orderId };
  },
  agree: (claimId) => act(`/returns/${claimId}/accept-offer`),
  async bringBack(claimId) {
    for (const what of ['ship', 'deliver']) await act(`/returns/${claimId}/${what}`);
  },
  async rate(rate, text) {
    await act('/comments', { orderSn: await sellAndDeliver(), rate, text });
    return sold.id;
  },
});

describe('attributes of Shopee, on its stand-in', () => {
  const shirts = '100226';
  const material = { id: '100134', name: 'Material', valueId: '1344', valueName: 'Algodão' };

  test('a value requires another attribute, and both are read back unchanged', async () => {
    const { attributes } = await marketplace.catalogue.settings(session, mugs);
    const warranty = attributes.find(({ name }) => name === 'Tipo de Garantia');
    const months = attributes.find(({ name }) => name === 'Duração da Garantia');
    const ours = warranty?.values.find(({ name }) => name === 'Garantia do vendedor');
    expect(months).toMatchObject({
      required: true,
      shownWith: { attribute: warranty?.id, value: ours?.id },
    });
    const said = [warranty, months].map((one) => {
      const value = one === warranty ? ours : one?.values[0];
      const [id, name] = [one?.id ?? '', one?.name ?? ''];
      return { id, name, valueId: value?.id ?? '', valueName: value?.name ?? '' };
    });
    const mug = await content('Caneca 91');
    const made = await listings.create(session, { ...mug, attributes: [...mug.attributes, ...said] }, [
      variation(''),
    ]);
    const valuesIn = (list: typeof said) => list.map(({ id, valueId }) => ({ id, valueId }));
    expect(made.attributes).toMatchObject(
      valuesIn([{ ...material, id: 'BRAND', valueId: expect.any(String) }, material, ...said]).map((one) =>
        one.id === material.id ? { ...one, valueId: '1341' } : one,
      ),
    );
  });

  test('several values of one attribute are all read back, also after a change', async () => {
    const { attributes } = await marketplace.catalogue.settings(session, shirts);
    const occasion = attributes.find(({ name }) => name === 'Ocasião');
    expect(occasion?.mostValues).toBe(3);
    const said = (occasion?.values ?? []).map(({ id, name }) => ({
      ...{ id: occasion?.id ?? '', name: 'Ocasião', valueId: id, valueName: name },
    }));
    const typed = { id: occasion?.id ?? '', name: 'Ocasião', valueId: null, valueName: 'Praia' };
    const shirt = { ...(await content('Camiseta 92')), categoryId: shirts };
    const made = await listings.create(session, { ...shirt, attributes: [material, ...said] }, [
      variation(''),
    ]);
    const occasionsOf = (list: typeof made.attributes) =>
      list.filter(({ id }) => id === occasion?.id).map(({ valueId }) => valueId);
    expect(occasionsOf(made.attributes)).toEqual(said.map(({ valueId }) => valueId));
    const changed = { ...shirt, attributes: [material, ...said.slice(1), typed] };
    await listings.pushContent(session, made, 'attributes', changed, [variation('')]);
    const now = await listings.read(session, made.id);
    expect(occasionsOf(now?.attributes ?? [])).toEqual([said[1]?.valueId, null]);
    expect(now?.attributes.at(-1)).toMatchObject({ valueName: 'Praia' });
  });
});

const photo = await aPicture();

test('a street without its separate fields', async () => {
  const { orderId } = await buy(sold.id);
  const sale = await marketplace.orders.read(session, orderId, { acceptPartial: false });
  expect(sale?.shipment?.receiver).toMatchObject({ street: 'Rua Chile, 10, Ap 301', city: 'Salvador' });
});

describe('returns of Shopee, on its stand-in', () => {
  const claims = marketplace.conversations.claims ?? expect.fail('no claims');
  const complain = async (shown: object = {}) => {
    const made = await act('/returns', { orderSn: await sellAndDeliver(), text: 'Veio lascada', ...shown });
    return numbered.parse(made).return_sn;
  };
  const read = (id: string) => claims.read(session, id);
  const decide = (id: string, doing: ClaimAct, more: Partial<ClaimDecision> = {}) =>
    claims.act(session, id, {
      ...{ act: doing, choice: null, amount: null, text: '', details: {} },
      ...{ email: 'ana@loja.example', files: [], ...more },
    });

  test('a return at Shopee offers a part of the money between two sums, and accepts the buyer’s own proposal', async () => {
    const id = await complain();
    const claim = await read(id);
    expect(claim).toMatchObject({ reason: 'PHYSICAL_DMG', turn: 'us', dueAt: expect.any(Date) });
    const part = claim?.actions.find(({ act: doing }) => doing === 'refund_part');
    expect(part?.amount).toEqual({ from: 1, to: 5990 });
    expect(await decide(id, 'refund_part', { amount: 6000 })).toEqual(expect.stringMatching(/./));
    expect(await decide(id, 'refund_part', { amount: 3000 })).toBeNull();
    expect(await read(id)).toMatchObject({ isOpen: true, turn: 'buyer', dueAt: null });
    await act(`/returns/${id}/counter-offer`);
    const answered = await read(id);
    expect(answered).toMatchObject({ turn: 'us' });
    expect(answered?.actions[0]).toMatchObject({ act: 'accept_offer', choices: [{ amount: 3000 }] });
    expect(await decide(id, 'accept_offer')).toBeNull();
    expect((await read(id))?.return).toMatchObject({ step: 'agreed' });
  });

  test.each([
    ['accept_cancellation', 'cancelled', 'canceled'],
    ['refuse_cancellation', 'ready_to_ship', 'paid'],
  ] as const)('a buyer who asks to cancel gets an answer: %s', async (doing, outcome, phase) => {
    const { orderId } = await buy(sold.id);
    const id = `cancel-${orderId}`;
    await act(`/orders/${orderId}/ask-cancel`, { reason: 'Comprei errado' });
    const open = [];
    for await (const seen of claims.search(session, { open: true })) open.push(...seen);
    expect(open.map(({ remoteId }) => remoteId)).toContain(id);
    expect(await read(id)).toMatchObject({
      ...{ kind: 'cancellation', about: { what: 'order', id: orderId }, isOpen: true, turn: 'us' },
      actions: [{ act: 'accept_cancellation' }, { act: 'refuse_cancellation' }],
      messages: [{ by: 'buyer', text: 'Comprei errado' }],
    });
    expect(await decide(id, 'refund')).toBe('not available');
    expect(await decide(id, doing)).toBeNull();
    expect(await read(id)).toMatchObject({ isOpen: false, outcome, actions: [] });
    expect(await decide(id, doing)).toEqual(expect.stringMatching(/./));
    const sale = await marketplace.orders.read(session, orderId, { acceptPartial: false });
    expect(sale?.orders.map((one) => one.phase)).toEqual([phase]);
  });

  test('a return contested with photos and a reason is decided by the marketplace, and proof is sent separately', async () => {
    const id = await complain();
    const dispute = (await read(id))?.actions.find(({ act: doing }) => doing === 'open_dispute');
    const [reason] = dispute?.choices ?? [];
    expect(reason).toMatchObject({ needsPhoto: true });
    expect(await decide(id, 'send_proof', { text: 'Saiu inteira', files: [photo] })).toBeNull();
    expect((await read(id))?.actions.map(({ act: doing }) => doing)).not.toContain('send_proof');
    const choice = reason?.id ?? '';
    expect(await decide(id, 'open_dispute', { choice })).toEqual(expect.stringMatching(/evidence/));
    expect(await decide(id, 'open_dispute', { choice, files: [photo], text: 'Não procede' })).toBeNull();
    expect(await read(id)).toMatchObject({ mediated: true, turn: 'marketplace', actions: [] });
    await act(`/returns/${id}/for-seller`);
    expect(await read(id)).toMatchObject({ isOpen: false, outcome: 'closed' });
  });

  test("the buyer's pictures are with the message, or alone, and can be opened", async () => {
    const file = { file: 'quebrada.jpg', content: photo.bytes.toString('base64') };
    for (const text of ['Veio quebrada', '']) {
      const id = await complain({ text, ...file });
      const messages = (await read(id))?.messages;
      expect(messages).toMatchObject([{ by: 'buyer', text, files: [{ contentType: 'image/jpeg' }] }]);
      const remoteId = messages?.[0]?.files[0]?.remoteId ?? '';
      expect((await claims.openFile?.(session, id, remoteId))?.bytes.equals(photo.bytes)).toBe(true);
      expect(await claims.openFile?.(session, id, `${remoteId}-gone`)).toBeNull();
    }
  });

  test('searches changed returns window by window, and a push names the return', async () => {
    const id = await complain();
    const seen: string[] = [];
    const longAgo = addMinutes(systemClock.now(), -60 * 24 * 40);
    for await (const page of claims.search(session, { changedSince: longAgo }))
      seen.push(...page.map(({ remoteId }) => remoteId));
    expect(seen.filter((one) => one === id)).toHaveLength(1);
    const reported = marketplace.inbox.read({
      code: 29,
      shop_id: Number(companyShop),
      data: { return_sn: id },
    });
    expect(marketplace.inbox.concernOf(reported)).toEqual({ what: 'claim', id });
  });
});

describeLocations('Shopee, on its stand-in', {
  ...{ marketplace, session: outsider, variation },
  content: (_session, name) => content(name),
  async open() {
    for (const name of ['Galpão da Mooca', 'Loja']) await act(`/shops/${lettersShop}/warehouses`, { name });
    return outsider;
  },
});
