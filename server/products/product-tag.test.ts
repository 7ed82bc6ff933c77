import { expect, test } from 'vitest';
import { maxTags, maxWornTags, tagColours } from '#contract/business/tag.ts';
import { api } from '#contract/index.ts';
import { allOf } from '#server/test/all-of.ts';
import { testApp } from '#server/test/app.ts';
import { makeProduct } from './test/factory.ts';

const app = await testApp();
const owner = await app.join('supply');
const stranger = await app.join('supply');

const add = (name: string) => owner.call(api.productsTags.create, { body: { name } });
const tagsOf = async (id: number) => {
  const { tags } = await owner.call(api.products.detail, { params: { id } });
  return tags.map(({ name }) => name);
};
const none = 987_654_321;

test('a tag has a name that is unique in any case, and one of the least used colors', async () => {
  const christmas = await owner.call(api.productsTags.create, { body: { name: ' Natal ', colour: 'red' } });
  expect(christmas).toMatchObject({ name: 'Natal', colour: 'red', products: 0, version: 1 });
  const twin = await owner.refused(api.productsTags.create, { body: { name: 'NATAL' } });
  expect(twin).toMatchObject({ status: 422, errors: { name: [{ code: 'duplicate' }] } });
  const others = [await add('Frágil'), await add('Volta às aulas')];
  const unused = tagColours.filter((colour) => colour !== 'red');
  expect(others.map(({ colour }) => colour)).toEqual(unused.slice(0, 2));
  // Names are unique per business.
  await stranger.call(api.productsTags.create, { body: { name: 'natal' } });
  const found = await owner.call(api.productsTags.list, { query: { query: 'fragil' } });
  expect(found.items).toMatchObject([{ name: 'Frágil', products: 0 }]);
});

test('renames and recolors a tag; refuses a stale edit and a taken name', async () => {
  const { id, version } = await add('Liquida');
  await add('Queima');
  const params = { id };
  const changed = await owner.call(api.productsTags.update, {
    params,
    body: { name: 'Liquidação', colour: 'grape' },
    version,
  });
  expect(changed).toMatchObject({ name: 'Liquidação', colour: 'grape', version: version + 1 });
  const stale = await owner.refused(api.productsTags.update, { params, body: { name: 'X' }, version });
  expect(stale).toMatchObject({ status: 412, code: 'stale_version' });
  const twin = await owner.refused(api.productsTags.update, { params, body: { name: 'queima' } });
  expect(twin.errors).toMatchObject({ name: [{ code: 'duplicate' }] });
});

test('creates a product with tags and changes them; the list, export and filter follow', async () => {
  const [heavy, fresh, rare] = [await add('Pesado'), await add('Novidade'), await add('Raro')];
  const worn = ({ id, name, colour }: typeof heavy) => ({ id, name, colour });
  const product = await makeProduct(owner, { name: 'Bigorna', tags: { add: [heavy.id, fresh.id] } });
  expect(product.tags).toEqual([worn(fresh), worn(heavy)]);
  const changed = await owner.call(api.products.update, {
    params: { id: product.id },
    body: { tags: { add: [rare.id, heavy.id], remove: [fresh.id] } },
  });
  expect(changed.tags).toEqual([worn(heavy), worn(rare)]);
  const bare = await makeProduct(owner, { name: 'Pena' });
  await makeProduct(owner, { tags: { add: [heavy.id] } });
  const listed = async (query: string) =>
    (await owner.call(api.products.list, { query: { query } })).items.map(({ id, tags }) => [id, tags]);
  expect(await listed(`tag:${fresh.id},${rare.id}`)).toEqual([[product.id, changed.tags]]);
  expect(await listed(`-tag:${heavy.id} name:pena`)).toEqual([[bare.id, []]]);
  expect(await listed(`-tag:${heavy.id} name:bigorna`)).toEqual([]);
  const { bytes } = await owner.download(api.products.export, {
    query: { format: 'csv', query: 'name:bigorna' },
  });
  expect(bytes.toString()).toContain(';Pesado, Raro;');
});

