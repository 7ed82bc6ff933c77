import { expect, test } from 'vitest';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';
import { makeImages, makeProduct } from './test/factory.ts';

const app = await testApp();
const owner = await app.join('supply');
const stranger = await app.join('supply');

const shirt = {
  name: 'Camiseta Básica',
  attributeTypes: ['Cor', 'Tamanho'],
  variations: {
    create: [
      { tempId: 'a', sku: 'CB-PR-M', gtin: '7891000315507', attributes: { Cor: 'Preto', Tamanho: 'M' } },
      { tempId: 'b', sku: 'CB-PR-G', costCentavos: 1990, attributes: { Cor: 'Preto', Tamanho: 'G' } },
      { tempId: 'c', sku: 'CB-BR-M', attributes: { Cor: 'Branco', Tamanho: 'M' } },
    ],
  },
};

test('creates a product with the given combinations and reads all of it back', async () => {
  const images = await makeImages(owner, 3);
  const made = await owner.call(api.products.create, {
    body: { ...shirt, weight: 0.215, width: 30.5, images: { add: images.map((image) => image.id) } },
  });
  expect(made.attributeTypes).toEqual(['Color', 'Size']);
  expect(made.variations.map((row) => row.name)).toEqual(['Preto / M', 'Preto / G', 'Branco / M']);
  expect(made).toMatchObject({ weight: 0.215, width: 30.5, height: null, version: 1 });
  expect(made.images.map((image) => image.id)).toEqual(images.map((image) => image.id));
  expect(await owner.call(api.products.detail, { params: { id: made.id } })).toEqual(made);
  const list = await owner.call(api.products.list, { query: { query: 'camiseta basica' } });
  expect(list.items).toMatchObject([{ id: made.id, variations: 3, sku: 'CB-BR-M', available: 0 }]);
  const byCode = await owner.call(api.products.list, { query: { query: '7891000315507' } });
  expect(byCode.items.map((row) => row.id)).toEqual([made.id]);
});

test('the default type is Color; requires distinct types, at least one, and at least one variation', async () => {
  expect((await makeProduct(owner)).attributeTypes).toEqual(['Color']);
  const none = await owner.refused(api.products.create, {
    body: { ...shirt, attributeTypes: [] },
    locale: 'en',
  });
  expect(none.errors?.attributeTypes).toEqual([
    { code: 'attribute_type_required', message: 'At least one type of variation type is required!' },
  ]);
  const twice = await owner.refused(api.products.create, {
    body: { ...shirt, attributeTypes: ['Color', 'cor'] },
    locale: 'en',
  });
  expect(twice.errors?.attributeTypes).toEqual({
    1: [{ code: 'attribute_type_duplicate', message: 'This type of variation already exists' }],
  });
  const empty = await owner.refused(api.products.create, { body: { name: 'Vazio', variations: {} } });
  expect(empty.errors).toMatchObject({ variations: [{ code: 'required' }] });
});

test('reports errors at their fields: SKU, GTIN, value, combination', async () => {
  const refused = await owner.refused(api.products.create, {
    body: {
      name: 'Errado',
      attributeTypes: ['Color', 'Size'],
      variations: {
        create: [
          { tempId: 'one', sku: 'ERR-1', attributes: { Color: 'Azul', Size: 'P' } },
          { tempId: 'two', sku: 'ERR-1', attributes: { Color: 'azul', Size: 'p' } },
          { tempId: 'three', sku: 'ERR-3', attributes: { Color: 'Azul' } },
        ],
      },
    },
  });
  expect(refused.errors).toMatchObject({
    variations: {
      create: {
        two: {
          sku: [{ code: 'sku_taken' }],
          attributes: { Color: [{ code: 'combination_duplicate' }] },
        },
        three: { attributes: { Size: [{ code: 'attribute_value_missing' }] } },
      },
    },
  });
  const gtin = await owner.refused(api.products.create, {
    body: {
      name: 'GTIN',
      variations: { create: [{ tempId: 'x', sku: 'G-1', gtin: '7891000315508', attributes: {} }] },
    },
  });
  expect(gtin.errors).toMatchObject({ variations: { create: { x: { gtin: [{ code: 'gtin_invalid' }] } } } });
  for (const [weight, code] of [
    [0, 'too_small'],
    [0.1234, 'invalid'],
    [-1, 'too_small'],
  ] as const) {
    const problem = await owner.refused(api.products.create, { body: { ...shirt, weight } });
    expect(problem.errors).toMatchObject({ weight: [{ code }] });
  }
});

