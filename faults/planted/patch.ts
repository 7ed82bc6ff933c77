import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { root } from '../../rules/files.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href;

/** One exact piece of the product's text replaced by a wrong one, or a statement run on the finished database. */
export type Patch =
  | {
      file: string;
      find: string;
      replace: string;
      /** The walls of the database that would stop it, taken down: each is tested by a plant of its own. */
      without?: string;
    }
  /** The same in the body of a function of the database. */
  | { fn: string; find: string; replace: string }
  /** As the owner of the tables, after the last migration. Not on roles: they are the whole cluster's, and stay changed. */
  | { sql: string };

/** Where a test has just got a database of its own, where the laws read files, where the product gets a process. */
const cloned = { file: 'server/test/database.ts', find: '  return {\n    url:' };
const started = { file: 'server/test/kill.ts', find: "[join(root, 'server', 'main.mjs'), " };
const reading = { file: 'rules/files.ts', find: "const text = readFileSync(join(root, path), 'utf8');" };

/** The text with its one piece replaced; a piece that is not there exactly once is a plant that has rotted. */
export function replaceOnce(text: string, find: string, replace: string, where: string): string {
  const pieces = text.split(find);
  if (pieces.length !== 2) throw new Error(`${where}: found ${pieces.length - 1} times, not once: ${find}`);
  return pieces.join(replace);
}

/** Throws where the patch does not fit the product as it is. */
export function expectFits(patch: Patch): void {
  if ('sql' in patch) return;
  if ('fn' in patch) {
    const schema = readFileSync(join(root, 'server/db/schema.sql'), 'utf8');
    if (!schema.includes(`FUNCTION public.${patch.fn}(`)) throw new Error(`no function ${patch.fn}`);
    replaceOnce(schema, patch.find, patch.replace, patch.fn);
    return;
  }
  replaceOnce(readFileSync(join(root, patch.file), 'utf8'), patch.find, patch.replace, patch.file);
}

function statementOf(patch: Patch): string {
  if ('file' in patch) return patch.without ?? '';
  if ('sql' in patch) return patch.sql;
  const { fn, find, replace } = patch;
  return `do $do$ declare body text; begin
    select pg_get_functiondef(oid) into strict body from pg_proc where proname = '${fn}';
    if strpos(body, $find$${find}$find$) = 0 then raise exception 'not in ${fn}'; end if;
    execute replace(body, $find$${find}$find$, $new$${replace}$new$); end $do$`;
}

/** The modules that a patch loads in another form. */
export function patchedFiles(patch: Patch): string[] {
  if (!('file' in patch)) return [cloned.file];
  return [patch.file, reading.file, started.file, ...(patch.without === undefined ? [] : [cloned.file])];
}

/** Loads a module named with `?planted=` and a number as that bug has it; files stay as they are. */
export function patching(patches: readonly Patch[]): Plugin {
  return {
    name: 'planted bugs',
    enforce: 'pre',
    transform(code, id) {
      const [path = '', query] = id.split('?planted=');
      if (query === undefined) return undefined;
      const patch = patches[Number.parseInt(query, 10)];
      if (!patch) throw new Error(`no bug ${query}`);
      return { code: patchedText(patch, code, relative(root, path), query), map: null };
    },
  };
}

function patchedText(patch: Patch, code: string, path: string, form: string): string {
  if (path === cloned.file) return replaceOnce(code, cloned.find, runStatement(patch), path);
  if (!('file' in patch)) return code;
  const { file, find, replace } = patch;
  if (path === file) return replaceOnce(code, find, replace, path);
  if (path === started.file) {
    const before = JSON.stringify(`--import=${preload}?planted=${form}`);
    return replaceOnce(code, started.find, started.find.replace('[', `[${before}, `), path);
  }
  const read = `const read = readFileSync(join(root, path), 'utf8');
    const text = path === ${JSON.stringify(file)}
      ? read.split(${JSON.stringify(find)}).join(${JSON.stringify(replace)}) : read;`;
  return replaceOnce(code, reading.find, read, path);
}

function runStatement(patch: Patch): string {
  return `
    const owner = new pg.Client(Object.assign(new URL(template), { pathname: '/' + name }).href);
    await owner.connect(); await owner.query(${JSON.stringify(statementOf(patch))}); await owner.end();
    ${cloned.find}`;
}
