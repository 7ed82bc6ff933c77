import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import { callerFor, control, legacySeller, startForTest } from './testing.ts';

let sandbox: Sandbox;
let legacy: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  legacy = await callerFor(sandbox, legacySeller);
});
afterAll(() => sandbox.close());

describe('categories', () => {
  it('categories are a tree with attributes and settings in its leaves', async () => {
    const roots = await legacy('GET', '/sites/MLB/categories');
    expect(roots.list.length).toBeGreaterThan(5);
    const { body } = await legacy('GET', '/categories/MLB269653');
    expect(body).toMatchObject({
      settings: { listing_allowed: true, max_title_length: 60 },
      path_from_root: [{}, {}, { id: 'MLB269653' }],
    });
    expect((await legacy('GET', '/categories/MLB1618')).body.settings).toMatchObject({
      listing_allowed: false,
    });
    const { list } = await legacy('GET', '/categories/MLB269653/attributes');
    const tags = Object.fromEntries(list.map((entry) => [entry.id, entry.tags]));
    expect(tags).toMatchObject({
      BRAND: { required: true },
      COLOR: { allow_variations: true },
      GTIN: { conditional_required: true },
    });
  });

  it('a category is predicted from a title', async () => {
    const { list } = await legacy(
      'GET',
      `/sites/MLB/domain_discovery/search?q=${encodeURIComponent('Caneca térmica de aço')}`,
    );
    expect(list.map((entry) => entry.category_id)).toEqual(
      expect.arrayContaining(['MLB269653', 'MLB269654']),
    );
    expect((await legacy('GET', '/sites/MLB/domain_discovery/search?q=caneca&limit=9')).status).toBe(400);
  });

  it('fees depend on the category: premium costs more, the fixed part applies only below R$ 79 and without the own label', async () => {
    const fees = async (query: string) =>
      (await legacy('GET', `/sites/MLB/listing_prices?category_id=MLB269653&${query}`)).list;
    const [classic] = await fees('price=49.9&listing_type_id=gold_special');
    const [premium] = await fees('price=49.9&listing_type_id=gold_pro');
    expect(classic).toMatchObject({
      sale_fee_amount: 12.24,
      sale_fee_details: { percentage_fee: 11.5, fixed_fee: 6.5 },
    });
    expect(premium?.sale_fee_amount).toBe(14.73);
    const [labelled] = await fees(
      'price=49.9&listing_type_id=gold_special&shipping_mode=me2&logistic_type=drop_off',
    );
    expect(labelled?.sale_fee_amount).toBe(5.74);
    const [dear] = await fees('price=100&listing_type_id=gold_special');
    expect(dear?.sale_fee_amount).toBe(11.5);
  });

  it('use a fee that was set for one until it is removed', async () => {
    const fee = async () => {
      const query = 'category_id=MLB269653&price=100&listing_type_id=gold_special';
      return (await legacy('GET', `/sites/MLB/listing_prices?${query}`)).list[0]?.sale_fee_amount;
    };
    const set = (categoryId: string, percent: number | null) =>
      control(sandbox, 'POST', '/fees', { categoryId, percent });
    await set('MLB269653', 20);
    expect(await fee()).toBe(20);
    await set('MLB269653', null);
    expect(await fee()).toBe(11.5);
    expect((await set('MLB0', 20)).status).toBe(404);
    expect((await set('MLB269653', 51)).status).toBe(404);
  });
});
