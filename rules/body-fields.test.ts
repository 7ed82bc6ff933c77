import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { root, sources } from './files.ts';
import { pathsOf } from './schema-paths.ts';

const files = new Map(
  sources(/^(server|contract)\/.*\.ts$/)
    .filter(({ path }) => !/\.test\.ts$|\/test\/|\/seed\/|db\/types\.ts$|^contract\/messages\//.test(path))
    .map(({ path, text }) => [path, text.replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')]),
);

/** Files of this repository that a file imports, by the names that it takes from each. */
function importsOf(path: string): { names: string[]; from: string }[] {
  const text = files.get(path) ?? '';
  return [
    ...text.matchAll(/import (?:type )?(?:(\w+)|\{([^}]*)\}) from '(#server|#contract|\.)([^']*)'/g),
  ].map(([, whole, some = '', start = '', rest = '']) => ({
    names: whole
      ? [whole]
      : some.split(',').map(
          (name) =>
            name
              .replace(/^\s*type\s/, '')
              .split(' as ')
              .at(-1)
              ?.trim() ?? '',
        ),
    from: start === '.' ? relative(root, join(root, dirname(path), `.${rest}`)) : `${start.slice(1)}${rest}`,
  }));
}

type Handler = { name: string; text: string; path: string };

/** The handlers of a file by the names of their endpoints. */
function handlersIn(path: string): Handler[] {
  const tables = /^export const \w+: Handlers<\s*[^=]*?typeof (?:api\.)?(\w+)[^=]*> = \{\n(.*?)^\};$/gms;
  return [...(files.get(path) ?? '').matchAll(tables)].flatMap(([, entity = '', body = '']) =>
    body
      .split(/^(?= {2}\w+[:,(])/m)
      .map((text) => ({ name: `${entity}.${/\w+/.exec(text)?.[0]}`, text, path })),
  );
}

const handlers = new Map(
  [...files.keys()]
    .filter((path) => /routes\.ts$/.test(path))
    .flatMap(handlersIn)
    .map((handler) => [handler.name, handler]),
);

/** The text of a handler, of the files whose names it uses, and of those that they import, three imports deep. */
function textsBehind({ text, path }: Handler): string[] {
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const reached = new Set<string>();
  let layer = importsOf(path)
    .filter(({ names }) => names.some(isUsed))
    .map(({ from }) => from);
  for (let depth = 0; depth < 3; depth++) {
    for (const one of layer) reached.add(one);
    layer = layer
      .filter((one) => one.startsWith('server/'))
      .flatMap((one) => importsOf(one).map(({ from }) => from))
      .filter((one) => !reached.has(one) && (one.startsWith('server/') || columnTable.test(one)));
  }
  return [text, ...[...reached].filter(isRule).map((one) => files.get(one) ?? '')];
}

/** Tables of columns, from which rules and SQL are made: an entry is read by what is made from it. */
const columnTable = /^contract\/.*-(fields|columns)\.ts$/;
const isRule = (path: string) => path.startsWith('server/') || columnTable.test(path);

/** Named otherwise than as a key of an object or of a type, renamed while it is taken, or an entry of a table of columns. */
const reads = (text: string, field: string) =>
  new RegExp(
    `\\b${field}\\b(?!\\??:)|\\b${field}: \\w+[ ,}]|^ {2}${field}: (text|column|\\{|\\w+\\()`,
    'm',
  ).test(text);

/** Fields that no rule names, by the reason. */
const elsewhere: readonly { field: RegExp; reason: string }[] = [
  { field: / (passkey|credential)\.\w+$/, reason: 'the library of passkeys reads the answer of the device' },
  { field: / passwordConfirmation$/, reason: 'the schema compares it with the password' },
  { field: / bankRowSeen$/, reason: 'the schema takes only true: a person confirms' },
  { field: / warranty\.unit$/, reason: 'stored as it is and read by the marketplace behind the port' },
  {
    field: /^priceSchedules\.create seen\.capped$/,
    reason: 'compared where the rows of a list are selected',
  },
  {
    field: /^postsales\.decide details\.(carrier|receiver)$/,
    reason: 'read by the marketplace behind the port',
  },
];

test('every field of a body is named by the rule of its endpoint, or elsewhere for a reason', () => {
  const unread = endpoints.flatMap(({ name, endpoint }) => {
    if (!endpoint.body) return [];
    const handler = handlers.get(name);
    if (!handler) return [`${name} has no handler`];
    const texts = textsBehind(handler);
    return [...pathsOf(endpoint.body, 'input')]
      .filter((path) => !texts.some((text) => reads(text, path.split('.').at(-1) ?? '')))
      .map((path) => `${name} ${path}`);
  });
  expect(unread.filter((one) => !elsewhere.some(({ field }) => field.test(one)))).toEqual([]);
  expect(elsewhere.filter(({ field }) => !unread.some((one) => field.test(one)))).toEqual([]);
});
