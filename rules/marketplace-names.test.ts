import { expect, test } from 'vitest';
import { places, sources } from './files.ts';

/** The files that may list the marketplaces. */
const lists = [
  /^server\/outside\/marketplaces\/(?!contract-suite)[a-z-]+\//,
  /^server\/outside\/marketplaces\/marketplaces\.ts$/,
  /^server\/env\.ts$/,
  /^server\/sandbox-process\.ts$/,
  /^contract\/marketplaces\/marketplace\.ts$/,
  /^contract\/messages\//,
  /^server\/seed\//,
  /\/[\w-]*factory\.ts$/,
  /\.test\.tsx?$/,
];

/** By name, by host, by the form of its ids and by its own terms. */
const names =
  /mercado.?livre|mercadolibre|\bMLBU?\b|['"`/]MLB|shopee|nuvemshop|tiendanube|user_product_seller|warehouse_management|paused_by_seller/i;

test('no file names a marketplace outside its folder and the lists', () => {
  const product = sources(/^(contract|server|web)\/.*\.(ts|tsx)$/).filter(
    ({ path }) => !lists.some((list) => list.test(path)),
  );
  const found = [...new Set(places(product, names).map((place) => place.replace(/:\d+$/, '')))].sort();
  expect(found).toEqual([]);
});
