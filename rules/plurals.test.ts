import { expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { locales } from '#contract/messages/locale.ts';

/** Every text with the path of its key. */
function textsOf(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`));
}

/** A number, and after it a word in the plural. */
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

test.each(locales)('a text with a number before a plural has a form for one (%s)', (locale) => {
  const texts = textsOf(messages[locale], '').map(([path, text]) => [path.slice(1), text] as const);
  const wrong = texts.filter(
    ([path, text]) =>
      counted.test(text) &&
      !/_(?:one|other)$/.test(path) &&
      !limits.some((limit) => path.endsWith(limit.slice(limit.lastIndexOf('.')))),
  );
  expect(wrong).toEqual([]);
});