test('refuses an unknown tag or one of another business at its field and changes nothing', async () => {
  const own = await add('Meu');
  const foreign = await stranger.call(api.productsTags.create, { body: { name: 'Alheio' } });
  const product = await makeProduct(owner);
  for (const id of [foreign.id, none]) {
    const tags = { add: [own.id, id] };
    const errors = { tags: { add: { 1: { id: [{ code: 'not_found' }] } } } };
    const params = { id: product.id };
    expect(await owner.refused(api.products.update, { params, body: { tags } })).toMatchObject({ errors });
    const variations = { create: [{ sku: `ALHEIO-${id}` }] };
    expect(await owner.refused(api.products.create, { body: { name: 'X', variations, tags } })).toMatchObject(
      { errors },
    );
    expect(
      await owner.refused(api.products.bulkUpdate, { body: { ids: [product.id], change: { tags } } }),
    ).toMatchObject({ errors: { change: errors } });
    const refused = [
      await owner.refused(api.productsTags.update, { params: { id }, body: { name: 'X' } }),
      await owner.refused(api.productsTags.remove, { params: { id } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  }
  expect(await tagsOf(product.id)).toEqual([]);
});

test('adds and removes tags of many products, and leaves their other tags and other businesses alone', async () => {
  const [kept, off, on] = [await add('Fica'), await add('Sai'), await add('Entra')];
  const first = await makeProduct(owner, { brand: 'Lote', tags: { add: [kept.id, off.id] } });
  const second = await makeProduct(owner, { brand: 'Lote', tags: { add: [on.id] } });
  const foreign = await makeProduct(stranger, { brand: 'Lote' });
  const change = { tags: { add: [on.id], remove: [off.id] } };
  const byIds = { ids: [first.id, second.id, foreign.id], change };
  const outcome = await owner.call(api.products.bulkUpdate, { body: byIds });
  expect(outcome).toEqual({
    done: [first.id, second.id],
    failed: [{ id: foreign.id, code: 'not_found' }],
  });
  expect([await tagsOf(first.id), await tagsOf(second.id)]).toEqual([['Entra', 'Fica'], ['Entra']]);
  const found = await owner.call(api.products.bulkUpdate, {
    body: {
      ...allOf(`tag:${on.id}`, await owner.call(api.products.list, { query: { query: `tag:${on.id}` } })),
      change: { tags: { remove: [on.id] } },
    },
  });
  expect(found.done).toEqual([first.id, second.id]);
  expect([await tagsOf(first.id), await tagsOf(second.id)]).toEqual([['Fica'], []]);
  const seen = await stranger.call(api.products.detail, { params: { id: foreign.id } });
  expect(seen).toMatchObject({ tags: [], version: 1 });
});

test('removing a tag returns how many products had it, and the products stay', async () => {
  const tag = await add('Passageiro');
  const made = [
    await makeProduct(owner, { tags: { add: [tag.id] } }),
    await makeProduct(owner, { tags: { add: [tag.id] } }),
  ];
  const { items } = await owner.call(api.productsTags.list, { query: { query: `id:${tag.id}` } });
  expect(items).toMatchObject([{ products: 2 }]);
  expect(await owner.call(api.productsTags.remove, { params: { id: tag.id } })).toEqual({ products: 2 });
  expect(await Promise.all(made.map(({ id }) => tagsOf(id)))).toEqual([[], []]);
});

test('tagging requires the permission to change products; the floor only reads tags', async () => {
  const tag = await add('Da loja');
  const { id } = await makeProduct(owner, { tags: { add: [tag.id] } });
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const seen = await stockist.call(api.products.detail, { params: { id } });
  expect(seen.tags).toMatchObject([{ name: 'Da loja' }]);
  const refused = [
    await stockist.refused(api.productsTags.create, { body: { name: 'Meu' } }),
    await stockist.refused(api.productsTags.update, { params: { id: tag.id }, body: { name: 'Meu' } }),
    await stockist.refused(api.products.update, {
      params: { id },
      body: { weight: 1, tags: { remove: [tag.id] } },
    }),
  ];
  expect(refused.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
  expect(await tagsOf(id)).toEqual(['Da loja']);
});

test('limits tags to a hundred per business and twenty per product', async () => {
  const other = await app.join('supply');
  const ids: number[] = [];
  for (let nth = 1; nth <= maxTags; nth++)
    ids.push((await other.call(api.productsTags.create, { body: { name: `Marca ${nth}` } })).id);
  const more = await other.refused(api.productsTags.create, { body: { name: 'Mais uma' } });
  expect(more).toMatchObject({ status: 422, errors: { name: [{ code: 'too_many' }] } });
  const product = await makeProduct(other, { tags: { add: ids.slice(0, maxWornTags) } });
  const body = { tags: { add: ids.slice(maxWornTags, maxWornTags + 1) } };
  const worn = await other.refused(api.products.update, { params: { id: product.id }, body });
  expect(worn.errors).toMatchObject({ tags: [{ code: 'too_many' }] });
  const bulk = await other.refused(api.products.bulkUpdate, { body: { ids: [product.id], change: body } });
  expect(bulk.errors).toMatchObject({ change: { tags: [{ code: 'too_many' }] } });
  const swap = { tags: { ...body.tags, remove: ids.slice(0, 1) } };
  const swapped = await other.call(api.products.update, { params: { id: product.id }, body: swap });
  expect(swapped.tags).toHaveLength(maxWornTags);
});
