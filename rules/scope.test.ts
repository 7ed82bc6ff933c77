import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { can, floorPermissions, isPermission, warehouseScoped } from '#contract/permissions.ts';
import { choosePin, comeTo, enrolStation } from '#server/inventory/test/station-factory.ts';
import { type Person, requestOf, type TestApp, testApp } from '#server/test/app.ts';
import { inputOf, Pick, type Tree } from '../fuzz/arbitrary.ts';
import { entityOf } from '../fuzz/world.ts';
import { endpoints } from './endpoints.ts';
import { nobodysId, seen } from './requests.ts';
import { pathsOf } from './schema-paths.ts';
import { personal, type Scoped, scopedFields, scopes, unscopedWords } from './scope.ts';
import { makeFullWarehouse, makePersonalThings } from './scope-world.ts';

type Value = string | number;
type Sent = { params?: Record<string, Value>; query?: Record<string, Value>; body?: unknown };

let app: TestApp;
/** Floor roles of one warehouse, and the owner at one of its stations. */
let people: Person[] = [];
const known = {} as Record<Scoped, { here: Value[]; elsewhere: Value[] }>;
const others: Record<string, Value[]> = {};

beforeAll(async () => {
  app = await testApp();
  const owner = await app.join('sales');
  const { warehouseId: here } = await makeFullWarehouse(app, owner);
  await makeFullWarehouse(app, owner);
  const floor = await app.hire(owner.businessId, [...warehouseScoped], [here]);
  await choosePin(owner);
  const { jar } = await enrolStation(app, owner.businessId, here);
  people = [floor, (await comeTo(app, jar, owner)).here];
  for (const [word, statement] of Object.entries(scopes)) {
    const rows = await app.rows(owner.businessId, `select * from (${statement}) x order by id`);
    const side = (inside: boolean) =>
      rows.filter((row) => (row.warehouse_id === here) === inside).map(({ id }) => id as Value);
    known[word as Scoped] = { here: side(true), elsewhere: side(false) };
  }
  await makePersonalThings(owner, Number(known.orders.here[0]));
  for (const [word, statement] of Object.entries(personal)) {
    const { rows } = await app.database.transact(owner, (tx) =>
      sql
        .raw<{ id: number }>(`select id from (${statement}) x where user_id = ${owner.userId} limit 5`)
        .execute(tx.db),
    );
    others[word] = rows.map(({ id }) => id);
  }
});

/** Endpoints that a person of one warehouse may call. */
const floorEndpoints = endpoints.filter(({ endpoint: { permission } }) => {
  if (permission === 'public') return false;
  if (!isPermission(permission)) return true;
  const isFloor = (role: (typeof warehouseScoped)[number]) =>
    can({ roles: [role], businessType: 'sales' }, permission);
  return floorPermissions.includes(permission) || warehouseScoped.some(isFloor);
});

const parameters = ({ path }: EndpointDefinition) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    word: name === 'id' ? entityOf(path) : name,
  }));

const scopeOfField = (name: string, path: string): Scoped | null | undefined =>
  Object.hasOwn(scopedFields, `${name} ${path}`) ? scopedFields[`${name} ${path}`] : scopedFields[path];

const namesAThing =
  /(^|[.?])(id|(?!temp)\w+Id|ids|volumeCode|damagedVolumeCode|code)$|^lines\.(update|remove)$|^\?(volumes|request|warehouse|parent)$/;

/** Fields of bodies and queries that refer to a record. */
const fields = floorEndpoints.flatMap(({ name, endpoint }) =>
  [...pathsOf(endpoint.body, 'input'), ...[...pathsOf(endpoint.query, 'input')].map((path) => `?${path}`)]
    .filter((path) => namesAThing.test(path))
    .map((path) => ({ name, endpoint, path })),
);

test('the table says for every id that a person of one warehouse may send whether it has a warehouse', () => {
  const words = floorEndpoints.flatMap(({ endpoint }) => parameters(endpoint).map(({ word }) => word));
  const isSaid = (word: string) =>
    [scopes, personal, unscopedWords].some((table) => Object.hasOwn(table, word));
  expect(words.filter((word) => !isSaid(word))).toEqual([]);
  const unsaid = fields.filter(({ name, path }) => scopeOfField(name, path) === undefined);
  expect(unsaid.map(({ name, path }) => `${name} ${path}`)).toEqual([]);
});

test('both warehouses have a record of every kind', () => {
  const lacking = Object.entries(known).filter(
    ([, { here, elsewhere }]) => !here.length || !elsewhere.length,
  );
  expect(lacking.map(([word]) => word)).toEqual([]);
  expect(Object.entries(others).filter(([, ids]) => ids.length === 0)).toEqual([]);
});

/** An id that does not exist, in the notation of an existing one. */
function nobodys(value: Value): Value {
  if (typeof value === 'number') return nobodysId;
  return value.startsWith('VENDA') ? `VENDA-${nobodysId}` : `${value.slice(0, 1)}98765432`;
}

