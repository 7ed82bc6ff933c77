import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { applySheet, sendSheet } from '#server/business/test/import-factory.ts';
import { csv } from '#server/business/test/sheet-corpus.ts';
import { drainLater } from '#server/marketplaces/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp({ WEBHOOKS_TO_LOOPBACK: 'true' });

const pictures = await Promise.all([1, 2, 3, 4].map((n) => makePicture(40 + n, 30)));
let asked: string[] = [];
let isDown = false;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const picture = pictures[Number(/(\d)\.png/.exec(request.url ?? '')?.[1] ?? 0) - 1];
  if (isDown) response.writeHead(503).end();
  else if (request.url === '/page') response.end('<html>');
  else if (picture) response.end(picture);
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;

const detail = (person: Person, id: number) => person.call(api.imports.detail, { params: { id } });
const productNamed = async (person: Person, name: string) => {
  const { items } = await person.call(api.products.list, {});
  const id = items.find((item) => item.name === name)?.id ?? 0;
  return person.call(api.products.detail, { params: { id } });
};

test('pictures of a product and of its variations are downloaded in their order, each address once', async () => {
  const owner = await app.join('supply');
  asked = [];
  const titles = [
    'Código (SKU)',
    'Descrição',
    'Código do pai',
    'Variações',
    'URL imagem 1',
    'URL imagem 2',
    'URL imagem externa 1',
  ];
  const sheet = Buffer.from(
    csv([
      titles,
      ['CAM', 'Camisa', '', '', at('1.png'), '', `${at('2.png')}|${at('1.png')}`],
      ['CAM-A', 'Camisa - Azul', 'CAM', 'Cor:Azul||', at('1.png'), at('3.png'), ''],
      ['CAM-B', 'Camisa - Bege', 'CAM', 'Cor:Bege||', at('1.png'), '', ''],
      ['CINTO', 'Cinto', '', '', '', at('4.png'), 'sem imagem'],
    ]),
  );
  const { id } = await sendSheet(app, owner, 'products', sheet);
  expect(await applySheet(app, owner, id)).toMatchObject({ pictures: { waiting: 0, done: 4, failed: 0 } });
  const shirt = await productNamed(owner, 'Camisa');
  expect(shirt.images.map(({ name }) => name)).toEqual(['1', '2']);
  expect(shirt.variations.map(({ images }) => images.map(({ name }) => name))).toEqual([['3'], []]);
  expect((await productNamed(owner, 'Cinto')).images.map(({ name }) => name)).toEqual(['4']);
  expect(asked.toSorted()).toEqual(['/1.png', '/2.png', '/3.png', '/4.png']);
  const again = await sendSheet(app, owner, 'products', sheet);
  expect(again.fates).toEqual({ new: 0, changed: 0, unchanged: 4, wrong: 0 });
});

test('a new address of a product that exists is a change, and its picture comes last', async () => {
  const owner = await app.join('supply');
  const sheet = (addresses: string) =>
    Buffer.from(
      csv([
        ['SKU', 'Produto', 'Fotos'],
        ['P-1', 'Pote', addresses],
      ]),
    );
  await applySheet(app, owner, (await sendSheet(app, owner, 'products', sheet(at('2.png')))).id);
  const second = await sendSheet(app, owner, 'products', sheet(`${at('1.png')}, ${at('2.png')}`));
  expect(second.fates).toMatchObject({ changed: 1 });
  await applySheet(app, owner, second.id);
  expect((await productNamed(owner, 'Pote')).images.map(({ name }) => name)).toEqual(['2', '1']);
});

test('what cannot be downloaded is listed with its reason, and can be tried again', async () => {
  const owner = await app.join('supply');
  const addresses = [at('9.png'), at('page'), 'http://10.0.0.8/1.png', at('1.png')];
  const rows = addresses.map((url, n) => [`F-${n}`, `Foto ${n}`, url]);
  const { id } = await sendSheet(
    app,
    owner,
    'products',
    Buffer.from(csv([['SKU', 'Produto', 'URL da imagem'], ...rows])),
  );
  isDown = true;
  await applySheet(app, owner, id);
  expect((await detail(owner, id)).pictures).toEqual({ waiting: 3, done: 0, failed: 1 });
  // The address is asked again after a minute, and after five more.
  for (const minutes of [1, 5]) {
    app.clock.advance(minutes);
    await drainLater(app);
  }
  expect((await detail(owner, id)).pictures).toEqual({ waiting: 0, done: 0, failed: 4 });
  isDown = false;
  const stranger = await app.join('supply');
  expect((await stranger.refused(api.imports.retry, { params: { id } })).code).toBe('not_found');
  expect((await stranger.refused(api.imports.pictures, { params: { id } })).code).toBe('not_found');
  await owner.call(api.imports.retry, { params: { id } });
  await app.drain();
  expect((await detail(owner, id)).pictures).toEqual({ waiting: 0, done: 1, failed: 3 });
  const { items } = await owner.call(api.imports.pictures, {
    params: { id },
    query: { query: 'state:failed' } as never,
  });
  expect(items.map(({ product, fault }) => [product.name, fault])).toEqual([
    ['Foto 0', 'not_found'],
    ['Foto 1', 'not_an_image'],
    ['Foto 2', 'address_not_public'],
  ]);
});

test('pictures of a product that is removed meanwhile leave nothing', async () => {
  const owner = await app.join('supply');
  isDown = true;
  const bytes = Buffer.from(
    csv([
      ['SKU', 'Produto', 'Foto'],
      ['G-1', 'Gancho', at('3.png')],
    ]),
  );
  const { id } = await sendSheet(app, owner, 'products', bytes);
  await applySheet(app, owner, id);
  const { id: productId } = await productNamed(owner, 'Gancho');
  await owner.call(api.products.remove, { params: { id: productId } });
  isDown = false;
  app.clock.advance(1);
  await drainLater(app);
  expect((await detail(owner, id)).pictures).toEqual({ waiting: 0, done: 0, failed: 0 });
  expect((await owner.call(api.images.list, {})).total).toBe(0);
});
