import { describe, expect, test } from 'vitest';
import { circuitOpenErrorOf } from '../../circuit.ts';
import { RemoteFailure } from '../../http.ts';
import { describeExisting } from '../contract-suite/existing.ts';
import { describeListings } from '../contract-suite/listings.ts';
import type { MarketplaceErrorKind } from '../marketplace-error.ts';
import { parseLink } from './links.ts';
import { signatureOf } from './signature.ts';
import { type Answer, shopId, token } from './test/shop-server.ts';
import { startStage } from './test/stage.ts';

const { shop, marketplace, session, sessionOf, answerOnce, readItemAs } = await startStage();
const { listings, catalogue, connect } = marketplace;

const refusal = (error: string, message = '', status = 200): Answer => ({
  status,
  body: { request_id: 'b937', error, message },
});

const provocations: Record<MarketplaceErrorKind, () => Promise<unknown>> = {
  refused: () => readItemAs(refusal('product.error_param', 'item_name is too long')),
  not_found: () => listings.readDescription(session, '1'),
  forbidden: () => listings.list(sessionOf(token, '9002')),
  unauthorized: () => listings.list(sessionOf('another')),
  ended_grant: () => connect.renew('spent', 1, shopId),
  retry: () => readItemAs(refusal('error_rate_limit', 'Too many requests.')),
  conflict: () => readItemAs({ status: 409, body: { error: 'error_conflict', message: '' } }),
  unavailable: () => readItemAs(refusal('error_server', 'Something wrong.')),
};

const content = {
  ...{ categoryId: '101', type: 'classic' as const, description: 'Caneca de ágata.' },
  ...{ package: { weight: 0.42, width: 12, height: 11, depth: 9 }, video: '', pictureIds: ['image-a'] },
  attributes: [{ id: '200134', name: 'Material', valueId: '7', valueName: 'Ágata' }],
};
const variation = {
  ...{ id: null, sku: 'CAN', gtin: '', kit: false, attributes: [], price: 1990, quantity: 3, mark: '' },
  package: null,
  pictureIds: null,
};
const coloured = (name: string, more = {}) => ({
  ...{ ...variation, sku: `CAN-${name}` },
  attributes: [{ id: 'Cor', name: 'Cor', valueId: null, valueName: name }],
  ...more,
});

describeListings('Shopee', {
  marketplace,
  session,
  versioned: null,
  content: async (_session, name) => ({ ...content, name, mark: `easy-p${name.replace(/\D/g, '')}-suite` }),
  variation: (name, changes) => ({
    ...{ ...variation, sku: `SUITE-${name}`, price: 5990, quantity: 5, mark: `easy-v1-${name}` },
    attributes: name ? [{ id: 'Cor', name: 'Cor', valueId: null, valueName: name }] : [],
    ...changes,
  }),
  sell: async () => undefined,
  keepsNames: false,
  provoke: (kind) => provocations[kind](),
  linkOf: (id) => `https://shopee.com.br/Caneca-de-%C3%A1gata-i.${shopId}.${id}`,
  nothing: 'https://example.com/sobre-nos',
});

describeExisting('Shopee', {
  marketplace,
  session,
  makeOwn: async (ad) => shop.makeOwn(ad),
  linkOf: (id) => `https://shopee.com.br/Caneca-i.${shopId}.${id}`,
});

describe('signatures', () => {
  const at = 1_767_225_600;

  // Over the exact texts of the public documentation.
  test.each([
    [['/api/v2/auth/token/get', at], '563c5ac49c80dfc6a514e98cbd2a47a0dda4ae657f966cd126d108f34ba213d9'],
    [
      ['/api/v2/returns/get_return_list', at, 'acc-token-1', '55667788'],
      '276f0d5e8ff6d69fe690647195eafb3ba117bed2331e6f5dc593e3617f7bd631',
    ],
  ])('%j', (parts, sum) => {
    expect(signatureOf('shpk-test-key-0001', '1000123', ...parts)).toBe(sum);
  });
});