/** A generated input whose named fields have the values that `give` returns. */
function fill(tree: Tree, give: (path: string) => Value | undefined, at = ''): unknown {
  if (Array.isArray(tree)) return tree.slice(0, 1).map((item) => fill(item, give, at));
  if (tree === null) return null;
  if (tree instanceof Pick) return give(at) ?? (tree.as === 'number' ? 1 : 'x');
  if (typeof tree !== 'object') return give(at) ?? tree;
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) =>
      // An id as the key of a map.
      /^#\d+$/.test(key)
        ? [String(give(at) ?? 1), fill(value, give, at)]
        : [key, fill(value, give, at === '' ? key : `${at}.${key}`)],
    ),
  );
}

const bodiesOf = ({ body }: EndpointDefinition, count: number): Tree[] =>
  body ? fc.sample(inputOf(body), { numRuns: count, seed: 1 }) : [];

/** An id of this warehouse, for the fields that are not under test. */
const ofHere = (name: string) => (path: string) => {
  const scope = scopeOfField(name, path);
  return scope ? known[scope].here[0] : undefined;
};

const paramsOf = (endpoint: EndpointDefinition, id: Value): Record<string, Value> =>
  Object.fromEntries(parameters(endpoint).map(({ name }) => [name, id]));

/** An answer without the requested id; a successful one without any number. */
async function answerTo(
  endpoint: EndpointDefinition,
  person: Person,
  sent: Sent,
  value: Value,
): Promise<string> {
  const answer = await app.http.inject(requestOf(endpoint, sent as object, person.token));
  const text = seen(answer);
  const numbers = answer.statusCode < 300 ? /\d+/g : new RegExp(`\\b${value}\\b`, 'g');
  return `${answer.statusCode} ${text.slice(text.indexOf('{')).replace(numbers, '…')}`;
}

/** Differences between the answer for a value and the answer for a missing one. */
async function findTold(
  endpoint: EndpointDefinition,
  make: (value: Value) => Sent,
  values: readonly Value[],
  askers = people,
) {
  const told: object[] = [];
  for (const person of askers)
    for (const value of values) {
      const answer = await answerTo(endpoint, person, make(value), value);
      const nobody = await answerTo(endpoint, person, make(nobodys(value)), nobodys(value));
      if (answer !== nobody) told.push({ sent: make(value), answer, nobody });
    }
  return told;
}

const some = <T>(list: readonly T[], most: number): T[] =>
  list.filter((_, at) => at % Math.max(1, Math.ceil(list.length / most)) === 0);

describe('a record of another warehouse is answered like one that does not exist', () => {
  const byPath = floorEndpoints.filter(({ endpoint }) =>
    parameters(endpoint).some(({ word }) => Object.hasOwn(scopes, word)),
  );
  test.each(byPath)('$name', async ({ name, endpoint }) => {
    const bodies = bodiesOf(endpoint, 4).map((tree) => fill(tree, ofHere(name)));
    const word = parameters(endpoint)[0]?.word as Scoped;
    for (const body of bodies.length > 0 ? bodies : [undefined]) {
      const make = (id: Value) => ({ params: paramsOf(endpoint, id), ...(body !== undefined && { body }) });
      expect(await findTold(endpoint, make, known[word].elsewhere)).toEqual([]);
    }
  });

  test.each(fields.filter(({ name, path }) => scopeOfField(name, path)))('$path of $name', async (field) => {
    const { name, endpoint, path } = field;
    const scope = scopeOfField(name, path) as Scoped;
    const word = parameters(endpoint)[0]?.word ?? '';
    const ids = Object.hasOwn(scopes, word) ? some(known[word as Scoped].here, 12) : [nobodysId];
    const bodies = bodiesOf(endpoint, 300).map((tree) => (value: Value) => ({
      body: fill(tree, (at) => (at === path ? value : ofHere(name)(at))),
    }));
    const makers = path.startsWith('?')
      ? [(value: Value) => ({ query: { [path.slice(1)]: value } })]
      : bodies
          .filter((make) => {
            const hasField = JSON.stringify(make('⌖')).includes('⌖');
            return hasField && endpoint.body?.safeParse(make(known[scope].here[0] ?? 0).body).success;
          })
          .slice(0, 4);
    expect(makers.length).toBeGreaterThan(0);
    for (const make of makers)
      for (const id of ids) {
        const params = paramsOf(endpoint, id);
        const told = await findTold(
          endpoint,
          (value) => ({ params, ...make(value) }),
          some(known[scope].elsewhere, 8),
        );
        expect(told).toEqual([]);
      }
  });
});

describe('a record of another person is answered like one that does not exist', () => {
  const byPath = floorEndpoints.filter(({ endpoint }) =>
    parameters(endpoint).some(({ word }) => Object.hasOwn(personal, word)),
  );
  test.each(byPath)('$name', async ({ name, endpoint }) => {
    const [body] = bodiesOf(endpoint, 1).map((tree) => fill(tree, ofHere(name)));
    const word = parameters(endpoint)[0]?.word ?? '';
    const make = (id: Value) => ({ params: paramsOf(endpoint, id), ...(body !== undefined && { body }) });
    expect(await findTold(endpoint, make, others[word] ?? [], people.slice(0, 1))).toEqual([]);
  });
});
