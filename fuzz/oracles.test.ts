import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type EndpointDefinition, endpoint } from '#contract/endpoint.ts';
import { messages } from '#contract/messages/index.ts';
import { fill, type Locale } from '#contract/messages/locale.ts';
import { idParams, listQuery, text } from '#contract/primitives.ts';
import { composeUploads } from '#server/app.ts';
import { asBusiness } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { createBusinessLimit } from '#server/http/business-limit.ts';
import type { Call, Handler } from '#server/http/route.ts';
import { createSecurityLog } from '#server/http/security-log.ts';
import { createServer } from '#server/http/server.ts';
import { testApp } from '#server/test/app.ts';
import { type Finding, runCampaign } from './campaign.ts';
import { Dictionary } from './dictionary.ts';
import { judgeProblem } from './oracle.ts';
import type { Asker, World } from './world.ts';

// Endpoints with one planted bug each. The campaign has to find all of them; otherwise its silence proves nothing.
const write = { method: 'POST', permission: 'products.create', summary: 'planted' } as const;
const answer = z.object({ ok: z.boolean() });
const note = text(200).optional();

const sound = endpoint({ ...write, path: '/sound', body: z.strictObject({ note }), response: answer });
const planted = {
  throwsOnNull: endpoint({
    ...write,
    path: '/throws',
    body: z.strictObject({ note: text(200).nullable() }),
    response: answer,
  }),
  pastesIntoSql: endpoint({
    method: 'GET',
    permission: 'products.read',
    summary: 'planted',
    path: '/pastes',
    query: listQuery,
    response: answer,
  }),
  takesUnknown: endpoint({
    ...write,
    path: '/unknown',
    body: z.strictObject({ inner: z.object({ note }) }),
    response: answer,
  }),
  takesAnyType: endpoint({
    ...write,
    path: '/coerces',
    body: z.strictObject({ quantity: z.coerce.number() }),
    response: answer,
  }),
  takesHalfCharacters: endpoint({
    ...write,
    path: '/half',
    body: z.strictObject({ note: z.string() }),
    response: answer,
  }),
  writesAndRefuses: endpoint({ ...write, path: '/refuses/:id', params: idParams, response: answer }),
  writesElsewhere: endpoint({
    ...write,
    path: '/elsewhere',
    body: z.strictObject({ note }),
    response: answer,
  }),
  takesLong: endpoint({
    ...write,
    path: '/long',
    body: z.strictObject({ note: text(2000, 1) }),
    response: answer,
  }),
  sendsAPage: endpoint({
    method: 'GET',
    permission: 'products.read',
    summary: 'planted',
    path: '/page',
    binary: 'image',
  }),
};
const wanted: Record<keyof typeof planted, RegExp> = {
  throwsOnNull: /answered 500/,
  pastesIntoSql: /answered 500/,
  takesUnknown: /unknown field/,
  takesAnyType: /not a number/,
  takesHalfCharacters: /half a character|NUL/,
  writesAndRefuses: /refused with 409 and wrote/,
  writesElsewhere: /changed another business/,
  takesLong: /took \d{4} ms/,
  sendsAPage: /sent text\/html for image/,
};

let findings: Finding[];

