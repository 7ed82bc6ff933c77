import { systemClock } from '#contract/dates.ts';
import { UnsafeDatabaseError } from './db/connection.ts';
import { type EmbeddedDatabase, startEmbedded } from './db/embedded.ts';
import { admitLogin, migrate, requireMigrated } from './db/migrate.ts';
import { type Environment, readEnvironment } from './env.ts';
import { EnvironmentError } from './environment-error.ts';
import { startSandbox } from './sandbox-process.ts';

type Part = Readonly<{ stop: () => Promise<void>; kill?: () => void }>;

/** What runs, in the order it was started; stopped from the end. */
const running: Part[] = [];
let stoppingSince: number | undefined;

/** One signal often comes several times: a terminal sends it to every process, and npm passes it on. */
const SAME_SIGNAL_MS = 1000;
const PATIENCE_MS = 30_000;

/** Resolves when it runs, or has said why not. */
export const starting = start().catch(async (error: unknown) => {
  console.error(explain(error));
  await stop(1);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The process that started this one, where it keeps a channel, was killed.
process.on('disconnect', () => void stop(0));
process.on('uncaughtException', (error) => {
  console.error(explain(error));
  void stop(1);
});

async function start(): Promise<void> {
  const env = readEnvironment();
  let beside: ReturnType<typeof startBeside> | undefined;
  const others = () => {
    beside ??= startBeside(env);
    return beside;
  };
  const { loginUrl, ownerUrl } = env.database ?? (await startDatabase(env, others));
  if (stoppingSince !== undefined) return;
  if (ownerUrl === undefined) await requireMigrated(loginUrl);
  else {
    await migrate(ownerUrl);
    await admitLogin(ownerUrl, loginUrl);
  }
  if (stoppingSince !== undefined) return;
  const [{ createApp }] = await others();
  if (stoppingSince !== undefined) return;
  const app = await createApp({ env, databaseUrl: loginUrl, clock: systemClock, onUnsafe: endUnsafe });
  running.push({ stop: () => app.close() });
  const url = await app.listen();
  const signIns = env.demo ? await (await import('./seed/seed.ts')).seedDemo(app, env) : [];
  if (stoppingSince === undefined) console.log(greet(env, url, signIns));
}

/** What takes its time while the database starts: loading what this process runs, and the sandbox. */
function startBeside(env: Environment) {
  const sandbox = startSandbox(env);
  if (sandbox) running.push(sandbox);
  return Promise.all([import('./app.ts'), sandbox?.ready]);
}

async function startDatabase(env: Environment, onSpawned: () => void): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    dataDir: env.dataDir,
    log: (line) => console.log(line),
    onSpawned,
  });
  running.push(database);
  return database;
}

/** Nothing more is served on a database that would let one business see another's rows. */
function endUnsafe(error: UnsafeDatabaseError): void {
  if (stoppingSince !== undefined) return;
  console.error(explain(error));
  void stop(1);
}

/** Called again while it works, it stops waiting and kills. Nothing is left running either way. */
async function stop(exitCode: number): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > SAME_SIGNAL_MS) killEverything();
    return;
  }
  stoppingSince = performance.now();
  setTimeout(killEverything, PATIENCE_MS).unref();
  if (exitCode === 0) await starting;
  for (const part of running.reverse()) {
    await part.stop().catch((error: unknown) => console.error(explain(error)));
  }
  process.exit(exitCode);
}

function killEverything(): void {
  for (const part of running) part.kill?.();
  process.exit(1);
}

function greet(
  env: Environment,
  url: string,
  signIns: readonly { email: string; password: string; label: string }[],
): string {
  const lines = [`Easy runs at ${env.appUrl} (${url}).`];
  if (signIns.length > 0) lines.push('', 'Demo sign-ins:');
  for (const { label, email, password } of signIns)
    lines.push(`  ${label.padEnd(42)} ${email.padEnd(36)} ${password}`);
  if (env.sandbox)
    lines.push('', `Mail is read at ${env.sandbox.url}/mail, the marketplaces are at ${env.sandbox.url}.`);
  return `\n${lines.join('\n')}\n`;
}

function explain(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof UnsafeDatabaseError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
