import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { areaOrder, areas } from './areas.ts';
import { sources } from './files.ts';

/**
 * Imports run one way: the contract, the foundation of every area, the areas, and the application that composes them.
 * The linter finds cycles between files.
 */
const layers = [
  /^contract\//,
  /^server\/(db|http|jobs|outside)\/|^server\/(env|environment-error|events|development-secrets|production-safety|concurrency|fault|seal|unzip)\.ts$/,
  new RegExp(`^server/(${areas.join('|')})/`),
  /^server\/([\w-]+\.(ts|mjs)$|across\/|seed\/)/,
];
const support = /(^|\/)test\/|\.test\.tsx?$|^web\/ui\/render-screen\.tsx$/;
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

test('the product imports no test support', () => {
  expect(imports.filter(({ imported }) => support.test(imported)).map(shown)).toEqual([]);
});

const areaOf = (path: string) => areas.find((area) => path.startsWith(`server/${area}/`));

test('areas import only areas below them', () => {
  const upward = imports.filter(({ path, imported }) => {
    const [importer, wanted] = [areaOf(path), areaOf(imported)];
    return importer && wanted && areaOrder.indexOf(wanted) > areaOrder.indexOf(importer);
  });
  expect(upward.map(shown)).toEqual([]);
  expect([...areaOrder].toSorted()).toEqual([...areas]);
});

const modules = new Map(
  sources(/^server\/tasks\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/^import \{([^}]+)\} from '(?:#server|\.)\/([^']+)';/gm)].flatMap(
      ([, names = '', path = '']) => names.split(',').map((name) => [name.trim(), `server/${path}`] as const),
    ),
  ),
);
const tasks = new Map(
  sources(/^server\/tasks\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/^ {2}'?([\w.-]+)'?: (\w+)/gm)].flatMap(([, task = '', rule = '']) => {
      const path = modules.get(rule);
      return path ? [[task, path] as const] : [];
    }),
  ),
);

test('areas enqueue only tasks of their own or of areas below them', () => {
  expect(tasks.size).toBeGreaterThan(80);
  const upward = files.flatMap(({ path, text }) =>
    [...text.matchAll(/task: '([\w.-]+)'/g)].flatMap(([, task = '']) => {
      const [queuer, owner] = [areaOf(path), areaOf(tasks.get(task) ?? '')];
      const isUpward = queuer && owner && areaOrder.indexOf(owner) > areaOrder.indexOf(queuer);
      return isUpward ? [`${path} enqueues ${task}`] : [];
    }),
  );
  expect(upward).toEqual([]);
});

test('a domain event is published with await, or returned', () => {
  const unawaited = files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      /\btx\.publish\(/.test(line) && !/(await|return|=>) tx\.publish\(/.test(line)
        ? [`${path}:${index + 1}`]
        : [],
    ),
  );
  expect(unawaited).toEqual([]);
});

test('a domain event is published by an area, and its subscribers are in areas above it', () => {
  const [list] = sources(/^server\/subscribers\.ts$/);
  const imported = new Map(
    [...(list?.text ?? '').matchAll(/^import \{([^}]+)\} from '\.\/([^']+)';/gm)].flatMap(
      ([, names = '', path = '']) => names.split(',').map((name) => [name.trim(), `server/${path}`] as const),
    ),
  );
  const entries = [...(list?.text ?? '').matchAll(/^ {2}'([\w.-]+)': \[([\s\S]*?)\],$/gm)];
  expect(entries.length).toBeGreaterThan(15);
  const wrong = entries.flatMap(([, event = '', body = '']) => {
    const publishers = files
      .filter(({ text }) => text.includes(`publish('${event}'`))
      .flatMap(({ path }) => areaOf(path) ?? []);
    const reactors = [...body.matchAll(/\w+/g)].flatMap(([word]) => areaOf(imported.get(word) ?? '') ?? []);
    const lowest = Math.min(...reactors.map((area) => areaOrder.indexOf(area)));
    const highest = Math.max(-1, ...publishers.map((area) => areaOrder.indexOf(area)));
    return publishers.length > 0 && reactors.length > 0 && lowest > highest ? [] : [event];
  });
  expect(wrong).toEqual([]);
});