test('a SKU is one of its business, also under a race', async () => {
  await makeProduct(owner, { variations: { create: [{ sku: 'UNI-1', attributes: {} }] } });
  const refused = await owner.refused(api.products.create, {
    body: { name: 'Outro', variations: { create: [{ tempId: 't', sku: 'UNI-1', attributes: {} }] } },
  });
  expect(refused.errors).toMatchObject({ variations: { create: { t: { sku: [{ code: 'sku_taken' }] } } } });
  await makeProduct(stranger, { variations: { create: [{ sku: 'UNI-1', attributes: {} }] } });
  const racing = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      owner
        .call(api.products.create, {
          body: { name: `Corrida ${n}`, variations: { create: [{ sku: 'RACE', attributes: {} }] } },
        })
        .then(
          () => 'made',
          (error) => error.problem.code as string,
        ),
    ),
  );
  expect(racing.filter((answer) => answer === 'made')).toHaveLength(1);
  expect(new Set(racing)).toEqual(expect.toSatisfy((set: Set<string>) => !set.has('internal')));
  expect((await owner.call(api.productsVariations.list, { query: { query: 'sku:RACE' } })).total).toBe(1);
});

test('applies a change set that creates, updates, removes and exchanges codes at once', async () => {
  const made = await makeProduct(owner, {
    ...shirt,
    variations: {
      create: shirt.variations.create.map((row) => ({ ...row, sku: `X-${row.sku}`, gtin: '' })),
    },
  });
  const [a, b, c] = made.variations;
  if (!a || !b || !c) throw new Error('three variations expected');
  const changed = await owner.call(api.products.update, {
    params: { id: made.id },
    version: made.version,
    body: {
      variations: {
        create: [{ sku: c.sku, attributes: { Cor: 'Verde', Tamanho: 'M' } }],
        update: {
          [a.id]: { sku: b.sku, attributes: { Size: 'G' } },
          [b.id]: { sku: a.sku, attributes: { Size: 'M' }, costCentavos: null },
        },
        remove: [c.id],
      },
    },
  });
  expect(changed.version).toBe(2);
  expect(changed.variations.map(({ id, sku, name }) => [id === a.id || id === b.id, sku, name])).toEqual([
    [true, b.sku, 'Preto / G'],
    [true, a.sku, 'Preto / M'],
    [false, c.sku, 'Verde / M'],
  ]);
  const last = await owner.refused(api.products.update, {
    params: { id: made.id },
    body: { variations: { remove: changed.variations.map((row) => row.id) } },
  });
  expect(last.errors).toMatchObject({ variations: [{ code: 'required' }] });
});

test('removing a type removes its values, and is refused if two variations become equal', async () => {
  const made = await makeProduct(owner, {
    ...shirt,
    variations: { create: shirt.variations.create.map((row) => ({ ...row, sku: `T-${row.sku}` })) },
  });
  const refused = await owner.refused(api.products.update, {
    params: { id: made.id },
    body: { attributeTypes: ['Color'] },
  });
  const second = made.variations[1]?.id ?? 0;
  expect(refused.errors).toMatchObject({
    variations: { update: { [second]: { attributes: { Color: [{ code: 'combination_duplicate' }] } } } },
  });
  const kept = await owner.call(api.products.update, {
    params: { id: made.id },
    body: { attributeTypes: ['Color'], variations: { remove: [second] } },
  });
  expect(kept.variations.map((row) => row.attributes)).toEqual([{ Color: 'Preto' }, { Color: 'Branco' }]);
});