beforeAll(async () => {
  const app = await testApp({ LOG_LEVEL: 'silent' });
  const owner = await app.join('supply');
  const stranger = await app.join('supply');
  const asker: Asker = { label: 'owner', type: 'supply', roles: ['owner'], token: owner.token };
  const addCategory = ({ tx }: Pick<Call<EndpointDefinition>, 'tx'>, businessId: number) =>
    tx.db
      .insertInto('categories')
      .values({
        business_id: businessId,
        description: String(Math.random()),
      })
      .execute();
  const ok = { ok: true };
  const handlers: Record<string, (call: Call<EndpointDefinition>) => Promise<unknown>> = {
    throwsOnNull: async ({ body }) => ({ ok: (body as { note: string }).note.length >= 0 }),
    pastesIntoSql: async ({ tx, query }) => {
      const { query: words = '' } = query as { query?: string };
      await sql.raw(`select id from products where name like '%${words}%'`).execute(tx.db);
      return ok;
    },
    takesUnknown: async () => ok,
    takesAnyType: async () => ok,
    takesHalfCharacters: async () => ok,
    writesAndRefuses: async () => {
      await app.database.transact({ businessId: owner.businessId }, (tx) =>
        addCategory({ tx }, owner.businessId),
      );
      return fail('state_conflict');
    },
    writesElsewhere: async (call) => {
      await asBusiness(call.tx, stranger.businessId, () => addCategory(call, stranger.businessId));
      return ok;
    },
    takesLong: async ({ body }) => {
      const until = performance.now() + ((body as { note: string }).note.length > 300 ? 1100 : 0);
      while (performance.now() < until);
      return ok;
    },
    sendsAPage: async () => ({ bytes: Buffer.from('<script>'), contentType: 'text/html' }),
  };
  const http = await createServer({
    context: {
      database: app.database,
      env: app.env,
      outside: app.outside,
      holder: () => Promise.resolve('planted'),
      businessLimit: createBusinessLimit(1_000_000, app.clock),
      securityLog: createSecurityLog(app.log),
      uploads: composeUploads(app.env),
    },
    api: { planted: { ...planted, sound } },
    handlers: { planted: { ...handlers, sound: (async () => ok) as Handler<typeof sound> } },
    log: app.log,
    trustProxy: [],
    requestsPerMinute: 1_000_000,
  });
  const own = { supply: new Dictionary(), sales: new Dictionary() };
  const world: World = {
    app: { ...app, http },
    own,
    granted: new Map(),
    foreign: new Dictionary(),
    businesses: [owner],
    bystanders: [stranger],
    askerFor: () => asker,
    grammar: () => ({ fields: [], sorts: [] }),
    renew: async () => undefined,
    replenish: async () => undefined,
  };
  const list = Object.entries({ ...planted, sound }).map(([name, definition]) => ({
    name,
    endpoint: definition,
  }));
  ({ findings } = await runCampaign(world, 1600, 7, list));
}, 120_000);

describe('the fuzzer finds planted bugs', () => {
  test.each(Object.entries(wanted))('%s', (name, fault) => {
    const found = findings.filter((finding) => finding.endpoint === name);
    expect(found.flatMap(({ faults }) => faults).join('; ')).toMatch(fault);
    expect(found[0]?.curl).toContain('curl -X');
  });
  test('reports nothing for an endpoint without a bug', () => {
    expect(findings.filter(({ endpoint: name }) => name === 'sound')).toEqual([]);
  });
  test('rows of an uninvolved business are compared at the end', () => {
    expect(findings.find(({ endpoint: name }) => name === 'at the end')?.faults.join()).toMatch(
      /bystander changed: .*categories/,
    );
  });
});

describe('distinguishes foreign problem documents from ours', () => {
  const response = (body: object, type = 'application/problem+json', statusCode = 409) =>
    ({
      statusCode,
      headers: { 'content-type': type },
      body: JSON.stringify(body),
      json: () => body,
    }) as never;
  const good = {
    type: 'urn:easy:error:state_conflict',
    status: 409,
    code: 'state_conflict',
    title: messages.en.errors.state_conflict,
    detail: messages.en.errors.state_conflict,
  };
  const incomplete = (facts: Record<string, string>, locale: Locale = 'en') => ({
    type: 'urn:easy:error:balance_incomplete',
    status: 409,
    code: 'balance_incomplete',
    title: fill(messages.en.errors.balance_incomplete, facts),
    detail: fill(messages[locale].errors.balance_incomplete, facts),
    facts,
  });
  test.each([
    ['plain JSON', response(good, 'application/json')],
    ['a code nobody knows', response({ ...good, code: 'oops' })],
    ['a stack', response({ ...good, detail: 'TypeError: x\n at y.ts:1' })],
    ['a statement', response({ ...good, stack: 'select * from products' })],
    ['another status', response(good, undefined, 400)],
    [
      'a sentence of the database',
      response({ ...good, errors: { name: [{ code: 'invalid', message: 'duplicate key value' }] } }),
    ],
    ['a sentence with a gap', response(incomplete({}))],
    [
      'a sentence with something else than its fact',
      response({ ...incomplete({}), facts: { sku: 'SKU-2' } }),
    ],
  ])('%s', (_, told) => {
    expect(judgeProblem(told)).not.toEqual([]);
  });
  test('accepts a problem document of ours', () => {
    expect(judgeProblem(response(good))).toEqual([]);
  });
  test('accepts a problem document of ours with its facts, in both languages', () => {
    expect(judgeProblem(response(incomplete({ sku: 'SKU-1' })))).toEqual([]);
    expect(judgeProblem(response(incomplete({ sku: 'SKU-1' }, 'pt')))).toEqual([]);
  });
});
