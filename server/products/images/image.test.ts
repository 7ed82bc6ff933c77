import sharp from 'sharp';
import { expect, test } from 'vitest';
import { planTerms } from '#contract/billing/plan.ts';
import { api } from '#contract/index.ts';
import { fileFromMemory, keepDocuments, putFiles, removeFile } from '#server/business/files/kept-file.ts';
import { makeImages, makePicture, makeProduct } from '#server/products/test/factory.ts';
import { type Person, RefusedCall, testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const seller = await app.join('sales');

const upload = (person: Person, ...files: { name: string; bytes: Buffer }[]) =>
  person.call(api.images.create, { files });

async function filesOf(businessId: number) {
  return app.database.transact({ businessId }, async (tx) => {
    const rows = await tx.db.selectFrom('files').selectAll().where('business_id', '=', businessId).execute();
    const { storage_bytes } = await tx.db
      .selectFrom('businesses')
      .select('storage_bytes')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow();
    return { rows, counted: storage_bytes };
  });
}

/** INV-53: every row has its file, and the reference count equals the number of rows. */
async function expectKept(businessId: number) {
  const { rows, counted } = await filesOf(businessId);
  for (const row of rows) expect(await app.outside.storage.has(`${businessId}/${row.sha256}`)).toBe(true);
  expect(counted).toBe(rows.reduce((sum, row) => sum + row.bytes, 0));
  return rows;
}

/** Runs what the queue would run if every job were due. */
async function sweep(businessId: number) {
  app.clock.advance(61);
  const removals = await app.database.transact({ businessId }, (tx) =>
    tx.db.selectFrom('file_removals').selectAll().where('business_id', '=', businessId).execute(),
  );
  for (const { sha256 } of removals) {
    await removeFile(
      {
        outside: app.outside,
        env: app.env,
        clock: app.clock,
        attempt: 1,
        maxAttempts: 1,
        inBusiness: (id, work) => app.database.transact({ businessId: id }, work),
        unscoped: (work) => app.database.transact(null, work),
      },
      { businessId, sha256 },
    );
  }
}

test('stores several images as upright WebP without metadata, each with a thumbnail', async () => {
  const photo = await sharp(await makePicture(900, 600))
    .withExif({ IFD0: { Copyright: 'SECRET-GPS' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { items } = await upload(
    owner,
    { name: '../../Caneca preta.jpg', bytes: photo },
    { name: 'b.png', bytes: await makePicture(100, 80) },
  );
  expect(items).toMatchObject([
    { name: 'Caneca preta', width: 600, height: 900, uses: 0 },
    { name: 'b', width: 100, height: 80 },
  ]);
  const params = { id: items[0]?.id ?? 0 };
  const file = await owner.download(api.images.file, { params });
  expect(file.contentType).toBe('image/webp');
  const metadata = await sharp(file.bytes).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 600, height: 900 });
  expect(metadata.exif).toBeUndefined();
  expect(file.bytes.includes('SECRET-GPS')).toBe(false);
  const thumbnail = await sharp((await owner.download(api.images.thumbnail, { params })).bytes).metadata();
  expect(thumbnail).toMatchObject({ format: 'webp', height: 320 });
  await expectKept(owner.businessId);
});

test('stores the first frame of an animation', async () => {
  const frames = await Promise.all([
    makePicture(40, 30, { r: 255, g: 0, b: 0 }),
    makePicture(40, 30, { r: 0, g: 0, b: 255 }),
  ]);
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  const { items } = await upload(owner, { name: 'a.gif', bytes: gif });
  const { bytes } = await owner.download(api.images.file, { params: { id: items[0]?.id ?? 0 } });
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
  expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
});

test('refuses a file that is not a picture, also when it declares the type of one', async () => {
  const picture = await makePicture();
  const fakes = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('<html><script>alert(1)</script>'),
    picture.subarray(0, 60),
    Buffer.concat([picture.subarray(0, 8), Buffer.alloc(500, 7)]),
    Buffer.alloc(0),
  ];
  for (const bytes of fakes) {
    const refused = await owner.refused(api.images.create, {
      files: [
        { name: 'good.png', bytes: picture },
        { name: 'bad.png', bytes, contentType: 'image/png' },
      ],
      locale: 'en',
    });
    expect(refused).toMatchObject({ code: 'not_an_image', detail: 'This file is not an image!' });
  }
  expect((await owner.refused(api.images.create, { files: [] })).code).toBe('not_an_image');
  // All or nothing: the valid picture was not stored either.
  expect((await owner.call(api.images.list, { query: { query: 'good' } })).total).toBe(0);
});

test('refuses images with too many bytes or pixels, and too many images', async () => {
  const big = 'Image too big select a smaller image or a lesser number images';
  const heavy = Buffer.concat([await makePicture(), Buffer.alloc(10 * 1024 * 1024)]);
  const wide = await makePicture(8000, 5001);
  const small = await makePicture(10, 10);
  for (const files of [
    [{ name: 'heavy.png', bytes: heavy }],
    [{ name: 'wide.png', bytes: wide }],
    Array.from({ length: 13 }, (_, n) => ({ name: `${n}.png`, bytes: small })),
  ]) {
    const refused = await owner.refused(api.images.create, { files, locale: 'en' });
    expect(refused).toMatchObject({ code: 'image_too_big', detail: big });
  }
});

test('INV-24: bytes never pass the plan, also under a race; what was refused leaves nothing', async () => {
  const person = await app.join('supply');
  const { businessId } = person;
  const limit = planTerms.enterprise.storageBytes;
  const first = await makePicture(300, 300, { r: 1, g: 2, b: 3 });
  const size = (await upload(person, { name: 'first.png', bytes: first })).items[0]?.bytes ?? 0;
  const start = limit - size * 3;
  await app.database.transact({ businessId }, (tx) =>
    tx.db.updateTable('businesses').set({ storage_bytes: start }).where('id', '=', businessId).execute(),
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const bytes = await makePicture(300, 300, { r: n * 30, g: 2, b: 3 });
      return upload(person, { name: 'again.png', bytes }).then(
        ({ items }) => items[0]?.bytes ?? 0,
        (error) => (error instanceof RefusedCall ? error.problem.code : 'crash'),
      );
    }),
  );
  const stored = answers.filter((answer) => typeof answer === 'number');
  expect(answers.filter((answer) => typeof answer === 'string' && answer !== 'storage_full')).toEqual([]);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(8);
  const { counted } = await filesOf(businessId);
  expect(counted).toBeLessThanOrEqual(limit);
  expect(counted).toBe(start + stored.reduce((sum, bytes) => sum + bytes, 0));
});