test('adds, removes and orders images of the product and of a variation', async () => {
  const [one, two, three] = (await makeImages(owner, 3)).map((image) => image.id);
  if (!one || !two || !three) throw new Error('three images expected');
  const made = await makeProduct(owner, { images: { add: [one, two, three] } });
  const variation = made.variations[0]?.id ?? 0;
  const changed = await owner.call(api.products.update, {
    params: { id: made.id },
    body: {
      images: { remove: [two], order: [three, one] },
      variations: { update: { [variation]: { images: { add: [two] } } } },
    },
  });
  expect(changed.images.map((image) => image.id)).toEqual([three, one]);
  expect(changed.variations[0]?.images.map((image) => image.id)).toEqual([two]);
  const listed = await owner.call(api.productsVariations.list, { query: { query: `product:${made.id}` } });
  expect(listed.items[0]?.image?.id).toBe(two);
  const foreign = (await makeImages(stranger))[0]?.id ?? 0;
  const refused = await owner.refused(api.products.update, {
    params: { id: made.id },
    body: {
      images: { add: [one, foreign, two, 987_654_321] },
      variations: { update: { [variation]: { images: { add: [foreign] } } } },
    },
  });
  const unknown = { id: [{ code: 'not_found' }] };
  expect(refused.errors).toMatchObject({
    images: { add: { 1: unknown, 3: unknown } },
    variations: { update: { [variation]: { images: { add: { 0: unknown } } } } },
  });
  expect(Object.keys(refused.errors?.images ?? {})).toEqual(['add']);
});

test('refuses a stale edit; of two concurrent edits one succeeds', async () => {
  const made = await makeProduct(owner);
  const edits = await Promise.all(
    ['Um', 'Dois', 'Três'].map((name) =>
      owner
        .call(api.products.update, { params: { id: made.id }, version: made.version, body: { name } })
        .then(
          () => 200,
          (error) => error.problem.status as number,
        ),
    ),
  );
  expect(edits.toSorted()).toEqual([200, 412, 412]);
});

test('a stockist changes weight, size and GTIN only, and does not receive costs', async () => {
  const made = await makeProduct(owner, {
    variations: { create: [{ sku: 'ALM-1', costCentavos: 1234, attributes: {} }] },
  });
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const variation = made.variations[0]?.id ?? 0;
  const params = { id: made.id };
  const measured = await stockist.call(api.products.update, {
    params,
    body: { weight: 0.5, depth: 10, variations: { update: { [variation]: { gtin: '96385074' } } } },
  });
  expect(measured.variations[0]).toMatchObject({ gtin: '96385074' });
  expect(measured.variations[0]).not.toHaveProperty('costCentavos');
  for (const body of [
    { name: 'Novo' },
    { weight: 1, brand: 'X' },
    { variations: { update: { [variation]: { sku: 'NOVO' } } } },
    { variations: { remove: [variation] } },
    { images: {} },
    { attributeTypes: ['Size'] },
  ]) {
    expect((await stockist.refused(api.products.update, { params, body })).status).toBe(403);
  }
  const packer = await app.hire(owner.businessId, ['packer']);
  expect((await packer.refused(api.products.update, { params, body: { weight: 1 } })).status).toBe(403);
  for (const blind of [stockist, packer]) {
    const list = await blind.call(api.productsVariations.list, { query: { query: 'sku:ALM-1' } });
    expect(list.items[0]).not.toHaveProperty('costCentavos');
    const file = await blind.download(api.productsVariations.export, { query: { format: 'csv' } });
    expect(file.bytes.toString()).not.toMatch(/Custo|12,34/);
    const asked = await blind.refused(api.productsVariations.export, {
      query: { format: 'csv', columns: 'sku,cost' },
    });
    expect(asked.status).toBe(422);
  }
  expect((await owner.call(api.products.detail, { params })).variations[0]?.costCentavos).toBe(1234);
});

