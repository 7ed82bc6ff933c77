import { expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { sources } from './files.ts';

type Catalogue = ReadonlyMap<string, ReadonlySet<string>>;

const parameter = /\{\{(?:n:)?(\w+)\}\}/g;
const quantity = /\{\{n:(\w+)\}\}/g;

const parametersOf = (text: string, written: RegExp) =>
  new Set([...text.matchAll(written)].map(([, name = '']) => name));

function flatten(node: object, prefix = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}

/** The parameters of each message by `area:path`, with plural forms joined under their stem. */
function catalogueOf(locale: 'pt' | 'en', written = parameter): Catalogue {
  const found = new Map<string, Set<string>>();
  for (const [area, texts] of Object.entries(messages[locale]))
    for (const [path, text] of flatten(texts)) {
      const key = `${area}:${path.replace(/_(one|other)$/, '')}`;
      found.set(key, new Set([...(found.get(key) ?? []), ...parametersOf(text, written)]));
    }
  return found;
}
const pt = catalogueOf('pt');

test.each([
  { what: 'parameters', written: parameter },
  { what: 'quantities', written: quantity },
])('a message has the same $what in both languages', ({ written }) => {
  const inEnglish = catalogueOf('en', written);
  const differing = [...catalogueOf('pt', written)].flatMap(([key, parameters]) => {
    const other = inEnglish.get(key) ?? new Set();
    const isSame = parameters.size === other.size && [...parameters].every((name) => other.has(name));
    return !isSame ? [`${key}: ${[...parameters]} / ${[...other]}`] : [];
  });
  expect(differing).toEqual([]);
});

const web = sources(/^web\/.*\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$|render-screen/.test(path));

/** The areas whose messages a file uses without a prefix. */
const areasOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/useTranslation(?:<[^>]*>)?\(([^)]*)\)/g)].flatMap(([, named = '']) =>
      named.trim() === '' ? ['ui'] : [...named.matchAll(/'(\w+)'/g)].map(([, area = '']) => area),
    ),
  ),
];

/** From an opening parenthesis to the matching one. */
function argumentsAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(start + 1, at);
  }
  return text.slice(start + 1);
}

/** Calls with a literal key, and the values beside it; null if these are built elsewhere. */
function callsIn(text: string): { key: string; values: string | null }[] {
  return [...text.matchAll(/\bt(\()\s*'([\w.:-]+)'/g)].map(({ 0: begun, 2: key = '', index }) => {
    const given = argumentsAt(text, index + 1)
      .slice(begun.length - 2)
      .replace(/^\s*,\s*/, '');
    const isLiteral = given === '' || (given.startsWith('{') && !given.includes('...'));
    return { key, values: isLiteral ? given : null };
  });
}

test('a screen passes every value that a message names', () => {
  const lacking = web.flatMap(({ path, text }) =>
    callsIn(text).flatMap(({ key, values }) => {
      if (values === null) return [];
      const keys = key.includes(':') ? [key] : areasOf(text).map((area) => `${area}:${key}`);
      const wanted = keys.flatMap((one) => pt.get(one) ?? [])[0];
      const missing = [...(wanted ?? [])].filter((name) => !new RegExp(`\\b${name}\\b`).test(values));
      return missing.length > 0 ? [`${path}: ${key} lacks ${missing.join(', ')}`] : [];
    }),
  );
  expect(lacking).toEqual([]);
});

test('the server passes every fact that the message of an error names', () => {
  const wanted = [...pt].flatMap(([key, parameters]) =>
    key.startsWith('errors:') && parameters.size > 0 ? [[key.slice(7), parameters] as const] : [],
  );
  expect(wanted.length).toBeGreaterThan(0);
  const lacking = sources(/^server\/.*\.ts$/)
    .filter(({ path }) => !/\.test\.ts$|\/test\//.test(path))
    .flatMap(({ path, text }) =>
      wanted.flatMap(([code, parameters]) =>
        [...text.matchAll(new RegExp(`(?:fail|refuse|Fault)\\(\\s*'${code}'([^;]*);`, 'g'))].flatMap(
          ([, rest = '']) =>
            !/facts: [a-z]\w*[ ,}]/.test(rest) &&
            [...parameters].some((name) => !new RegExp(`\\b${name}\\b`).test(rest))
              ? [`${path}: ${code}`]
              : [],
        ),
      ),
    );
  expect(lacking).toEqual([]);
});