describe('a shop is connected', () => {
  test('the state is in the redirect; the code becomes the tokens of the shop that was named', async () => {
    const page = new URL(connect.consentUrl({ state: 's 1', challenge: '' }));
    expect(page.pathname).toBe('/api/v2/shop/auth_partner');
    const redirect = new URL(page.searchParams.get('redirect') ?? '');
    expect(redirect.searchParams.get('state')).toBe('s 1');
    expect(page.searchParams.get('sign')).toMatch(/^[0-9a-f]{64}$/);
    expect(page.searchParams.has('access_token')).toBe(false);
    const pair = await connect.exchange('good', '', { shop_id: shopId });
    expect(pair).toMatchObject({ accessToken: token, expiresInSeconds: 14_400, userId: shopId });
    expect(shop.asked.at(-1)?.body).toEqual({ code: 'good', shop_id: Number(shopId), partner_id: 1_000_123 });
    expect(await connect.whoIs(pair)).toMatchObject({ id: shopId, nickname: 'Loja da Ana', tags: ['cnpj'] });
    const renewed = await connect.renew('good', 1, shopId);
    expect(renewed.refreshToken).not.toBe(pair.refreshToken);
  });

  test('a main account with one shop is that shop; with several it is asked to connect them one by one', async () => {
    const pair = { access_token: token, refresh_token: 'r', expire_in: 14_400 };
    const reported = (shops: number[]) =>
      answerOnce(/token\/get$/, { status: 200, body: { ...pair, shop_id_list: shops } });
    reported([7]);
    expect(await connect.exchange('good', '', { main_account_id: '1' })).toMatchObject({ userId: '7' });
    reported([7, 8]);
    await expect(connect.exchange('good', '', { main_account_id: '1' })).rejects.toMatchObject({
      kind: 'refused',
      code: 'several_shops',
    });
  });

  test.each([
    ['a spent code', () => connect.exchange('spent', '', { shop_id: shopId }), 'invalid_grant'],
    ['a spent refresh token', () => connect.renew('spent', 1, shopId), 'invalid_grant'],
    ['a shop that left', () => readItemAs(refusal('shop_no_linked', 'no linked')), 'revoked'],
    ['a wrong clock', () => readItemAs(refusal('error_param', 'Timestamp is expired.')), null],
    ['a wrong sign', () => readItemAs(refusal('error_sign', 'Wrong sign.')), null],
  ])('%s', async (_name, ask, reason) => {
    const error: unknown = await ask().catch((caught: unknown) => caught);
    expect(connect.endOfGrant(error)).toBe(reason);
  });
});

describe('categories', () => {
  test('a leaf with its attributes, units, brands and limits', async () => {
    const settings = await catalogue.settings(session, '101');
    expect(settings).toMatchObject({ leaf: true, maxTitleLength: 100, maxVariations: 50, minimumPrice: 100 });
    expect(settings).toMatchObject({ minTitleLength: 10, minDescriptionLength: 20 });
    expect(settings.path.map(({ name }) => name)).toEqual(['Casa', 'Canecas']);
    const of = (id: string) => settings.attributes.find((one) => one.id === id);
    expect(of('Cor')).toMatchObject({ variation: true });
    expect(of('200134')).toMatchObject({ required: true, valueType: 'string', values: [{ id: '7' }] });
    expect(of('200135')).toMatchObject({ valueType: 'number_unit', units: ['ml', 'l'] });
    expect(of('BRAND')).toMatchObject({
      ...{ valueType: 'list', onlyListed: true, noneValue: '0' },
      values: [
        { id: '0', name: 'Sem marca' },
        { id: '31', name: 'Simula' },
      ],
    });
  });
});

