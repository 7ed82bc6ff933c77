import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import {
  callerAt,
  colours,
  companyShop,
  lettersShop,
  mug,
  offer,
  publicCall,
  responseOf,
  startShopee,
  uploadImage,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let imageId: string;
beforeAll(async () => {
  sandbox = await startShopee();
  call = await callerAt(sandbox, companyShop);
  imageId = await uploadImage(sandbox);
});
afterAll(() => sandbox.close());

const add = async (changes: Fields) => (await call('POST', '/product/add_item', mug(imageId, changes))).body;
const base = async (id: unknown, caller = call) => {
  const reply = await caller('GET', '/product/get_item_base_info', { item_id_list: id });
  return fieldsOf(listOf(responseOf(reply).item_list)[0]);
};
const models = async (id: unknown) =>
  listOf(responseOf(await call('GET', '/product/get_model_list', { item_id: id })).model).map(fieldsOf);

describe('categories', () => {
  it('categories are a flat list, in English by default, with a tree of attributes, brands and limits', async () => {
    const english = responseOf(await call('GET', '/product/get_category'));
    expect(english.category_list).toContainEqual({
      category_id: 101_202,
      parent_category_id: 100_717,
      original_category_name: 'Cups, Mugs & Glasses',
      display_category_name: 'Cups, Mugs & Glasses',
      has_children: false,
    });
    const local = responseOf(await call('GET', '/product/get_category', { language: 'pt-br' }));
    expect(listOf(local.category_list).map((entry) => fieldsOf(entry).display_category_name)).toContain(
      'Copos e Canecas',
    );
    const tree = responseOf(await call('GET', '/product/get_attribute_tree', { category_id_list: 101_202 }));
    expect(listOf(tree.list)[0]).toMatchObject({
      category_id: 101_202,
      attribute_tree: [
        { attribute_id: 100_134, mandatory: true, attribute_info: { input_type: 2 } },
        {},
        {},
        {},
      ],
    });
    const brand = { category_id: 101_202, offset: 0, page_size: 2, status: 1 };
    expect(responseOf(await call('GET', '/product/get_brand_list', brand))).toMatchObject({
      is_mandatory: true,
      has_next_page: true,
      next_offset: 2,
    });
    const limit = responseOf(await call('GET', '/product/get_item_limit', { category_id: 101_310 }));
    expect(limit.gtin_limit).toMatchObject({ gtin_validation_rule: 'Mandatory' });
  });
});

describe('images', () => {
  it('images are accepted one by one, each with its own error', async () => {
    const form = new FormData();
    form.append('image', new Blob(['no picture']), 'a.png');
    form.append('image', new Blob(['no picture']), 'b.png');
    const reply = responseOf(await publicCall(sandbox, '/media_space/upload_image', form));
    expect(reply.image_info_list).toMatchObject([{ error: 'error_param' }, { error: 'error_param' }]);
    const url = `${sandbox.url}/shopee-file/${imageId}`;
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
  });
});

describe('items', () => {
  it.each<[string, Fields]>([
    ['error_invalid_category', { category_id: 100_636 }],
    ['error_item_name_is_too_short', { item_name: 'Caneca' }],
    ['error_desc_length_min_limit', { description: 'Boa.' }],
    ['error_less_required_attribute', { attribute_list: [] }],
    ['error_less_required_brand', { brand: undefined }],
    ['error_param', { dimension: undefined }],
    ['error_param', { image: { image_id_list: ['nothing'] } }],
    ['error_invalid_logistic_info', { logistic_info: [{ logistic_id: 90_022, enabled: true }] }],
    ['error_invalid_logistic_info', { logistic_info: [{ logistic_id: 90_021, enabled: true }] }],
    ['error_invalid_logistic_info', { weight: 31 }],
    ['error_param_validate', { gtin_code: '7891000315508' }],
    ['error_param', { tax_info: { ncm: '69120000' } }],
    ['error_price_exceed_min_limitt', { original_price: 0.5 }],
    ['error_param', { seller_stock: undefined, normal_stock: 6 }],
  ])('is refused with %s', async (error, changes) => {
    expect((await add(changes)).error).toBe(error);
  });

  it('a banned item has its violations, and a demoted one is on sale', async () => {
    const { item_id: id } = await offer(sandbox, call, {});
    const violations = [{ type: 'Spam', reason: 'Título', suggestion: 'Mude', due: '2026-12-01T00:00:00Z' }];
    const change = (body: Fields) => control(sandbox, 'PATCH', `/shopee/items/${id}`, body);
    const found = async () => {
      const reply = await call('GET', '/product/get_item_violation_info', { item_id_list: id });
      return fieldsOf(listOf(responseOf(reply).item_list)[0]);
    };
    await change({ status: 'BANNED', violations });
    const detail = { violation_type: 'Spam', violation_reason: 'Título', suggestion: 'Mude' };
    expect(await found()).toMatchObject({
      ...{ item_status: 'BANNED', deboost: false, deboost_details: [] },
      item_status_details: [{ ...detail, fix_deadline_time: 1_796_083_200 }],
    });
    await change({ status: 'NORMAL', deboost: true, violations: [{ type: 'Inappropriate Image' }] });
    expect(await base(id)).toMatchObject({ item_status: 'NORMAL', deboost: true });
    expect(await found()).toMatchObject({
      item_status_details: [],
      deboost_details: [{ violation_type: 'Inappropriate Image', fix_deadline_time: '' }],
    });
  });

  it('an item is added, read, partly changed, listed by every requested status, unlisted and deleted', async () => {
    const { item_id: id } = await offer(sandbox, call, { gtin_code: '7891000315507' });
    expect(await base(id)).toMatchObject({
      item_status: 'NORMAL',
      has_model: false,
      price_info: [{ original_price: 49.9 }],
      stock_info_v2: { summary_info: { total_reserved_stock: 0, total_available_stock: 6 } },
    });
    const name = 'Caneca Esmaltada Azul 350 ml';
    await call('POST', '/product/update_item', { item_id: id, item_name: name, original_price: 1 });
    expect(await base(id)).toMatchObject({ item_name: name, price_info: [{ original_price: 49.9 }] });
    const half = { item_id: id, item_sku: 'HALF', description: 'kurz' };
    expect((await call('POST', '/product/update_item', half)).body.error).not.toBe('');
    expect((await base(id)).item_sku).toBe('CAN');
    const unlist = {
      item_list: [
        { item_id: id, unlist: true },
        { item_id: 1, unlist: true },
      ],
    };
    expect(responseOf(await call('POST', '/product/unlist_item', unlist))).toMatchObject({
      success_list: [{ item_id: id, unlist: true }],
      failure_list: [{ item_id: 1, failed_reason: 'Product not found' }],
    });
    const list = async (status: string[]) =>
      listOf(
        responseOf(
          await call('GET', '/product/get_item_list', { offset: 0, page_size: 100, item_status: status }),
        ).item,
      ).map((entry) => fieldsOf(entry).item_id);
    expect(await list(['NORMAL'])).not.toContain(id);
    expect(await list(['NORMAL', 'UNLIST'])).toContain(id);
    const search = await call('GET', '/product/search_item', { item_sku: 'CAN', page_size: 10 });
    expect(responseOf(search).item_id_list).toContain(id);
    const other = await callerAt(sandbox, lettersShop);
    expect((await other('POST', '/product/delete_item', { item_id: id })).body.error).toBe(
      'error_item_not_found',
    );
    await call('POST', '/product/delete_item', { item_id: id });
    expect(await list(['SELLER_DELETE'])).toContain(id);
  });
});

describe('tiers and models', () => {
  it('tiers and models are added by a second call, which takes price and stock from the item', async () => {
    const { item_id: id } = await offer(sandbox, call);
    const made = responseOf(await call('POST', '/product/init_tier_variation', colours(id)));
    expect(listOf(made.model)).toHaveLength(2);
    const view = await base(id);
    expect(view.has_model).toBe(true);
    expect(view).not.toHaveProperty('price_info');
    expect(await models(id)).toMatchObject([
      { tier_index: [0], model_sku: 'CAN-PR', price_info: [{ original_price: 49.9 }] },
      { tier_index: [1], stock_info_v2: { seller_stock: [{ stock: 4 }] } },
    ]);
    expect((await call('POST', '/product/init_tier_variation', colours(id))).body.error).toBe('error_param');
  });

  it('changing tiers keeps the named models under new options and deletes the others', async () => {
    const { item_id: id } = await offer(sandbox, call);
    await call('POST', '/product/init_tier_variation', colours(id));
    const [black, white] = await models(id);
    await call('POST', '/product/update_tier_variation', {
      item_id: id,
      tier_variation: [{ name: 'Cor', option_list: [{ option: 'Branco' }, { option: 'Azul' }] }],
      model_list: [{ tier_index: [0], model_id: white?.model_id }],
    });
    expect((await models(id)).map(({ model_id: model }) => model)).toEqual([white?.model_id]);
    const more = { tier_index: [1], original_price: 55, model_sku: 'CAN-AZ', seller_stock: [{ stock: 1 }] };
    await call('POST', '/product/add_model', { item_id: id, model_list: [more] });
    const gone = { item_id: id, model_id: black?.model_id };
    expect((await call('POST', '/product/delete_model', gone)).body.error).toBe('error_param');
    await call('POST', '/product/update_model', {
      item_id: id,
      model: [{ model_id: white?.model_id, model_sku: 'NEW' }],
    });
    expect((await models(id)).map(({ model_sku: sku }) => sku)).toEqual(['NEW', 'CAN-AZ']);
  });

  it.each<[string, Fields]>([
    [
      'three tiers',
      { tier_variation: [1, 2, 3].map((n) => ({ name: `T${n}`, option_list: [{ option: 'a' }] })) },
    ],
    [
      'an option twice',
      { tier_variation: [{ name: 'Cor', option_list: [{ option: 'a' }, { option: 'a' }] }] },
    ],
    ['an index beyond', { tier_variation: [{ name: 'Cor', option_list: [{ option: 'a' }] }] }],
    [
      'prices more than four times apart',
      {
        model: [
          { tier_index: [0], original_price: 10, seller_stock: [{ stock: 1 }] },
          { tier_index: [1], original_price: 41, seller_stock: [{ stock: 1 }] },
        ],
      },
    ],
  ])('refuses %s', async (_case, changes) => {
    const { item_id: id } = await offer(sandbox, call);
    const { body } = await call('POST', '/product/init_tier_variation', colours(id, changes));
    expect(body.error).not.toBe('');
    expect((await base(id)).has_model).toBe(false);
  });
});

describe('stock and price', () => {
  it('fail partly within a success, and completely without an effect', async () => {
    const { item_id: id } = await offer(sandbox, call);
    await call('POST', '/product/init_tier_variation', colours(id));
    const [black, white] = await models(id);
    const write = async (list: Fields[]) =>
      (await call('POST', '/product/update_stock', { item_id: id, stock_list: list })).body;
    await control(sandbox, 'PATCH', `/shopee/items/${id}`, { modelId: white?.model_id, reserved: 3 });
    const both = await write([
      { model_id: black?.model_id, seller_stock: [{ stock: 9 }] },
      { model_id: white?.model_id, seller_stock: [{ stock: 2 }] },
    ]);
    expect(both).toMatchObject({
      error: '',
      response: {
        success_list: [{ model_id: black?.model_id, stock: 9 }],
        failure_list: [{ model_id: white?.model_id, failed_reason: expect.stringContaining('reserved') }],
      },
    });
    expect(await write([{ model_id: white?.model_id, seller_stock: [{ stock: 2 }] }])).toMatchObject({
      error: 'product.error_busi_update_stock_failed',
      response: { success_list: [], failure_list: [{ model_id: white?.model_id }] },
    });
    expect((await write([{ model_id: 0, seller_stock: [{ stock: 1 }] }])).error).toBe(
      'error_edit_item_stock_for_item_has_model',
    );
    const price = await call('POST', '/product/update_price', {
      item_id: id,
      price_list: [
        { model_id: black?.model_id, original_price: 39.9 },
        { model_id: 1, original_price: 39.9 },
      ],
    });
    expect(responseOf(price)).toMatchObject({
      success_list: [{ model_id: black?.model_id, original_price: 39.9 }],
      failure_list: [{ model_id: 1, failed_reason: 'model not exist' }],
    });
    expect((await models(id))[0]).toMatchObject({
      price_info: [{ original_price: 39.9 }],
      stock_info_v2: { seller_stock: [{ stock: 9 }] },
    });
  });
});
