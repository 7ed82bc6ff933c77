import Fastify from 'fastify';
import pg from 'pg';

/** The least an inbox could do: one prepared insert for each notification, answered when it is committed. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify();
await pool.query(
  'create table if not exists bare_notifications (id bigint generated always as identity primary key, body jsonb not null)',
);
app.post('/notifications', async (request) => {
  await pool.query({
    name: 'keep',
    text: 'insert into bare_notifications (body) values ($1)',
    values: [JSON.stringify(request.body)],
  });
  return { stored: true };
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.(url);
process.on('disconnect', () => process.exit(0));