describe('items', () => {
  const bodyOf = (path: string) => shop.asked.findLast((call) => call.path.endsWith(path))?.body;

  test('a brand that the category does not have is refused at its own field', async () => {
    const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Serena' };
    await expect(
      listings.create(session, { ...content, name: 'Caneca', mark: 'easy-p9-a', attributes: [brand] }, [
        variation,
      ]),
    ).rejects.toMatchObject({
      causes: [{ field: 'attributes', attributes: ['BRAND'], code: 'brand_unknown' }],
    });
  });

  test('the choice of no brand is sent as such', async () => {
    const brand = { id: 'BRAND', name: 'Marca', valueId: '0', valueName: 'Sem marca' };
    await listings.create(session, { ...content, name: 'Caneca', mark: 'easy-p8-a', attributes: [brand] }, [
      variation,
    ]);
    expect(bodyOf('add_item')).toMatchObject({ brand: { brand_id: 0, original_brand_name: 'NoBrand' } });
  });

  test('attributes with their unit apart, the brand of the category, a way to send that takes it', async () => {
    const capacity = { id: '200135', name: 'Capacidade', valueId: null, valueName: '350 ml' };
    const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'SIMULA' };
    await listings.create(
      session,
      { ...content, name: 'Caneca', mark: 'easy-p1-a', attributes: [capacity, brand] },
      [variation],
    );
    expect(bodyOf('add_item')).toMatchObject({
      attribute_list: [
        { attribute_id: 200135, attribute_value_list: [{ original_value_name: '350', value_unit: 'ml' }] },
      ],
      brand: { brand_id: 31, original_brand_name: 'Simula' },
      logistic_info: [{ logistic_id: 90001, enabled: true }],
      ...{ item_sku: 'CAN easy-p1-a', gtin_code: '00', original_price: 19.9 },
    });
    const heavy = {
      ...content,
      name: 'X',
      mark: 'm',
      package: { weight: 31, width: 1, height: 1, depth: 1 },
    };
    await expect(listings.create(session, heavy, [variation])).rejects.toMatchObject({
      kind: 'refused',
      causes: [{ field: 'dimensions' }],
    });
  });

  test('an item is off sale until it has its models, and an item that never got them is not continued', async () => {
    const wanted = { ...content, name: 'Caneca', mark: 'easy-p2-a' };
    answerOnce(/init_tier_variation$/, { status: 502, body: '<html>' });
    await expect(listings.create(session, wanted, [coloured('Azul')])).rejects.toThrow();
    expect(bodyOf('add_item')).toMatchObject({ item_status: 'UNLIST' });
    expect(await listings.findByMark(session, { mark: wanted.mark, skus: ['CAN-Azul'] })).toBeNull();
    const made = await listings.create(session, wanted, [coloured('Azul'), coloured('Verde')]);
    expect(made).toMatchObject({ state: 'active', quantity: 6, variations: [{ sku: 'CAN-Azul' }, {}] });
    expect((await listings.findByMark(session, { mark: wanted.mark, skus: [] }))?.id).toBe(made.id);
    const three = coloured('Azul', {
      attributes: ['A', 'B', 'C'].map((name) => ({ id: name, name, valueId: null, valueName: name })),
    });
    await expect(listings.create(session, wanted, [three])).rejects.toMatchObject({
      causes: [{ field: 'variations' }],
    });
  });

  test('two tiers: a new option comes last, and no model is left out', async () => {
    const sized = (colour: string, size: string) =>
      coloured(colour, {
        sku: `CAN-${colour}-${size}`,
        attributes: [
          { id: 'Cor', name: 'Cor', valueId: null, valueName: colour },
          { id: 'Tamanho', name: 'Tamanho', valueId: null, valueName: size },
        ],
      });
    const wanted = { ...content, name: 'Caneca', mark: 'easy-p3-a' };
    const made = await listings.create(session, wanted, [sized('Azul', 'P'), sized('Verde', 'G')]);
    const grown = await listings.grow(session, made, wanted, sized('Preto', 'P'));
    expect(grown.listing.variations.map(({ name }) => name)).toEqual(['Azul / P', 'Verde / G', 'Preto / P']);
    expect(bodyOf('update_tier_variation')?.model_list).toHaveLength(2);
    expect(grown.listing.variations[0]?.id).toBe(made.variations[0]?.id);
  });

  test('a stock update accepts some quantities and refuses others, behind a successful or failed answer', async () => {
    const made = await listings.create(session, { ...content, name: 'Caneca', mark: 'easy-p4-a' }, [
      coloured('Azul'),
    ]);
    const [blue] = made.variations;
    const units = [
      { id: blue?.id ?? '', value: 9 },
      { id: '404', value: 9 },
    ];
    const refused = await listings.pushStock(session, made, units, made);
    expect(refused).toMatchObject([
      { id: '404', causes: [{ field: 'quantity', message: 'model is not found' }] },
    ]);
    expect((await listings.read(session, made.id)).quantity).toBe(9);
    const all = { failure_list: [{ model_id: 404, failed_reason: 'reserved stock' }] };
    answerOnce(/update_stock$/, {
      status: 200,
      body: { error: 'product.error_busi_update_stock_failed', message: 'see failure_list', response: all },
    });
    expect(await listings.pushStock(session, made, units.slice(1), made)).toHaveLength(1);
    answerOnce(/update_price$/, refusal('product.error_cannot_update_price_in_promotion', 'in promotion'));
    await expect(listings.pushPrice(session, made.id, units.slice(0, 1), made)).rejects.toMatchObject({
      kind: 'refused',
      causes: [{ field: 'price' }],
    });
  });

  test.each([
    ['https://shopee.com.br/Caneca-i.7.9100001?sp_atk=1', { shopId: '7', itemId: '9100001' }],
    ['shopee.com.br/product/7/9100001', { shopId: '7', itemId: '9100001' }],
    [' 9100001 ', { shopId: null, itemId: '9100001' }],
    ['https://shopee.com.br.example.com/product/7/9100001', null],
    ['https://shopee.com.br/search?keyword=caneca', null],
  ])('%s', (text, expected) => {
    expect(parseLink(text, 'localhost:1')).toEqual(expected);
  });
});