test('INV-53: an upload that failed after its bytes were put leaves no file', async () => {
  const person = await app.join('supply');
  const { businessId } = person;
  await app.database.transact({ businessId }, (tx) =>
    tx.db
      .updateTable('businesses')
      .set({ storage_bytes: planTerms.enterprise.storageBytes - 1 })
      .where('id', '=', businessId)
      .execute(),
  );
  const bytes = await makePicture(50, 50, { r: 9, g: 9, b: 9 });
  expect((await person.refused(api.images.create, { files: [{ name: 'x.png', bytes }] })).code).toBe(
    'storage_full',
  );
  const [removal] = await app.database.transact({ businessId }, (tx) =>
    tx.db.selectFrom('file_removals').selectAll().execute(),
  );
  const key = `${businessId}/${removal?.sha256}`;
  expect(await app.outside.storage.has(key)).toBe(true);
  await sweep(businessId);
  expect(await app.outside.storage.has(key)).toBe(false);
  expect((await filesOf(businessId)).rows).toEqual([]);
});

test('removes the row at once, and the bytes by a job if no other row uses them', async () => {
  const person = await app.join('supply');
  const { businessId } = person;
  const bytes = await makePicture(70, 50, { r: 4, g: 5, b: 6 });
  const one = await upload(person, { name: 'one.png', bytes });
  const two = await upload(person, { name: 'two.png', bytes });
  const remove = (id = 0) => person.call(api.images.remove, { params: { id } });
  await remove(one.items[0]?.id);
  await app.drain();
  const [kept] = await expectKept(businessId);
  await remove(two.items[0]?.id);
  await app.drain();
  expect(await app.outside.storage.has(`${businessId}/${kept?.sha256}`)).toBe(false);
  expect(await filesOf(businessId)).toEqual({ rows: [], counted: 0 });
});

test('INV-53: the same bytes uploaded and removed at once, over and over: no row without its file', async () => {
  const person = await app.join('supply');
  const bytes = await makePicture(30, 30, { r: 77, g: 5, b: 6 });
  let present = (await upload(person, { name: '0.png', bytes })).items;
  for (let round = 0; round < 6; round++) {
    const [uploaded] = await Promise.all([
      upload(person, { name: `${round}.png`, bytes }),
      ...present.map((image) =>
        person.call(api.images.remove, { params: { id: image.id } }).then(() => app.drain()),
      ),
    ]);
    present = uploaded.items;
    await sweep(person.businessId);
    expect(await expectKept(person.businessId)).toHaveLength(2);
  }
});

test('an upload of bytes that are being removed waits up to two seconds for the removal', async () => {
  const person = await app.join('supply');
  const { businessId } = person;
  const file = { name: '0.png', bytes: await makePicture(31, 30, { r: 78, g: 5, b: 6 }) };
  const { items } = await upload(person, file);
  await person.call(api.images.remove, { params: { id: items[0]?.id ?? 0 } });
  await app.rows(businessId, `update file_removals set claimed = true where business_id = ${businessId}`);
  const since = performance.now();
  expect((await person.refused(api.images.create, { files: [file] })).code).toBe('in_progress');
  expect(performance.now() - since).toBeGreaterThan(2000);
  await app.rows(businessId, `delete from file_removals where business_id = ${businessId}`);
  expect((await upload(person, file)).items).toHaveLength(1);
  expect(await expectKept(businessId)).toHaveLength(2);
});

