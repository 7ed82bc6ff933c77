import Fastify from 'fastify';
import pg from 'pg';
import { statements } from './limit-statements.ts';

/**
 * The least that any server here could do: no session, no tenant, one prepared statement per request, the answer built
 * by PostgreSQL as one text, no counts. `/<line>/<parameter>/…`, or the parameter as the body.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify();

app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);

app.get('/ready', async () => {
  await pool.query('select 1');
  return 'ready';
});

for (const [name, { text, parameters }] of Object.entries(statements)) {
  const answer = async (values: unknown[]) => {
    const { rows } = await pool.query<{ body: string }>({ name, text, values });
    return rows[0]?.body;
  };
  if (text.startsWith('with')) {
    app.post(`/${name}`, async (request, reply) =>
      reply.type('application/json').send(await answer([request.body])),
    );
    continue;
  }
  const path = Array.from({ length: parameters }, (_, index) => `/:p${index}`).join('');
  app.get(`/${name}${path}`, async (request, reply) => {
    const given = Object.values(request.params as Record<string, string>);
    const body = await answer(given);
    return reply
      .code(body === undefined ? 404 : 200)
      .type('application/json')
      .send(body ?? 'null');
  });
}

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