describe('faults', () => {
  test.each([
    ['Retry-After', { status: 429, body: '{}', headers: { 'retry-after': '7' } }, 7000, 7000],
    ['of a 503', { status: 503, body: '{}', headers: { 'retry-after': '7200' } }, 7_200_000, 7_200_000],
    ['a week', { status: 429, body: '{}', headers: { 'retry-after': '604800' } }, 86_400_000, 86_400_000],
    ['the end of the day’s calls', refusal('error_limit', 'daily limit'), 1, 86_400_000],
  ])('%s says how long to wait', async (_name, answer: Answer, least, most) => {
    const error: unknown = await readItemAs(answer).catch((caught: unknown) => caught);
    const wait = circuitOpenErrorOf(error)?.waitMs ?? 0;
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  });

  test.each([
    ['an HTML page', { status: 200, body: '<html>' }],
    ['a page with a 404', { status: 404, body: '<html>' }],
    ['half an answer', { status: 200, body: '{"response":' }],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://example.com' } }],
    ['another shape', { status: 200, body: { error: '', response: { item_list: [{ item_id: [] }] } } }],
    [
      'another item',
      { status: 200, body: { response: { item_list: [{ item_id: 2, item_status: 'NORMAL' }] } } },
    ],
  ])('%s is a failure of the outside', async (_name, answer: Answer) => {
    await expect(readItemAs(answer)).rejects.toThrow(RemoteFailure);
  });

  test.each([
    ['common.error_auth', 'Invalid access_token.', 'unauthorized'],
    ['invalid_acceess_token', '', 'unauthorized'],
    ['error_auth', 'System error, please try again later.', 'unavailable'],
    ['source_ip_undeclared', '', 'unavailable'],
    [' logistics.error_not_found', '', 'not_found'],
    ['of_tomorrow', '', 'refused'],
  ])('%s %s is %s', async (code, message, kind) => {
    await expect(readDescriptionAs(refusal(code, message))).rejects.toMatchObject({ kind });
  });

  const readDescriptionAs = (answer: Answer) => {
    answerOnce(/get_channel_list$/, answer);
    return listings.create(session, { ...content, name: 'X', mark: 'm', attributes: [] }, [variation]);
  };
});
