import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeImages, makePicture, makeProduct } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const png = async (name: string, shade: number) => ({
  name: `${name}.png`,
  bytes: await makePicture(64, 48, { r: shade, g: shade, b: 9 }),
  contentType: 'image/png',
});
const broken = { name: 'nota.png', bytes: Buffer.from('%PDF-1.4'), contentType: 'image/png' };
const names = (images: { name: string }[]) => images.map(({ name }) => name);
const count = async () => (await owner.call(api.images.list)).total;

test('creates a product with its pictures in one request, named by a variation, ordered, or unnamed', async () => {
  const [library] = await makeImages(owner);
  const made = await owner.call(api.products.create, {
    body: {
      name: 'Caneca',
      images: { add: [library?.id ?? 0], upload: ['file1'], order: ['file1', library?.id ?? 0] },
      variations: { create: [{ sku: 'CAN-1', images: { upload: ['file0'] } }] },
    },
    files: [await png('azul', 40), await png('frente', 80), await png('verso', 120)],
  });
  expect(names(made.images)).toEqual(['frente', library?.name, 'verso']);
  expect(names(made.variations[0]?.images ?? [])).toEqual(['azul']);
});

test('files without fields become pictures of the product, after the existing ones', async () => {
  const product = await makeProduct(owner);
  await owner.call(api.products.update, {
    params: { id: product.id },
    body: {},
    files: [await png('um', 10)],
  });
  const after = await owner.call(api.products.update, {
    params: { id: product.id },
    files: [await png('dois', 20), await png('três', 30)],
  });
  expect(names(after.images)).toEqual(['um', 'dois', 'três']);
  expect(after.version).toBe(3);
});

test('stores neither the product nor the pictures if one of them is refused', async () => {
  const before = { images: await count(), products: (await owner.call(api.products.list)).total };
  const body = { name: 'Prato', variations: { create: [{ sku: 'PRA-1' }] } };
  const files = [await png('bom', 60), broken];
  expect((await owner.refused(api.products.create, { body, files })).code).toBe('not_an_image');
  const taken = { ...body, variations: { create: [{ sku: 'CAN-1' }] } };
  const refused = await owner.refused(api.products.create, { body: taken, files: files.slice(0, 1) });
  expect(refused.errors).toMatchObject({ variations: { create: { 0: { sku: [{ code: 'sku_taken' }] } } } });
  expect({ images: await count(), products: (await owner.call(api.products.list)).total }).toEqual(before);
});

test('refuses a picture name without a part, with and without files', async () => {
  const body = {
    name: 'Copo',
    images: { upload: ['file7'] },
    variations: { create: [{ sku: 'COP-1' }] },
  };
  const wanted = { images: { upload: [{ code: 'not_found' }] } };
  const files = [await png('copo', 90)];
  expect((await owner.refused(api.products.create, { body, files })).errors).toMatchObject(wanted);
  expect((await owner.refused(api.products.create, { body })).errors).toMatchObject(wanted);
});

test('refuses files without the required fields, and any file of a stockist', async () => {
  const files = [await png('foto', 70)];
  const without = await owner.refused(api.products.create, { files });
  expect(without.errors).toMatchObject({ name: [{ code: 'required' }] });
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const product = await makeProduct(owner);
  const refused = await stockist.refused(api.products.update, {
    params: { id: product.id },
    body: { weight: 0.2 },
    files,
  });
  expect(refused.code).toBe('forbidden');
});

test('the same request sent twice creates one product', async () => {
  const send = {
    body: { name: 'Jarra', variations: { create: [{ sku: 'JAR-1' }] } },
    files: [await png('jarra', 55)],
    key: 'jarra-1',
  };
  const [one, two] = [
    await owner.call(api.products.create, send),
    await owner.call(api.products.create, send),
  ];
  expect(two).toEqual(one);
});
