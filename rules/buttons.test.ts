import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isPermission } from '#contract/permissions.ts';
import { endpoints } from './endpoints.ts';
import { sources } from './files.ts';

const permissions = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint.permission]));
const screens = sources(/^web\/(?!ui\/).*\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$|\/test\//.test(path));
const textOf = new Map(screens.map(({ path, text }) => [path, text]));

/** Permissions of the endpoints that a text names, as `api.products.update` or by the entity alone. */
const permissionsIn = (text: string) =>
  [...text.matchAll(/\b(?:api\.)?(\w+\.\w+)/g)].flatMap(([, name = '']) => permissions.get(name) ?? []);

/** A file and what it renders or opens, two imports deep. */
function filesNear(path: string, depth = 2): string[] {
  const imported = [...(textOf.get(path) ?? '').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    .map(([, file = '']) => join(dirname(path), file))
    .filter((file) => textOf.has(file));
  return [path, ...(depth === 0 ? [] : imported.flatMap((file) => filesNear(file, depth - 1)))];
}

/** The text between the braces around a place. */
function blockAround(text: string, at: number): string {
  const edge = (from: number, step: 1 | -1): number => {
    const [open, close] = step === 1 ? ['{', '}'] : ['}', '{'];
    let depth = 0;
    for (let place = from; place >= 0 && place < text.length; place += step) {
      if (text[place] === open) depth += 1;
      else if (text[place] === close && depth === 0) return place;
      else if (text[place] === close) depth -= 1;
    }
    return from;
  };
  return text.slice(edge(at, -1), edge(at, 1));
}

/** Buttons and menu items that run something, with the permission without which they are hidden. */
const buttons = screens.flatMap(({ path, text }) =>
  [...text.matchAll(/permission: '([\w.-]+)',/g)].flatMap(({ 1: permission = '', index }) => {
    const item = blockAround(text, index);
    const run = /\brun(?::|\()[\s\S]*/.exec(item)?.[0];
    return run && isPermission(permission) ? [{ path, text, permission, run }] : [];
  }),
);

/** What a button must ask: the permissions of the acts it runs; otherwise those near it, because it opens a dialog. */
function expected({ path, text, run }: { path: string; text: string; run: string }): string[] {
  const acts = new Map(
    [...text.matchAll(/const (\w+) = use\w*Act\(\s*(?:api\.)?(\w+\.\w+)/g)].map(([, name = '', of = '']) => [
      name,
      of,
    ]),
  );
  const ran = [...run.matchAll(/\b(\w+)\.run\(/g)].flatMap(([, act = '']) => acts.get(act) ?? []);
  if (ran.length > 0) return ran.flatMap((name) => permissions.get(name) ?? []);
  return filesNear(path).flatMap((file) => permissionsIn(textOf.get(file) ?? ''));
}

/** The rule asks for it as well: a new account needs more than one that is connected again. */
const stronger = ['web/marketplaces/use-connect.ts accounts.connect'];

test('a button is shown with the permission of the endpoint that it calls', () => {
  expect(buttons.length).toBeGreaterThan(100);
  const wrong = buttons.filter((button) => !expected(button).includes(button.permission));
  expect(wrong.map(({ path, permission }) => `${path} ${permission}`)).toEqual(stronger);
});
