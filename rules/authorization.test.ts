import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMinutes } from '#contract/dates.ts';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import {
  businessTypes,
  can,
  isPermission,
  type Permission,
  permissionTable,
  type Role,
  roles,
} from '#contract/permissions.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { hashToken, newToken } from '#server/http/session.ts';
import { choosePin, comeTo, enrolStation } from '#server/inventory/test/station-factory.ts';
import { type Person, requestOf } from '#server/test/app.ts';
import { type DatabaseWatch, type Touch, watchDatabase } from '../fuzz/database-watch.ts';
import { makeWorld, type World } from '../fuzz/world.ts';
import { endpoints } from './endpoints.ts';
import { paramsOf, type Source, seen } from './requests.ts';

/**
 * Every endpoint × every role of both types of business, and every caller without access, × an object of their own,
 * another business's and none: the table decides before anything is read, and a refused caller has written nothing.
 */
type Asker = {
  label: string;
  token: string;
  businessId: number;
  atStation?: true;
  byKey?: true;
  may(permission: Permission): boolean;
};

const halfWay = 'a session before its second step';

type Answer = Awaited<ReturnType<typeof ask>>;

let world: World;
let watch: DatabaseWatch;
let askers: Asker[];
/** Tokens without a valid session. */
let shut: { label: string; token: string }[];
/** Owners of businesses that have no relation to these. */
let strangers: Person[];

beforeAll(async () => {
  world = await makeWorld();
  const { app } = world;
  askers = [];
  for (const [index, owner] of world.businesses.entries()) {
    const businessType = businessTypes[index === 0 ? 1 : 0];
    const { businessId } = owner;
    for (const role of roles) {
      const { token } = await app.hire(businessId, [role]);
      const may = (permission: Permission) => can({ roles: [role], businessType }, permission);
      askers.push({ label: `${role} of ${businessType}`, token, businessId, may });
      askers.push(await programOf(owner, role, may));
    }
  }
  askers.push(...(await comeByPin()));
  const [owner] = world.businesses;
  const businessId = owner?.businessId ?? 0;
  const hire = () => app.hire(businessId, ['owner']);
  askers.push({ label: 'removed', token: (await remove(await hire())).token, businessId, may: () => false });
  shut = [
    { label: 'nobody', token: '' },
    { label: 'a made-up token', token: 'x'.repeat(43) },
    { label: 'an expired token', token: (await expire(await hire())).token },
    ...(await deadKeys()),
    { label: 'a refresh token', token: await refreshTokenOf(await hire()) },
    { label: halfWay, token: (await holdUp(await hire())).token },
  ];
  strangers = [...world.bystanders];
  watch = await watchDatabase(app.databaseUrl);
});
afterAll(() => watch.close());

/**
 * A packer and an owner by PIN at a station of the supplier: fewer permissions than their roles, and the same closed
 * ones for both.
 */
async function comeByPin(): Promise<Asker[]> {
  const { app, businesses } = world;
  const { businessId = 0 } = businesses[0] ?? {};
  const [warehouse] = await app.rows(businessId, 'select min(id) as id from warehouses');
  const { jar } = await enrolStation(app, businessId, Number(warehouse?.id));
  return Promise.all(
    (['packer', 'owner'] as const).map(async (role): Promise<Asker> => {
      const person = await app.hire(businessId, [role]);
      await choosePin(person);
      const { here } = await comeTo(app, jar, person);
      // As long as this test takes.
      await app.database.transact(person, (tx) =>
        sql`update sessions set access_expires_at = ${addMinutes(tx.now(), 10_000)}, expires_at = ${addMinutes(tx.now(), 10_000)}
          where station_id is not null`.execute(tx.db),
      );
      const grantee = { roles: [role], businessType: 'supply', atStation: true } as const;
      return {
        label: `${role} by PIN at a station`,
        token: here.token,
        businessId,
        atStation: true,
        may: (permission) => can(grantee, permission),
      };
    }),
  );
}

