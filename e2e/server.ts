import { createServer } from 'node:http';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { admitLogin, migrate } from '#server/db/migrate.ts';
import { readEnvironment } from '#server/env.ts';
import { startSandbox } from '#server/sandbox-process.ts';

// The product as `npm start` runs it, with a clock that stories can turn, so that a day closes without waiting.
const env = readEnvironment(['--empty']);
const database = await startEmbedded({ dataDir: env.dataDir, log: () => undefined });
await migrate(database.ownerUrl);
await admitLogin(database.ownerUrl, database.loginUrl);
const sandbox = startSandbox(env);
await sandbox?.ready;
let offsetMs = 0;
const app = await createApp({
  env,
  databaseUrl: database.loginUrl,
  clock: { now: () => new Date(performance.timeOrigin + performance.now() + offsetMs) },
});
await app.listen();

const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });

/** Until when stories hold the clock, in milliseconds of this process; one that died holds it for three minutes. */
const holds = new Map<string, number>();
const holdMs = 180_000;
const isHeld = () => [...holds.values()].some((until) => until > performance.now());

/**
 * `POST /clock?minutes=` turns it forward and returns by how many milliseconds it is ahead, or answers 423 while
 * somebody holds it (`POST /hold?name=`, `POST /release?name=`); `POST /task?name=` runs a scheduled task now.
 */
const control = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const name = url.searchParams.get('name') ?? '';
  if (url.pathname === '/hold') holds.set(name, performance.now() + holdMs);
  if (url.pathname === '/release') holds.delete(name);
  if (url.pathname === '/clock' && isHeld()) response.statusCode = 423;
  else if (url.pathname === '/clock') offsetMs += Number(url.searchParams.get('minutes')) * 60_000;
  if (url.pathname === '/task')
    await owner.query('select enqueue_jobs($1::jsonb)', [JSON.stringify([{ task: name, payload: {} }])]);
  response.end(String(offsetMs));
}).listen(env.port + 1, 'localhost');

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  control.close();
  await owner.end();
  await app.close();
  await sandbox?.stop();
  await database.stop();
  process.exit(0);
}
process.on('disconnect', () => void stop());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

console.log(`Easy runs at ${env.appUrl}`);
