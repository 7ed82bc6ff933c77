import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type Problem, statusOf } from '#contract/errors.ts';
import { messages } from '#contract/messages/index.ts';
import { requestOf, testApp } from '#server/test/app.ts';
import { endpoints } from './endpoints.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const owners = [await app.join('supply'), await app.join('sales')];

/** Internal terms: of the engine, of a statement, of a file. */
const inside =
  /\bat .*\.(ts|js|mjs):\d|node_modules|server\/|select |insert into|update .* set|relation |column |syntax error|postgres|SQLSTATE|PG::|constraint|kysely|fastify|zod/i;

type Answered = { statusCode: number; body: string; headers: Record<string, unknown> };

function expectProblem(answer: Answered, method: string): void {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(answer.body) as Problem;
  expect(statusOf(problem.code, method)).toBe(answer.statusCode);
  expect(problem.status).toBe(answer.statusCode);
  expect(problem.type).toBe(`urn:easy:error:${problem.code}`);
  expect([messages.pt.errors[problem.code], messages.en.errors[problem.code]]).toContain(problem.detail);
  expect(answer.body).not.toMatch(inside);
}

describe('every refusal is problem+json with a code of the closed list', () => {
  test.each(endpoints)('$name', async ({ endpoint }) => {
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, '9']),
    );
    const tokens = ['', ...owners.map(({ token }) => token)];
    for (const token of tokens)
      for (const body of [{ nosuch: 1 }, []]) {
        const answer = await app.http.inject(requestOf(endpoint, { params, body: body as never }, token));
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode >= 300) expectProblem(answer, endpoint.method);
      }
  });

  test('a request outside of the API', async () => {
    const { token } = owners[0] ?? app.anonymous;
    const asking = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const odd = [
      { method: 'POST' as const, url: '/api/categories', headers: asking, payload: '{"description":' },
      { method: 'POST' as const, url: '/api/categories', headers: asking, payload: '['.repeat(5000) },
      { method: 'PUT' as const, url: '/api/categories', headers: asking, payload: '{}' },
      { method: 'GET' as const, url: '/api/nothing', headers: asking },
      { method: 'GET' as const, url: '/api/categories/%00', headers: asking },
      { method: 'GET' as const, url: '/api/categories/9'.padEnd(400, '9'), headers: asking },
      {
        method: 'POST' as const,
        url: '/api/categories',
        headers: { ...asking, 'content-type': 'text/xml' },
        payload: '<a/>',
      },
      {
        method: 'POST' as const,
        url: '/api/images',
        headers: { ...asking, 'content-type': 'multipart/form-data; boundary=x' },
        payload: '--x\r\n',
      },
    ];
    for (const request of odd) {
      const answer = await app.http.inject(request);
      expect(answer.statusCode, JSON.stringify(request).slice(0, 120)).toBeLessThan(500);
      expectProblem(answer, request.method);
    }
  });
});

test('a failure of the database is reported as a failure, without internal details', async () => {
  const owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  await owner.query('alter table categories rename to kategorien');
  const broken = await app.http.inject({
    url: '/api/categories',
    headers: { authorization: `Bearer ${owners[0]?.token}` },
  });
  await owner.query('alter table kategorien rename to categories');
  await owner.end();
  expect(broken.statusCode).toBe(500);
  expectProblem(broken, 'GET');
});
