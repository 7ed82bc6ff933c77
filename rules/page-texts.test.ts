import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { type Source, sources } from './files.ts';

/**
 * Texts are loaded by area, and a component whose area is missing hides the whole page until it is loaded, with all
 * that was typed. So a page loads the areas of everything that it imports together with its code. Parts that are
 * imported on demand wait in their own place.
 */
const files = new Map(sources(/^web\/.*\.tsx?$/).map((source) => [source.path, source]));

/** Loaded before any page. */
const common = ['ui', 'fields'];

const imported = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm;

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, areas = '']) =>
    [...areas.matchAll(/'(\w+)'/g)].map(([, a = '']) => a),
  );

/** Areas of a file without those that it loads itself before it shows anything of them. */
function areasOf({ text }: Source): string[] {
  const own = named(text, /loadNamespace\(([^)]*)\)/g);
  return named(text, /useTranslation\(([^)]*)\)/g).filter((area) => !own.includes(area));
}

/** Each area that a page and its imports use, with one file that uses it. */
function usedBy(page: string): Map<string, string> {
  const [seen, used] = [new Set([page]), new Map<string, string>()];
  for (const path of seen) {
    const file = files.get(path);
    if (!file) continue;
    for (const area of areasOf(file)) used.set(area, used.get(area) ?? path);
    for (const [, name = ''] of file.text.matchAll(imported)) seen.add(normalize(join(dirname(path), name)));
  }
  return used;
}

const entries = sources(/^web\/([\w]+-)?pages\.ts$/).flatMap(({ path, text }) =>
  [...text.matchAll(/area: '(\w+)',([\s\S]*?)import\('(\.[^']+)'\)/g)].map(
    ([, area = '', between = '', page = '']) => ({
      page: normalize(join(dirname(path), page)),
      loaded: [area, ...named(between, /partsOf: (\[[^\]]*\])/g)],
    }),
  ),
);

test('a page loads the texts of every part that it imports, and no others', () => {
  expect(entries.length).toBeGreaterThan(80);
  const missing = entries.flatMap(({ page, loaded }) =>
    [...usedBy(page)]
      .filter(([area]) => !common.includes(area) && !loaded.includes(area))
      .map(([area, path]) => `${page} needs partsOf: ['${area}'] because of ${path}`),
  );
  const idle = entries.flatMap(({ page, loaded: [, ...parts] }) =>
    parts.filter((area) => !usedBy(page).has(area)).map((area) => `${page} loads ${area} for nothing`),
  );
  expect([...missing, ...idle]).toEqual([]);
});
