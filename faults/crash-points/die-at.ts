import pg from 'pg';
import undici from 'undici';

/**
 * Loaded before the product (`--import`) into a process that is to die: from the statement on that contains CRASH_KEY,
 * statements and outgoing calls are counted, and at number CRASH_AT the process kills itself, `before` the point is
 * sent or `after` it was executed. SIGKILL: no signal handler runs.
 */
const key = process.env.CRASH_KEY ?? '';
const last = Number(process.env.CRASH_AT);
const dies = process.env.CRASH_MOMENT;
let count = 0;
let armed = false;

const die = () => process.kill(process.pid, 'SIGKILL');

type Query = (...parameters: unknown[]) => unknown;
const query = pg.Client.prototype.query as Query;
const { request } = undici;

/** Whether the process dies after this point. */
function pass(): boolean {
  if (!armed || ++count !== last) return false;
  if (dies === 'before') die();
  return true;
}

const mentions = (parameters: unknown[]) =>
  JSON.stringify(parameters, (_, value: unknown) =>
    typeof value === 'function' ? undefined : value,
  ).includes(key);

pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
  armed ||= mentions(parameters);
  if (!pass()) return query.apply(this, parameters);
  const answer = parameters.at(-1);
  if (typeof answer === 'function') return query.apply(this, [...parameters.slice(0, -1), die]);
  return (query.apply(this, parameters) as Promise<unknown>).finally(die);
} as typeof pg.Client.prototype.query;

undici.request = async (url, options) => {
  const isLast = pass();
  const answer = await request(url, options);
  if (isLast) die();
  return answer;
};
