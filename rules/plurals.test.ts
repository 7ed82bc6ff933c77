import { expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { locales } from '#contract/messages/locale.ts';

/** Every text with the path of its key. */
function textsOf(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`));
}

/** A number followed by a plural. */
const counted = /\{\{count\}\} \p{L}{3,}s\b/u;

/** Texts whose number is a limit, always more than one. */
const limits = [
  'account.stations.lockedText',
  'inventory.walk.more',
  'marketplaces.chats.attachMany',
  'marketplaces.chats.textHint',
  'products.gtin.digits',
  'supply.lines.tooMany',
];

/** A number by another name followed by a plural, directly or after one word. */
const countedByName = /\{\{(?!count\}\})(?:n:)?(\w+)\}\} (?:\p{L}+ )?(\p{L}{3,}s)\b/gu;

/** Placeholders before a plural that are not numbers: a name, an amount, a day. */
const names = new Set([
  ...[
    'business',
    'supplier',
    'seller',
    'buyer',
    'account',
    'marketplace',
    'name',
    'names',
    'plan',
    'resource',
  ],
  ...['code', 'sku', 'volume', 'id', 'position', 'source', 'fields', 'host', 'bucket', 'reason'],
  // Amounts of money and percentages keep their form.
  ...['value', 'percent', 'due', 'at', 'until', 'since', 'to'],
]);

/** Numbers that are always more than one. */
const many = new Set([
  // Limits of the product and of a marketplace.
  ...['max', 'min', 'limit', 'most', 'fewest', 'maxAttempts', 'plan', 'number'],
  // Of the dashboard, and of a list that is longer than it shows.
  ...['days', 'total', 'shown'],
  // Of which some are left out, and more than one that a scan names.
  ...['selected', 'volumes'],
]);
test.each(locales)('a text with a number before a plural has a singular form (%s)', (locale) => {
  const texts = textsOf(messages[locale], '').map(([path, text]) => [path.slice(1), text] as const);
  const wrong = texts.filter(
    ([path, text]) =>
      counted.test(text) &&
      !/_(?:one|other)$/.test(path) &&
      !limits.some((limit) => path.endsWith(limit.slice(limit.lastIndexOf('.')))),
  );
  expect(wrong).toEqual([]);
});

test.each(locales)(
  'a number by another name before a plural has a singular form, or is always more than one (%s)',
  (locale) => {
    const wrong = textsOf(messages[locale], '').filter(
      ([path, text]) =>
        !/_(?:one|other)$/.test(path) &&
        [...text.matchAll(countedByName)].some(([, name = '']) => !names.has(name) && !many.has(name)),
    );
    expect(wrong).toEqual([]);
  },
);
