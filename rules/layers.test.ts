import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { areaOrder, areas, upwardImports } from './areas.ts';
import { sources } from './files.ts';

/**
 * Imports run one way: the contract, then what every area stands on, then the areas, then what puts them together. A
 * circle between files is found by the linter.
 */
const layers = [
  /^contract\//,
  /^server\/(db|http|jobs|outside)\/|^server\/(env|environment-error|development-secrets|production-safety|fault|seal|unzip)\.ts$/,
  new RegExp(`^server/(${areas.join('|')})/`),
  /^server\/([\w-]+\.(ts|mjs)$|seed\/)/,
];
const support = /(^|\/)test\/|\.test\.tsx?$/;
const layerOf = (path: string) => layers.findIndex((layer) => layer.test(path));

const files = sources(/^(contract|server|web)\/.*\.tsx?$/).filter(({ path }) => !support.test(path));
const imports = files.flatMap(({ path, text }) =>
  [...text.matchAll(/(?:from|import)\s*\(?'([#.][^']+)'/g)].map(([, named = '']) => ({
    path,
    imported: named.startsWith('#') ? named.slice(1) : normalize(join(dirname(path), named)),
  })),
);
const shown = ({ path, imported }: { path: string; imported: string }) => `${path} imports ${imported}`;

test('imports run from the app down to the contract, never up', () => {
  expect(imports.length).toBeGreaterThan(3000);
  const upward = imports.filter(
    ({ path, imported }) => layerOf(path) >= 0 && layerOf(imported) > layerOf(path),
  );
  expect(upward.map(shown)).toEqual([]);
});

test('the product imports nothing that is there for its tests', () => {
  expect(imports.filter(({ imported }) => support.test(imported)).map(shown)).toEqual([]);
});

test('areas import those below them; the listed exceptions can only become fewer', () => {
  const areaOf = (path: string) => areas.find((area) => path.startsWith(`server/${area}/`));
  const found = new Map<string, number>();
  for (const { path, imported } of imports) {
    const [importer, wanted] = [areaOf(path), areaOf(imported)];
    if (!importer || !wanted || areaOrder.indexOf(wanted) <= areaOrder.indexOf(importer)) continue;
    const pair = `${importer} → ${wanted}`;
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  const added = [...found].filter(([pair, count]) => count > (upwardImports[pair] ?? 0));
  expect(Object.fromEntries(added)).toEqual({});
});
