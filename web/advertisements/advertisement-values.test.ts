import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { itemOf } from '../test/sample.ts';
import { withOffer } from './advertisement-values.ts';

const empty = { components: [], product: '', brand: '', sku: '' };
const kitName = (names: string) => `Kit ${names}`;
const offer = (id: number, product: { id: number; name: string }) =>
  itemOf(api.dropshipping.list.response, 'items', {
    ...{ id, product, name: `${product.name} ${id}`, variation: String(id), brand: 'Ágata', sku: `S-${id}` },
  });
const mug = { id: 1, name: 'Caneca' };
const jug = { id: 2, name: 'Jarra' };

test('several colours become one advertisement with variations, another product makes it a kit with its own texts', () => {
  const first = withOffer(empty, offer(11, mug), kitName);
  expect(first).toMatchObject({ product: 'Caneca', brand: 'Ágata', sku: '', asVariations: false });
  const colours = withOffer(first, offer(12, mug), kitName);
  expect(colours).toMatchObject({ product: 'Caneca', sku: '', asVariations: true });
  const kit = withOffer(colours, offer(21, jug), kitName);
  expect(kit).toMatchObject({ product: 'Kit Caneca + Caneca + Jarra', sku: 'KIT-S-11-S-12-S-21' });
  expect(kit.asVariations).toBe(false);
});

test('texts typed by the seller are kept', () => {
  const typed = withOffer({ ...empty, product: 'Jogo da Vovó', brand: 'Minha' }, offer(11, mug), kitName);
  expect(typed).toMatchObject({ product: 'Jogo da Vovó', brand: 'Minha' });
});