test('answers 404 for a product of another business', async () => {
  const other = await makeProduct(stranger);
  const foreignVariation = other.variations[0]?.id ?? 0;
  for (const id of [other.id, 999_999_999]) {
    const params = { id };
    expect((await owner.refused(api.products.detail, { params })).status).toBe(404);
    expect((await owner.refused(api.products.update, { params, body: { name: 'X' } })).status).toBe(404);
    expect((await owner.refused(api.products.remove, { params })).status).toBe(404);
  }
  const mine = await makeProduct(owner);
  const refused = await owner.refused(api.products.update, {
    params: { id: mine.id },
    body: { variations: { update: { [foreignVariation]: { sku: 'ROUBO' } }, remove: [foreignVariation] } },
  });
  expect(refused.errors).toMatchObject({
    variations: {
      update: { [foreignVariation]: { id: [{ code: 'not_found' }] } },
      remove: { 0: [{ code: 'not_found' }] },
    },
  });
  expect(await stranger.call(api.products.detail, { params: { id: other.id } })).toEqual(other);
});

test('refuses to remove a product or variation that a volume or stock level uses', async () => {
  const made = await makeProduct(owner, {
    variations: {
      create: [
        { sku: 'USO-1', attributes: { Color: 'A' } },
        { sku: 'USO-2', attributes: { Color: 'B' } },
        { sku: 'USO-3', attributes: { Color: 'C' } },
      ],
    },
  });
  const [used, free] = made.variations;
  if (!used || !free) throw new Error('three variations expected');
  await app.database.transact({ businessId: owner.businessId }, async (tx) => {
    const { id: warehouse_id } = await tx.db
      .insertInto('warehouses')
      .values({ business_id: owner.businessId, name: 'Galpão', created_at: tx.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.db
      .insertInto('stock')
      .values({ business_id: owner.businessId, variation_id: used.id, warehouse_id, on_hand: 7 })
      .execute();
  });
  const params = { id: made.id };
  expect((await owner.refused(api.products.remove, { params })).code).toBe('product_in_use');
  const refused = await owner.refused(api.products.update, {
    params,
    body: { variations: { remove: [free.id, used.id] } },
  });
  expect(refused.errors).toMatchObject({ variations: { remove: { 1: { id: [{ code: 'in_use' }] } } } });
  const left = await owner.call(api.products.update, { params, body: { variations: { remove: [free.id] } } });
  expect(left.variations).toMatchObject([{ id: used.id, inUse: true, available: 7 }, { inUse: false }]);
  const shelf = await owner.call(api.products.list, { query: { query: 'available:>=7' } });
  expect(shelf.items.map((row) => row.id)).toEqual([made.id]);
});

test('removes a product with its variations and picture links', async () => {
  const [image] = await makeImages(owner);
  const made = await makeProduct(owner, { images: { add: [image?.id ?? 0] } });
  await owner.call(api.products.remove, { params: { id: made.id } });
  expect((await owner.refused(api.products.detail, { params: { id: made.id } })).status).toBe(404);
  await owner.call(api.images.remove, { params: { id: image?.id ?? 0 } });
});

test('refuses a SKU that differs only by case, from another product’s and within one product', async () => {
  const made = await owner.call(api.products.create, {
    body: { name: 'Azulejo', variations: { create: [{ tempId: 'a', sku: 'abz-1' }] } },
  });
  const body = { name: 'Outro', variations: { create: [{ tempId: 'a', sku: 'ABZ-1' }] } };
  const refused = await owner.refused(api.products.create, { body });
  expect(refused.errors).toMatchObject({ variations: { create: { a: { sku: [{ code: 'sku_taken' }] } } } });
  const twice = {
    name: 'Dois',
    attributeTypes: ['Cor'],
    variations: {
      create: [
        { tempId: 'a', sku: 'abz-2', attributes: { Cor: 'Azul' } },
        { tempId: 'b', sku: 'ABZ-2', attributes: { Cor: 'Verde' } },
      ],
    },
  };
  expect((await owner.refused(api.products.create, { body: twice })).errors).toHaveProperty('variations');
  // Changing only the case of its own SKU is allowed.
  const variation = made.variations[0]?.id ?? 0;
  const renamed = await owner.call(api.products.update, {
    params: { id: made.id },
    body: { variations: { update: { [variation]: { sku: 'ABZ-1' } } } },
  });
  expect(renamed.variations[0]?.sku).toBe('ABZ-1');
});

test('letters of every script fold alike in the database and in a scanned code', async () => {
  // Letters of Latin, Greek, Cyrillic and Armenian, including the later Latin blocks.
  const letters = Array.from({ length: 0x1edf }, (_, at) => String.fromCodePoint(at + 0x21)).filter((one) =>
    /^\p{L}$/u.test(one.normalize('NFC')),
  );
  const ligatures = ['ﬁ', 'ﬀ', 'ŉ', 'ẞ'];
  const codes = [...letters, ...ligatures].map((letter) => letter.normalize('NFC'));
  const { rows } = await app.database.pool.query(
    'select code, upper(code) as folded from unnest($1::text[]) as code',
    [codes],
  );
  const other = rows.filter(({ code, folded }) => asCode(code) !== folded).map(({ code }) => code);
  expect(other).toEqual([]);
});

test.each([
  ['straße-1', 'STRAßE-1'],
  ['ılgın-2', 'ILGIN-2'],
  ['ação-3', 'AC\u0327A\u0303O-3'],
  ['ﬁo-4', 'ﬁO-4'],
])('the SKU %s is found as %s and is not taken twice', async (sku, other) => {
  const create = (name: string, code: string) => ({
    body: { name, variations: { create: [{ tempId: 'a', sku: code }] } },
  });
  await owner.call(api.products.create, create(`Folded ${sku}`, sku));
  const again = await owner.refused(api.products.create, create('Again', other));
  expect(again.errors).toMatchObject({ variations: { create: { a: { sku: [{ code: 'sku_taken' }] } } } });
  const { items } = await owner.call(api.passports.find, { query: { code: other } });
  expect(items.map(({ name }) => name)).toEqual([`Folded ${sku}`]);
});

test('stores a GTIN in one form, reports one that a second product has, and treats zeros as none', async () => {
  const make = (name: string, gtin: string) => ({
    body: { name, variations: { create: [{ tempId: 'a', sku: `g-${name}`, gtin }] } },
  });
  const first = await owner.call(api.products.create, make('um', '07894412000177'));
  expect(first.variations).toMatchObject([{ gtin: '7894412000177', sameGtin: [] }]);
  const second = await owner.call(api.products.create, make('dois', '7894412000177'));
  expect(second.variations).toMatchObject([{ sameGtin: [{ name: 'um', sku: 'g-um' }] }]);
  const upc = await owner.call(api.products.create, make('tres', '0195949034862'));
  expect(upc.variations).toMatchObject([{ gtin: '195949034862' }]);
  const none = await owner.call(api.products.create, make('quatro', 'SEM GTIN'));
  expect(none.variations).toMatchObject([{ gtin: '' }]);
  for (const zeros of ['0000000000000', '00000000'])
    expect((await owner.refused(api.products.create, make('cinco', zeros))).code).toBe('invalid');
  for (const code of ['07894412000177', '7894412000177']) {
    const { items } = await owner.call(api.passports.find, { query: { code } });
    expect(items.map(({ name }) => name)).toEqual(['um', 'dois']);
  }
});
