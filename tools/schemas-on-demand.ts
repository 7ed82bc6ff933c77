import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const contract = `${join(import.meta.dirname, '../contract')}/`;
const query = '?schemas';

type Node = { type: string; start: number; end: number };
type Declarator = Node & {
  id: { name?: string };
  init: (Node & { callee?: { name?: string } }) | null;
};
type Statement = Node & {
  declaration?: Statement | null;
  declarations?: Declarator[];
  specifiers?: { local: { name: string } }[];
};

/**
 * A screen needs the method and the path of an endpoint; its schemas are needed by the form that sends it. So each file of
 * the contract is two modules of the build: under its own name without schemas, and with `?schemas` as it was written,
 * which an endpoint imports on demand (web/ui/form/body-schema.ts).
 *
 * Without schemas, an entity is a table of calls, and a table of fields or columns is its other values. Everything else
 * is left as it is and marked as free of side effects, so that it is left out where nobody uses it.
 */
export function schemasOnDemand(): Plugin {
  return {
    name: 'schemas-on-demand',
    apply: 'build',
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (!importer?.endsWith(query)) return null;
        const found = await this.resolve(source, importer.slice(0, -query.length), { skipSelf: true });
        return found?.id.startsWith(contract) ? { ...found, id: `${found.id}${query}` } : found;
      },
    },
    async transform(code, id) {
      if (!id.startsWith(contract) || id.includes('/messages/') || id.endsWith(query)) return null;
      const values = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
      const statements: readonly object[] = this.parse(code).body;
      const declarators = (statements as Statement[]).flatMap(
        (statement) => (statement.declaration ?? statement).declarations ?? [],
      );
      let written = code;
      for (const { id: variable, init } of declarators.toReversed()) {
        if (!init || init.type === 'Literal' || init.type === 'ArrowFunctionExpression') continue;
        const { name } = variable;
        if (!name)
          this.error(`${id} takes a value apart outside a function; the build cannot leave that out`);
        const value =
          init.callee?.name === 'entity'
            ? calls(values[name], id, name)
            : (withoutSchemas(values[name]) ?? code.slice(init.start, init.end));
        // A call that is not marked as pure is kept, with all that it uses.
        written = `${written.slice(0, init.start)}/* @__PURE__ */ (() => (${value}))()${written.slice(init.end)}`;
      }
      return { code: withoutUnusedImports(written, statements as Statement[]), map: null };
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const ofSchemas = chunks.filter((chunk) => chunk.moduleIds.some(needsZod));
      const names = new Set(ofSchemas.map(({ fileName }) => fileName));
      for (const { fileName, imports, moduleIds } of chunks)
        if (!names.has(fileName) && imports.some((name) => names.has(name)))
          this.error(`${fileName} loads schemas before a form asks for them: ${moduleIds.join(', ')}`);
    },
  };
}

const needsZod = (id: string) => id.endsWith(query) || /[\\/]node_modules[\\/]zod[\\/]/.test(id);

/** An import would take the other file into the same chunk, although nothing of it is used. */
function withoutUnusedImports(code: string, statements: readonly Statement[]): string {
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration');
  const start = imports.at(-1)?.end ?? 0;
  const rest = code.slice(start);
  const used = imports.filter(({ specifiers = [] }) =>
    specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest)),
  );
  return used.map(({ start, end }) => `${code.slice(start, end)}\n`).join('') + rest;
}

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** The text of a table without the schemas in it; undefined if it has none, or if it is more than data. */
function withoutSchemas(table: unknown): string | undefined {
  let schemas = 0;
  let others = 0;
  const text = JSON.stringify(table, (_key, value: unknown) => {
    if (isSchema(value)) {
      schemas += 1;
      return undefined;
    }
    const isData = typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value);
    if (!isData || ['function', 'symbol', 'bigint'].includes(typeof value)) others += 1;
    return value;
  });
  return !isSchema(table) && schemas > 0 && others === 0 ? text : undefined;
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

/** What nobody reads of an endpoint in the browser, besides its schemas. */
const unread = ['params', 'query', 'body', 'response', 'summary', 'errors', 'limit', 'columns'];

/** An entity as a table of calls, each with the function that loads the whole entity. */
function calls(entity: unknown, id: string, name: string): string {
  const acts = Object.entries(entity as Record<string, Record<string, unknown>>).map(([act, endpoint]) => {
    const call = JSON.stringify(endpoint, (key, value: unknown) =>
      unread.includes(key) ? undefined : value,
    );
    return `${act}: { ${call.slice(1, -1)}, schemas }`;
  });
  const load = `() => import(${JSON.stringify(`${id}${query}`)}).then((file) => file.${name})`;
  return `((schemas) => ({ ${acts.join(', ')} }))(${load})`;
}
