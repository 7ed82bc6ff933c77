import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { messages } from '#contract/messages/index.ts';
import { pages } from '#web/pages.ts';
import { endpoints } from './endpoints.ts';
import { namesErrors, repositoryFiles, root, sources } from './files.ts';
import { pathsOf } from './schema-paths.ts';
import { specifiedCalls } from './specification/calls.ts';
import { specifiedFields } from './specification/fields.ts';
import { specifiedMeanings, specifiedMessages } from './specification/messages.ts';
import { specifiedResources } from './specification/resources.ts';
import { specifiedRoutes } from './specification/routes.ts';
import { specifiedUses } from './specification/screens.ts';
import { specifiedActs, specifiedOverlays, specifiedStates } from './specification/states.ts';
import { refusedBodies, specifiedRules } from './specification/validation.ts';

const byName = new Map<string, EndpointDefinition>(endpoints.map(({ name, endpoint }) => [name, endpoint]));
const product = (folder: RegExp) =>
  sources(folder)
    .filter(({ path }) => !/\.test\.tsx?$|\/test\/|\/messages\//.test(path))
    .map(({ text }) => text)
    .join('\n');
const web = product(/^web\/.*\.tsx?$/);
const server = product(namesErrors);
const schemas = product(/^contract\/(?!errors\.ts).*\.ts$/);
/** Called by a screen, as `api.products.list` or, if only one entity is needed, as `auth.signIn`. */
const isCalled = (name: string) =>
  byName.has(name) &&
  new RegExp(`(?<!['\\w.])(api\\.|endpoints\\.)?${name.replace('.', '\\.')}\\b`).test(web);

test('every resource exists', () => {
  const built = new Set(endpoints.map(({ endpoint }) => endpoint.path.replace(/:\w+/g, ':')));
  const missing = specifiedResources.filter((resource) => !built.has(resource.replace(/:\w+/g, ':')));
  expect(missing).toEqual([]);
});

test('every route has its screen', () => {
  const shown = new Set(Object.keys(pages));
  expect(specifiedRoutes.filter((route) => !shown.has(route))).toEqual([]);
});

test('every field is in the schema of its entity', () => {
  const missing = Object.entries(specifiedFields).flatMap(([entity, fields]) =>
    Object.entries(fields)
      .filter(([, place]) => !isThere(place))
      .map(([field]) => `${entity}: ${field}`),
  );
  expect(missing).toEqual([]);
});

function isThere(place: string): boolean {
  const [, name = '', side, path = ''] = /^([\w.]+)(:| <) (.+)$/.exec(place) ?? [];
  const endpoint = byName.get(name);
  return side === ':'
    ? pathsOf(endpoint?.response, 'output').has(path)
    : pathsOf(endpoint?.body, 'input').has(path);
}

test('every generic call is answered by an endpoint and made by a screen', () => {
  const missing = Object.keys(specifiedCalls).filter(
    (call) => !endpoints.some(({ name, endpoint }) => specifiedCalls[call]?.(endpoint) && isCalled(name)),
  );
  expect(missing).toEqual([]);
});

test('every user action of the screens is called by a screen', () => {
  const missing = Object.entries(specifiedUses).filter(([, endpoint]) => !isCalled(endpoint));
  expect(missing.map(([use]) => use)).toEqual([]);
});

describe('states', () => {
  test('every state is in the list of its entity', async () => {
    const lists = await stateLists();
    const missing = Object.entries(specifiedStates).flatMap(([entity, { list, states }]) =>
      states.filter((state) => !lists.get(list)?.includes(state)).map((state) => `${entity}: ${state}`),
    );
    expect(missing).toEqual([]);
  });

  test('an overlay that is not a state can be filtered by', async () => {
    const { orderFilter } = await import('#contract/orders/order.ts');
    const { checkoutFilter } = await import('#contract/orders/checkout-filter.ts');
    const filters = { orderFilter, checkoutFilter };
    for (const name of specifiedOverlays['a late sale'])
      expect(filters[name].status.values).toContain('late');
  });

  test('every action on a state has its endpoint and its screen', () => {
    const missing = Object.entries(specifiedActs).filter(([, endpoint]) => !isCalled(endpoint));
    expect(missing.map(([act]) => act)).toEqual([]);
  });
});

/** Every list that a state file of the contract exports, by its name. */
async function stateLists(): Promise<Map<string, readonly unknown[]>> {
  const lists = new Map<string, readonly unknown[]>();
  for (const path of repositoryFiles().filter((file) => /^contract\/.*-states\.ts$/.test(file))) {
    const exported: Record<string, unknown> = await import(join(root, path));
    for (const [name, value] of Object.entries(exported)) if (Array.isArray(value)) lists.set(name, value);
  }
  return lists;
}

test('every validation rule refuses', () => {
  const missing = Object.entries(specifiedRules).filter(([rule, text]) => {
    const [name = '', verb, code = ''] = text.split(' ');
    const endpoint = byName.get(name);
    if (!endpoint) return true;
    if (verb === 'refuses')
      return !endpoint.body
        ?.safeParse(refusedBodies[rule])
        .error?.issues.some((issue) => issue.message === code);
    return !endpoint.errors?.some((known) => known === code) || !isRaised(code);
  });
  expect(missing.map(([rule]) => rule)).toEqual([]);
});

const isRaised = (code: string) => server.includes(`'${code}'`);

describe('messages', () => {
  const english = keysOf(messages.en);
  const portuguese = keysOf(messages.pt);

  test('every message is in both catalogues under one key that is used', () => {
    const missing = specifiedMessages.filter((text) => {
      const keys = [...english].filter(
        ([, words]) => words.replaceAll('{{', '{').replaceAll('}}', '}') === text,
      );
      return !keys.some(([key, words]) => {
        const other = portuguese.get(key);
        return other !== undefined && other !== words && isUsed(key);
      });
    });
    const unsaid = Object.entries(specifiedMeanings).filter(
      ([, key]) => !portuguese.has(key) || !isUsed(key),
    );
    expect([...missing, ...unsaid.map(([meaning]) => meaning)]).toEqual([]);
  });
});

function keysOf(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...keysOf(value, `${prefix}${key}.`)],
    ),
  );
}

/** Failures belong to an endpoint, errors to a refusal, codes of fields to a schema or a rule, the rest to a screen. */
function isUsed(key: string): boolean {
  const [area = '', ...rest] = key.split('.');
  const failures = rest.indexOf('failures');
  if (failures >= 0) return byName.has(rest.slice(failures + 1).join('.'));
  const path = rest.join('.');
  if (area === 'errors') return isRaised(path);
  if (area === 'fields') return isRaised(path) || schemas.includes(`'${path}'`);
  return new RegExp(`['":]${path.replaceAll('.', '\\.')}['"]`).test(web);
}