/** Keys that are no longer valid: revoked, expired, of a person who left, of a person who is no longer an owner. */
async function deadKeys(): Promise<{ label: string; token: string }[]> {
  const { app, businesses } = world;
  const businessId = businesses[0]?.businessId ?? 0;
  const made = await Promise.all(
    ['revoked', 'expired', 'of somebody who left', 'of somebody who was an owner'].map(async (label) => {
      const maker = await app.hire(businessId, ['owner']);
      return { label: `a key ${label}`, maker, ...(await makeKey(maker, 'owner')) };
    }),
  );
  const [revoked, expired, left, lowered] = made;
  await revoked?.maker.call(api.apiKeys.revoke, { params: { id: revoked.id } });
  if (left) await remove(left.maker);
  await app.database.transact({ businessId }, async (tx) => {
    await sql`update api_keys set expires_at = ${tx.now()} where id = ${expired?.id}`.execute(tx.db);
    await sql`update staff set roles = '{administrator}' where user_id = ${lowered?.maker.userId}`.execute(
      tx.db,
    );
  });
  return made.map(({ label, token }) => ({ label, token }));
}

/** A key with that role: the same permissions except those reserved to a person. */
async function programOf(owner: Person, role: Role, may: Asker['may']): Promise<Asker> {
  const maker = await world.app.hire(owner.businessId, ['owner']);
  return {
    label: `key of ${role} in ${owner.businessId}`,
    token: (await makeKey(maker, role)).token,
    businessId: owner.businessId,
    byKey: true,
    may: (permission) => permissionTable[permission].key && may(permission),
  };
}

/**
 * A key opens neither an endpoint that requires a fresh password, nor one for every signed-in person that does not name
 * keys.
 */
const isShutToKeys = ({ permission, fresh, byKey }: EndpointDefinition) =>
  fresh === true || (permission === 'signed-in' && byKey !== true);

/**
 * A station exports no list and opens nothing that requires a fresh password; of the endpoints for everybody, it opens
 * those that name stations.
 */
const isShutAtStation = ({ permission, fresh, binary, atStation }: EndpointDefinition) =>
  fresh === true || binary === 'csv' || (permission === 'signed-in' && atStation !== true);

async function remove(person: Person): Promise<Person> {
  await world.app.database.transact(person, (tx) =>
    tx.db.deleteFrom('staff').where('user_id', '=', person.userId).execute(),
  );
  return person;
}

async function expire(person: Person): Promise<Person> {
  await world.app.database.transact(person, (tx) =>
    tx.db
      .updateTable('sessions')
      .set({ access_expires_at: addMinutes(tx.now(), -1) })
      .where('user_id', '=', person.userId)
      .execute(),
  );
  return person;
}

/** The state after the password of a person whose sign-in has a second step. */
async function holdUp(person: Person): Promise<Person> {
  await world.app.database.transact(person, (tx) =>
    tx.db.updateTable('sessions').set({ stage: 'otp' }).where('user_id', '=', person.userId).execute(),
  );
  return person;
}

async function refreshTokenOf(person: Person): Promise<string> {
  const token = newToken();
  await world.app.database.transact(person, (tx) =>
    sql`update sessions set refresh_hash = ${hashToken(token)} where user_id = ${person.userId}`.execute(
      tx.db,
    ),
  );
  return token;
}

function ask(endpoint: EndpointDefinition, token: string, source: Source) {
  const params = paramsOf(endpoint, source, world);
  const body = endpoint.method !== 'GET' && endpoint.body ? { body: {} } : {};
  return world.app.http.inject(requestOf(endpoint, { params, ...body }, token));
}

function mayAsk({ atStation, byKey, may }: Asker, endpoint: EndpointDefinition): boolean {
  const { permission } = endpoint;
  if (permission === 'public') return true;
  if ((atStation && isShutAtStation(endpoint)) || (byKey && isShutToKeys(endpoint))) return false;
  if (permission === 'second-factor') return false;
  return !isPermission(permission) || may(permission);
}

