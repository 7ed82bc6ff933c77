import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { root } from '../../rules/files.ts';
import { findDeclaration, wrapDeclaration } from './wrapped.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href;

/** A declaration of a module replaced by a wrong one, or a statement run on the migrated database. */
export type Patch =
  | Wrapped
  | Edited
  /** Replaces source lines, for bugs in the source text itself. */
  | { file: string; append: string }
  /** One exact piece of the body of a function of the database. */
  | { fn: string; find: string; replace: string }
  /** As the owner of the tables, after the last migration. Not on roles: they are the whole cluster's, and stay changed. */
  | { sql: string };

type Wrapped = {
  file: string;
  name: string;
  /** Source of a function that returns a wrong version of the named export. */
  bug: string;
  /** Removes the database constraints that would prevent the bug; each has a plant of its own. */
  without?: string;
};

/** One piece within one declaration, where what is wrong cannot be put around it. */
type Edited = { file: string; name: string; find: string; replace: string; without?: string };

/**
 * Replaces an export of a module. `Module` is the type of that module, so a name that is no longer exported, or a
 * function with other parameters, does not compile.
 */
export function wrap<Module>() {
  return <Name extends keyof Module & string>(
    file: string,
    name: Name,
    bug: (right: Module[Name]) => Wrong<Module[Name]>,
    without?: string,
  ): Patch => ({ file, name, bug: bug.toString(), ...(without && { without }) });
}

type Wrong<Right> = Right extends (...given: never[]) => unknown ? Right : { [Key in keyof Right]: unknown };

/** The same for a private declaration of a module; a test fails if the name is gone. */
export function wrapInner<Right>(file: string, name: string, bug: (right: Right) => unknown): Patch {
  return { file, name, bug: bug.toString() };
}

/** Applied when a test gets its database, when the rules read files, and when the product starts a process. */
const cloned = { file: 'server/test/database.ts', find: '  return {\n    url:' };
const started = { file: 'server/test/kill.ts', find: "[join(root, 'server', 'main.mjs'), " };
const reading = { file: 'rules/files.ts', name: 'sources' };

/** The text with its one piece replaced; a piece that is not there exactly once is a plant that has rotted. */
export function replaceOnce(text: string, find: string, replace: string, where: string): string {
  const pieces = text.split(find);
  if (pieces.length !== 2) throw new Error(`${where}: found ${pieces.length - 1} times, not once: ${find}`);
  return pieces.join(replace);
}

/** Throws if the patch does not fit the current source. */
export function expectFits(patch: Patch): void {
  if ('sql' in patch) return;
  if ('fn' in patch) {
    const schema = readFileSync(join(root, 'server/db/schema.sql'), 'utf8');
    if (!schema.includes(`FUNCTION public.${patch.fn}(`)) throw new Error(`no function ${patch.fn}`);
    replaceOnce(schema, patch.find, patch.replace, patch.fn);
    return;
  }
  changedText(patch, readFileSync(join(root, patch.file), 'utf8'));
}

/** A module's text with its bug. */
export function changedText(patch: Extract<Patch, { file: string }>, code: string): string {
  if ('append' in patch) return code + patch.append;
  if ('bug' in patch) return wrapDeclaration(code, patch.name, patch.bug, patch.file);
  const { start, end } = findDeclaration(code, patch.name, patch.file);
  const changed = replaceOnce(
    code.slice(start, end),
    patch.find,
    patch.replace,
    `${patch.file}, ${patch.name}`,
  );
  return code.slice(0, start) + changed + code.slice(end);
}

function statementOf(patch: Patch): string {
  if ('file' in patch) return ('name' in patch && patch.without) || '';
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
  if ('append' in patch) return [reading.file];
  return [patch.file, started.file, ...(patch.without === undefined ? [] : [cloned.file])];
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
  if (path === patch.file) return changedText(patch, code);
  if (path === started.file) {
    const before = JSON.stringify(`--import=${preload}?planted=${form}`);
    return replaceOnce(code, started.find, started.find.replace('[', `[${before}, `), path);
  }
  if (!('append' in patch)) return code;
  const more = JSON.stringify(patch.append);
  const bug = `(right) => (matching) => right(matching).map((source) => source.path !== ${JSON.stringify(patch.file)}
    ? source : { ...source, text: source.text + ${more}, lines: [...source.lines, ${more}] })`;
  return wrapDeclaration(code, reading.name, bug, path);
}

function runStatement(patch: Patch): string {
  return `
    const owner = new pg.Client(Object.assign(new URL(template), { pathname: '/' + name }).href);
    await owner.connect(); await owner.query(${JSON.stringify(statementOf(patch))}); await owner.end();
    ${cloned.find}`;
}
