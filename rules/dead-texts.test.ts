import { expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { sources } from './files.ts';

const product = sources(/^(web|server|contract|tools)\/.*\.tsx?$/).filter(
  ({ path }) => !/\.test\.tsx?$|\/test\/|^contract\/messages\/(pt|en)\//.test(path),
);
const code = product.map(({ text }) => text).join('\n');
const captured = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, found = '']) => found);

/** Keys as `t` takes them, with or without their namespace; and the starts of computed ones, which end in a dot. */
const named = new Set(captured(/['"`](?:[\w-]+:)?([\w.-]+)['"`]/g));
const computed = [...new Set(captured(/`(?:[\w-]+:)?([\w.-]*\.[\w-]*)\$\{/g))];
/** The ends of keys whose first part is computed. */
const endings = captured(/`\$\{\w+\}(\.[\w.]+)`/g);
/** Every `products.list.title` in `words.products.list.title`, and those that end an expression. */
const reads = new Set<string>();
const ends = new Set<string>();
for (const chain of new Set(captured(/\.(\w+(?:\??\.\w+)*)/g))) {
  const parts = chain.replaceAll('?', '').split('.');
  for (let from = 0; from < parts.length; from += 1) {
    ends.add(parts.slice(from).join('.'));
    for (let to = from + 1; to <= parts.length; to += 1) reads.add(parts.slice(from, to).join('.'));
  }
}

function keysOf(node: object, above: readonly string[]): string[][] {
  return Object.entries(node).flatMap(([key, inner]) =>
    typeof inner === 'object' ? keysOf(inner, [...above, key]) : [[...above, key]],
  );
}

function isUsed([namespace = '', ...path]: string[]): boolean {
  const key = path.join('.').replace(/_(one|other)$/, '');
  const branches = path.slice(1).map((_, at) => path.slice(0, at + 1).join('.'));
  return (
    named.has(key) ||
    computed.some((start) => key.startsWith(start)) ||
    endings.some((ending) => key.endsWith(ending)) ||
    branches.some((branch) => branch.includes('.') && named.has(branch)) ||
    reads.has(`${namespace}.${key}`) ||
    branches.some((branch) => ends.has(`${namespace}.${branch}`)) ||
    (path[0] === 'mails' && [path[1], `${namespace}.${path[1]}`].some((mail) => named.has(mail ?? '')))
  );
}

/** Looked up by the codes and names of the contract. */
const byName = /^(errors|fields)\.|^\w+\.(failures|successes)\./;

test('every text is used: remove it from both languages', () => {
  const keys = keysOf(messages.pt, []).filter((path) => !byName.test(path.join('.')));
  expect(keys.length).toBeGreaterThan(4000);
  expect(keys.filter((path) => !isUsed(path)).map((path) => path.join('.'))).toEqual([]);
});
