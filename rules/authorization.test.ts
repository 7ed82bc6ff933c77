import { beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { businessTypes, can, type Permission, permissionTable, roles } from '#contract/permissions.ts';
import { type Person, requestOf, type TestApp, testApp } from '#server/test/app.ts';

/** Every endpoint × every role of both business types × an id that nobody has: the table decides before anything is read. */
const endpoints = Object.entries(api as Record<string, Record<string, EndpointDefinition>>).flatMap(
  ([entity, acts]) => Object.entries(acts).map(([act, endpoint]) => ({ name: `${entity}.${act}`, endpoint })),
);

type Asker = { label: string; person: Person; may(permission: Permission): boolean };

let app: TestApp;
let askers: Asker[];

beforeAll(async () => {
  app = await testApp();
  askers = [];
  for (const businessType of businessTypes) {
    const owner = await app.join(businessType);
    for (const role of roles) {
      const person = await app.hire(owner.businessId, [role]);
      askers.push({
        label: `${role} of ${businessType}`,
        person,
        may: (permission) => can({ roles: [role], businessType }, permission),
      });
    }
  }
});

function ask(endpoint: EndpointDefinition, token: string) {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '999999999999']),
  );
  return app.http.inject(
    requestOf(endpoint, { params, ...(endpoint.method !== 'GET' && endpoint.body && { body: {} }) }, token),
  );
}

/** These end the caller's own session: asked about elsewhere. */
const endsSession = ['auth.signOut', 'auth.refresh', 'auth.signIn'];

describe('authorization matrix', () => {
  test.each(endpoints.filter(({ name }) => !endsSession.includes(name)))('$name', async ({ endpoint }) => {
    const access = endpoint.permission;
    const nobody = await ask(endpoint, '');
    const stranger = await ask(endpoint, 'x'.repeat(43));
    if (access !== 'public') expect([nobody.statusCode, stranger.statusCode]).toEqual([401, 401]);
    for (const { label, person, may } of askers) {
      const answer = await ask(endpoint, person.token);
      expect(answer.statusCode, `${label}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
      const refused = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'forbidden';
      const allowed =
        access === 'public' ||
        access === 'signed-in' ||
        (Object.hasOwn(permissionTable, access) && may(access as Permission));
      expect({ label, refused }).toEqual({ label, refused: !allowed });
      if (answer.statusCode >= 400)
        expect(answer.headers['content-type']).toContain('application/problem+json');
    }
  });
});