test('two people who upload equal documents at the same moment both keep theirs', async () => {
  const { businessId } = await app.join('supply');
  const transact = <T>(work: Parameters<typeof app.database.transact<T>>[1]) =>
    app.database.transact({ businessId }, work);
  const file = fileFromMemory('nota.xml', Buffer.from('<nfeProc/>'), 'application/xml');
  const put = () => putFiles(transact, app.outside.storage, businessId, [file]);
  const [first, second] = await Promise.all([put(), put()]);
  const kept = await Promise.all(
    [first, second].map((files) => transact((tx) => keepDocuments(tx, businessId, files))),
  );
  expect(new Set(kept.flat()).size).toBe(2);
  await sweep(businessId);
  expect(await expectKept(businessId)).toHaveLength(2);
});

test('refuses to remove an image in use; renames it and finds it by its new name', async () => {
  const [image] = await makeImages(owner);
  const params = { id: image?.id ?? 0 };
  const product = await makeProduct(owner, { images: { add: [params.id] } });
  expect((await owner.refused(api.images.remove, { params })).code).toBe('image_in_use');
  const renamed = await owner.call(api.images.update, { params, body: { name: 'Frente da caneca' } });
  expect(renamed).toMatchObject({ name: 'Frente da caneca', uses: 1 });
  const found = await owner.call(api.images.list, { query: { query: 'frente used:yes' } });
  expect(found.items.map((row) => row.id)).toEqual([params.id]);
  await owner.call(api.products.update, {
    params: { id: product.id },
    body: { images: { remove: [params.id] } },
  });
  await owner.call(api.images.remove, { params });
});

test('answers 404 for an image of another business unless an offer shows it', async () => {
  const [image] = await makeImages(owner);
  const params = { id: image?.id ?? 0 };
  for (const id of [params.id, 999_999_999]) {
    expect((await seller.refused(api.images.file, { params: { id } })).status).toBe(404);
    expect((await seller.refused(api.images.thumbnail, { params: { id } })).status).toBe(404);
    expect((await seller.refused(api.images.update, { params: { id }, body: { name: 'X' } })).status).toBe(
      404,
    );
    expect((await seller.refused(api.images.remove, { params: { id } })).status).toBe(404);
  }
  const product = await makeProduct(owner, { images: { add: [params.id] } });
  await offer(product.id, product.variations[0]?.id ?? 0);
  const seen = await seller.download(api.images.thumbnail, { params });
  expect(seen.contentType).toBe('image/webp');
  // Visible but not owned: it is in no list of the seller, and the seller cannot change it.
  expect((await seller.call(api.images.list)).total).toBe(0);
  expect((await seller.call(api.products.list)).total).toBe(0);
  expect((await seller.call(api.productsVariations.list)).total).toBe(0);
  expect((await seller.refused(api.products.detail, { params: { id: product.id } })).status).toBe(404);
  expect((await seller.refused(api.images.update, { params, body: { name: 'X' } })).status).toBe(404);
  expect((await seller.refused(api.images.remove, { params })).status).toBe(404);
});

test('only roles with the permission may upload', async () => {
  const files = [{ name: 'a.png', bytes: await makePicture(20, 20) }];
  const packer = await app.hire(owner.businessId, ['packer']);
  const stockist = await app.hire(owner.businessId, ['stockist']);
  expect((await packer.refused(api.images.create, { files })).status).toBe(403);
  const { items } = await upload(stockist, { name: 'a.png', bytes: await makePicture(20, 20) });
  expect((await stockist.refused(api.images.remove, { params: { id: items[0]?.id ?? 0 } })).status).toBe(403);
});

/** An active offer of a supplier, inserted directly, because offers belong to another area. */
async function offer(productId: number, variationId: number) {
  const { businessId } = owner;
  await app.database.transact({ businessId }, async (tx) => {
    const own = { business_id: businessId, variation_id: variationId };
    const { id: warehouse_id } = await tx.db
      .insertInto('warehouses')
      .values({ business_id: businessId, name: 'Central', created_at: tx.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: stock_id } = await tx.db
      .insertInto('stock')
      .values({ ...own, warehouse_id, on_hand: 5 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.db
      .insertInto('dropship_items')
      .values({
        ...own,
        product_id: productId,
        warehouse_id,
        stock_id,
        quantity_cap: 5,
        price_centavos: 1000,
        created_at: tx.now(),
        updated_at: tx.now(),
      })
      .execute();
  });
}
