import { dirname, join } from 'node:path';
import { namesErrors, sources } from './files.ts';

/** A declaration of a file of the server, with its text. */
type Declared = { path: string; name: string; text: string };

const isProduct = (path: string) => !/\.test\.ts$|\/test\/|\/seed\/|db\/types\.ts$/.test(path);
const files = sources(namesErrors).filter(({ path }) => isProduct(path));

/** Declarations at the top of a file: each ends where the next one begins. */
function declarationsOf({ path, text }: { path: string; text: string }): Declared[] {
  const begin = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm;
  const found = [...text.matchAll(begin)];
  return found.map(({ 1: name = '', index }, at) => ({
    path,
    name,
    text: text.slice(index, found[at + 1]?.index),
  }));
}

/** The declarations that a file imports, by the name that it has there: `path name`. */
function importsOf({ path, text }: { path: string; text: string }): Map<string, string> {
  const named = text.matchAll(/import \{([^}]*)\} from '([^']+)'/g);
  return new Map(
    [...named].flatMap(([, names = '', from = '']) => {
      const file = /^#(server|contract)\//.test(from) ? from.slice(1) : join(dirname(path), from);
      return names
        .split(',')
        .map((name) => name.trim().split(' as '))
        .map(([name = '', own = name]) => [own.trim(), `${file} ${name.trim()}`] as const);
    }),
  );
}

const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
const declarations = new Map(
  files.flatMap(declarationsOf).map((declared) => [`${declared.path} ${declared.name}`, declared]),
);

/** Every declaration that a text of a file names, and those that these name. */
function reachedFrom(path: string, text: string, reached: Set<Declared>): Set<Declared> {
  for (const [name] of text.matchAll(/\b[A-Za-z_]\w*\b/g)) {
    const next = declarations.get(imports.get(path)?.get(name) ?? `${path} ${name}`);
    if (!next || reached.has(next)) continue;
    reached.add(next);
    reachedFrom(next.path, next.text, reached);
  }
  return reached;
}

/** The text of what can run for an endpoint: its handler, and all that the handler names. */
export const codeOfEndpoints: ReadonlyMap<string, string> = new Map(
  [...declarations.values()].flatMap(({ path, text }) => {
    const [opening = '', entity = ''] =
      /^(?:export )?const \w+: Handlers<[^{]*?typeof (?:api\.)?(\w+)[^{]*?> = \{/.exec(text) ?? [];
    return entity === '' ? [] : actsOf(path, entity, text.slice(opening.length));
  }),
);

function actsOf(path: string, entity: string, acts: string): [name: string, code: string][] {
  return acts.split(/\n {2}(?=\w+(?::| ?\(|,))/).map((text) => {
    const act = /\w+/.exec(text)?.[0] ?? '';
    const reached = [...reachedFrom(path, text, new Set())].map((declared) => declared.text);
    return [`${entity}.${act}`, [text, ...reached].join('\n')];
  });
}