const isKeyUse = ({ table, act }: Touch) => table === 'api_keys' && act === 'UPDATE';

/** Refused by the table, in the form of every refusal; another error has that form as well. */
function isRefused(answer: Answer): boolean {
  if (answer.statusCode >= 400) expect(answer.headers['content-type']).toContain('application/problem+json');
  return answer.statusCode === 403 && answer.json<{ code: string }>().code === 'forbidden';
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], second: T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** These end the session of the caller: tested elsewhere. */
const endsSession = ['auth.signOut', 'auth.refresh', 'auth.signIn'];
const asked = endpoints.filter(({ name }) => !endsSession.includes(name));
/** Offers and their pictures are visible to every seller. */
const shownToAll = ['dropshipping.detail', 'images.file', 'images.thumbnail'];

test('a session before its second step opens that step, in both forms, and its own end', () => {
  const opened = endpoints.filter(({ endpoint }) => endpoint.permission === 'second-factor');
  expect(opened.map(({ name }) => name).toSorted()).toEqual([
    'auth.requestPasskey',
    'auth.validateOtp',
    'auth.validatePasskey',
  ]);
});

describe('authorization matrix', () => {
  test.each(asked)('$name', async ({ name, endpoint }) => {
    const { permission, path } = endpoint;
    const sources: Source[] = path.includes(':') ? ['own', 'foreign', 'nobody'] : ['own'];
    await watch.since();
    // Nothing of the request is read before its token is verified, so that the object of the request rotates.
    let turn = 0;
    const nextSource = () => sources[turn++ % sources.length] ?? 'own';
    if (permission !== 'public')
      for (const { label, token } of shut) {
        if (label === halfWay && permission === 'second-factor') continue;
        const { statusCode } = await ask(endpoint, token, nextSource());
        expect({ label, statusCode }).toEqual({ label, statusCode: 401 });
      }
    // A token that is seen expired is stored as expired.
    expect((await watch.since()).filter((touch) => touch.table !== 'sessions' && !isKeyUse(touch))).toEqual(
      [],
    );
    const [allowed, refused] = partition(askers, (asker) => mayAsk(asker, endpoint));
    // The table refuses before anything is read, so that the object rotates here too.
    for (const { label, token } of refused) {
      const answer = await ask(endpoint, token, nextSource());
      expect({ label, isRefused: isRefused(answer) }).toEqual({ label, isRefused: true });
    }
    // Refusals are recorded in the audit trail, and keys record their last use.
    const noted = (await watch.since()).filter(({ table }) => table !== 'audit_entries');
    expect(noted.filter((touch) => !isKeyUse(touch))).toEqual([]);
    // The rows that a caller sees depend on the business, not on the role or a key: one person of each business asks
    // for objects of another business and for missing ones.
    const [first] = allowed;
    const other = allowed.find(({ businessId }) => businessId !== first?.businessId);
    for (const asker of allowed) {
      const { label, token } = asker;
      for (const source of asker === first || asker === other ? sources : sources.slice(0, 1)) {
        const answer = await ask(endpoint, token, source);
        expect(answer.statusCode, `${label}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
        expect({ label, source, isRefused: isRefused(answer) }).toEqual({ label, source, isRefused: false });
        const touched = (await watch.since()).filter((touch) => !isKeyUse(touch));
        if (source !== 'own') expect({ label, source, touched }).toEqual({ label, source, touched: [] });
      }
    }
    if (shownToAll.includes(name) || !path.includes(':')) return;
    for (const { token } of strangers) {
      const [theirs, none] = [await ask(endpoint, token, 'own'), await ask(endpoint, token, 'nobody')];
      expect(seen(theirs)).toBe(seen(none));
    }
    // A refusal is recorded in the audit trail of the refused caller.
    const kept = ['sign_in_failures', 'audit_entries'];
    expect((await watch.since()).filter(({ table }) => !kept.includes(table))).toEqual([]);
  });
});
