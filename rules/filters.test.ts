import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { FilterFields } from '#contract/filter.ts';
import { messages } from '#contract/messages/index.ts';
import { root, sources } from './files.ts';
import { withoutControl } from './filters.ts';

/** Filters that links and tabs write: `late:yes`, `query: \`order:${id}\``. */
const written = new Set(
  sources(/^(web|server|contract)\/.*\.tsx?$/)
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ text }) => [...text.matchAll(/[\s'"`]([\w-]+):[\w$>]/g)].map(([, field = '']) => field)),
);

const screens = sources(/^web\/(?!ui\/).*\.tsx?$/).filter(({ path }) => !path.includes('.test.'));

/** A screen with the parts that it imports from beside it, where its controls may be. */
function screenOf({ path, text }: { path: string; text: string }): string {
  const parts = [...text.matchAll(/from '(\.\/[^']+)'/g)].map(([, part = '']) => join(dirname(path), part));
  return [text, ...screens.filter((part) => parts.includes(part.path)).map((part) => part.text)].join('\n');
}

/** The filters of the contract with their screens. */
async function filters(): Promise<{ name: string; fields: FilterFields; screen: string }[]> {
  const contract = sources(/^contract\/(?!messages\/).*\.ts$/).filter(({ text }) =>
    /export const \w+Filter = /.test(text),
  );
  const modules = contract.map(
    async ({ path }): Promise<[string, unknown][]> => Object.entries(await import(join(root, path))),
  );
  return (await Promise.all(modules)).flat().flatMap(([name, fields]) => {
    const users = screens.filter(({ text }) => new RegExp(`fields: ${name}\\b`).test(text));
    return name.endsWith('Filter') && users.length > 0
      ? [{ name, fields: fields as FilterFields, screen: users.map(screenOf).join('\n') }]
      : [];
  });
}

test('each field of a filter has a control in its list, or says who writes it', async () => {
  const all = await filters();
  // Texts are found by the search field of the list, and ids are written by links.
  const bare = all.flatMap(({ name, fields, screen }) =>
    Object.entries(fields)
      .filter(
        ([field, { kind }]) =>
          kind !== 'text' &&
          kind !== 'id' &&
          !new RegExp(`(?:field: |setField\\()'${field}'`).test(screen) &&
          !written.has(field),
      )
      .map(([field]) => `${name}.${field}`),
  );
  expect(all.length).toBeGreaterThan(35);
  expect(bare.toSorted()).toEqual(Object.values(withoutControl).flat().toSorted());
});

test('a field that a list has no control for is named by its chip in both languages', async () => {
  const named = Object.values(messages).map(({ ui }) => Object.keys(ui.filter.fields));
  const bare = (await filters()).flatMap(({ name, fields, screen }) =>
    Object.entries(fields)
      .filter(([field]) => !new RegExp(`(?:field: |setField\\()'${field}'`).test(screen))
      .filter(([field, { kind }]) => kind === 'choice' || named.some((names) => !names.includes(field)))
      .map(([field]) => `${name}.${field}`),
  );
  // The values of a choice have names of their own, which only a control has.
  expect(bare).toEqual([]);
});
