import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { messages } from '#contract/messages/index.ts';
import { pages } from '#web/pages.ts';
import { endpoints } from './endpoints.ts';
import { repositoryFiles, root, sources } from './files.ts';
import { pathsOf } from './schema-paths.ts';
import { callsNotBuilt, specifiedCalls } from './specification/calls.ts';
import { fieldsNotBuilt, specifiedFields } from './specification/fields.ts';
import { messagesNotBuilt, specifiedMeanings, specifiedMessages } from './specification/messages.ts';
import { resourcesNotBuilt, specifiedResources } from './specification/resources.ts';
import { routesNotBuilt, specifiedRoutes } from './specification/routes.ts';
import { specifiedUses, usesNotBuilt } from './specification/screens.ts';
import {
  actsNotBuilt,
  specifiedActs,
  specifiedOverlays,
  specifiedStates,
  statesNotBuilt,
} from './specification/states.ts';
import { refusedBodies, rulesNotBuilt, specifiedRules } from './specification/validation.ts';

/** What is missing is exactly what its list names: a list can only shrink, and has to when something is built. */
function expectMissing(missing: readonly string[], notBuilt: readonly string[]): void {
  expect(missing.toSorted()).toEqual(notBuilt.toSorted());
}

const byName = new Map<string, EndpointDefinition>(endpoints.map(({ name, endpoint }) => [name, endpoint]));
const product = (folder: RegExp) =>
  sources(folder)
    .filter(({ path }) => !/\.test\.tsx?$|\/test\/|\/messages\//.test(path))
    .map(({ text }) => text)
    .join('\n');
const web = product(/^web\/.*\.tsx?$/);
const server = product(/^server\/.*\.ts$/);
const schemas = product(/^contract\/(?!errors\.ts).*\.ts$/);
/** Called by a screen, as `api.products.list` or, where only one entity is needed, as `auth.signIn`. */
const isCalled = (name: string) =>
  byName.has(name) &&
  new RegExp(`(?<!['\\w.])(api\\.|endpoints\\.)?${name.replace('.', '\\.')}\\b`).test(web);

test('every resource exists, or is named as not built', () => {
  const built = new Set(endpoints.map(({ endpoint }) => endpoint.path.replace(/:\w+/g, ':')));
  const missing = specifiedResources.filter((resource) => !built.has(resource.replace(/:\w+/g, ':')));
  expectMissing(missing, resourcesNotBuilt);
});

test('every route has its screen, or is named as not built', () => {
  const shown = new Set(pages.map(({ screen }) => screen.pattern));
  expectMissing(
    specifiedRoutes.filter((route) => !shown.has(route)),
    routesNotBuilt,
  );
});

test('every field is in the schema of its entity, or is named as not built', () => {
  const missing = Object.entries(specifiedFields).flatMap(([entity, fields]) =>
    Object.entries(fields)
      .filter(([, place]) => !isThere(place))
      .map(([field]) => `${entity}: ${field}`),
  );
  expectMissing(missing, fieldsNotBuilt);
});

function isThere(place: string): boolean {
  const [, name = '', side, path = ''] = /^([\w.]+)(:| <) (.+)$/.exec(place) ?? [];
  const endpoint = byName.get(name);
  return side === ':'
    ? pathsOf(endpoint?.response, 'output').has(path)
    : pathsOf(endpoint?.body, 'input').has(path);
}

test('every generic call is answered by an endpoint and made by a screen, or is named as not built', () => {
  const missing = Object.keys(specifiedCalls).filter(
    (call) => !endpoints.some(({ name, endpoint }) => specifiedCalls[call]?.(endpoint) && isCalled(name)),
  );
  expectMissing(missing, callsNotBuilt);
});

test('what screens let a user do is called by a screen, or is named as not built', () => {
  const missing = Object.entries(specifiedUses).filter(([, endpoint]) => !isCalled(endpoint));
  expectMissing(
    missing.map(([use]) => use),
    usesNotBuilt,
  );
});

describe('states', () => {
  test('every state is in the list of its entity, or is named as not built', async () => {
    const lists = await stateLists();
    const missing = Object.entries(specifiedStates).flatMap(([entity, { list, states }]) =>
      states.filter((state) => !lists.get(list)?.includes(state)).map((state) => `${entity}: ${state}`),
    );
    expectMissing(missing, statesNotBuilt);
  });

  test('what is an overlay and no state can be asked for', async () => {
    const { orderFilter } = await import('#contract/orders/order.ts');
    const { checkoutFilter } = await import('#contract/orders/checkout-filter.ts');
    const filters = { orderFilter, checkoutFilter };
    for (const name of specifiedOverlays['a late sale'])
      expect(filters[name].status.values).toContain('late');
  });

  test('every act on a state has its endpoint and its screen, or is named as not built', () => {
    const missing = Object.entries(specifiedActs).filter(([, endpoint]) => !isCalled(endpoint));
    expectMissing(
      missing.map(([act]) => act),
      actsNotBuilt,
    );
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

test('every validation rule refuses, or is named as not built', () => {
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
  expectMissing(
    missing.map(([rule]) => rule),
    rulesNotBuilt,
  );
});

const isRaised = (code: string) => server.includes(`'${code}'`);

describe('messages', () => {
  const english = keysOf(messages.en);
  const portuguese = keysOf(messages.pt);

  test('every message is in both catalogues under one key that is used, or is named as not built', () => {
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
    expectMissing([...missing, ...unsaid.map(([meaning]) => meaning)], messagesNotBuilt);
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
