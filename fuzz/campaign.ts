import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { type DatabaseWatch, watchDatabase } from './database-watch.ts';
import type { Kind } from './mutation.ts';
import { type Answer, judge, judgeAudit } from './oracle.ts';
import { buildRequest, curlOf, type Plan, planOf, type Sent } from './request.ts';
import { endpoints, entityOf, type Named, type World } from './world.ts';

export type Finding = { endpoint: string; faults: string[]; curl: string };
export type Report = {
  seed: number;
  requests: number;
  seconds: number;
  /** Memory of this process; the database's is not included. */
  cpuSeconds: number;
  /** kind → status class → how many. */
  kinds: Record<string, Record<string, number>>;
  /** endpoint → status and code → how many. */
  answers: Record<string, Record<string, number>>;
  slowest: { endpoint: string; milliseconds: number };
  grownMegabytes: number;
  /** Endpoints that never answered 2xx: the code behind their validation was not reached. */
  neverAccepted: string[];
  findings: Finding[];
};

/** A request that costs a password hash or a call to the marketplace is sent less often. */
function weightOf({ name, endpoint }: Named): number {
  const shape = (endpoint.body as { shape?: object } | undefined)?.shape ?? {};
  if ('password' in shape || 'currentPassword' in shape || 'newPassword' in shape) return 0.15;
  if (/forgot|resendActivation/.test(name)) return 0.15;
  if (/^marketplacesCategories|\.(sync|refresh|link|findLink|connect)$/.test(name)) return 0.2;
  if (endpoint.files || endpoint.limit?.by === 'session') return 0.3;
  if (endpoint.binary || endpoint.method === 'DELETE' || /\.(cancel|close|block)$/.test(name)) return 0.4;
  return 1;
}

/** Fuzzing consumes records. */
const everyFew = 3000;

class Refused extends Error {}

/** Sends `total` requests, generated from the schema of every endpoint, and checks every answer. */
export async function runCampaign(
  world: World,
  total: number,
  seed: number,
  list: readonly Named[] = endpoints,
): Promise<Report> {
  const watch = await watchDatabase(world.app.databaseUrl);
  const bystanders = world.bystanders.map(({ businessId }) => businessId);
  const before = await watch.digest(bystanders);
  const runner = createRunner(world, watch, bystanders);
  const started = performance.now();
  const plans = list.map((named) => ({
    named,
    plan: planOf(named.endpoint, world.grammar(named.name)),
    weight: weightOf(named),
    due: 0,
  }));
  let settled = 0;
  let replenishAt = everyFew;
  for (let round = 0; runner.sent() < total; round++) {
    for (const entry of plans) {
      entry.due += entry.weight * 8;
      const runs = Math.min(Math.floor(entry.due), total - runner.sent());
      if (runs < 1 || runner.isGivenUp(entry.named.name)) continue;
      entry.due -= runs;
      await runner.check(entry.named, entry.plan, runs, seed + round * 1009);
    }
    if (runner.sent() > replenishAt) {
      replenishAt += everyFew;
      await world.replenish();
      await watch.since();
    }
    // Memory that the process always needs is allocated after the first fifth.
    if (settled === 0 && runner.sent() > total / 5) settled = await keptAfterCollection();
  }
  const report = runner.report(seed, (performance.now() - started) / 1000);
  report.grownMegabytes = Math.round(((await keptAfterCollection()) - settled) / 1e6);
  report.findings.push(...(await endFaults(world, watch, before, bystanders)));
  if (report.grownMegabytes > 50) report.findings.push(atEnd(`memory grew by ${report.grownMegabytes} MB`));
  await watch.close();
  return report;
}

/** Memory in use after garbage collection. The bytes of a buffer are freed one turn after the buffer itself. */
async function keptAfterCollection(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await nextTurn();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function createRunner(world: World, watch: DatabaseWatch, bystanders: readonly number[]) {
  const kinds: Report['kinds'] = {};
  const answers: Report['answers'] = {};
  const findings = new Map<string, Finding>();
  const accepted = new Set<string>();
  const strikes = new Map<string, number>();
  let slowest: Report['slowest'] = { endpoint: '', milliseconds: 0 };
  let sent = 0;

  const countAnswer = (name: string, { statusCode, body, headers }: Answer['response']) => {
    const isProblem = String(headers['content-type']).startsWith('application/problem+json');
    const code = `${statusCode} ${isProblem ? (/"code":"(\w+)"/.exec(body)?.[1] ?? '') : ''}`.trim();
    const row = answers[name] ?? {};
    answers[name] = row;
    row[code] = (row[code] ?? 0) + 1;
  };
  const count = (kind: Kind, status: number) => {
    const row = kinds[kind] ?? {};
    kinds[kind] = row;
    const column = `${Math.floor(status / 100)}xx`;
    row[column] = (row[column] ?? 0) + 1;
  };

  async function send(named: Named, plan: Plan): Promise<{ request: Sent; faults: string[] }> {
    const { endpoint, name } = named;
    sent += 1;
    const request = buildRequest(named, plan, world, sent);
    const asker = world.askerFor(endpoint, plan.roll);
    const answer = await exchange(request);
    const status = answer.response.statusCode;
    count(request.kind, status);
    countAnswer(name, answer.response);
    if (answer.milliseconds > slowest.milliseconds)
      slowest = { endpoint: name, milliseconds: answer.milliseconds };
    answer.touches.push(...(await watch.since()));
    if (status === 401 && asker) {
      await world.renew(asker);
      await watch.since();
    }
    const faults = judge(endpoint, request, answer, bystanders);
    faults.push(...judgeAudit(endpoint, answer, asker !== null, plan.key !== null));
    if (status < 300) {
      accepted.add(name);
      const id = /\/(\d+)$/.exec(request.options.url)?.[1];
      if (endpoint.method === 'DELETE' && asker && id)
        world.own[asker.type].forget(entityOf(endpoint.path), Number(id));
      if (endpoint.response && answer.response.body)
        world.own[asker?.type ?? 'sales'].learn(answer.response.json(), entityOf(endpoint.path));
    }
    return { request, faults };
  }

  async function exchange({ options }: Sent): Promise<Answer> {
    const begun = performance.now();
    const response = await world.app.http.inject(options as never);
    return { response, touches: [], milliseconds: performance.now() - begun };
  }

  return {
    sent: () => sent,
    isGivenUp: (name: string) => (strikes.get(name) ?? 0) > 1,
    async check(named: Named, plan: fc.Arbitrary<Plan>, runs: number, seed: number): Promise<void> {
      let last: { request: Sent; faults: string[] } | undefined;
      let running: Promise<unknown> = Promise.resolve();
      const attempt = async (value: Plan) => {
        let outcome = await send(named, value);
        // A slow answer counts only if it is slow again, because the machine has other work too.
        if (outcome.faults.length > 0 && outcome.faults.every((fault) => /^took \d+ ms$/.test(fault)))
          outcome = await send(named, value);
        if (outcome.faults.length === 0) return;
        last = outcome;
        throw new Refused(outcome.faults.join('; '));
      };
      const property = fc.asyncProperty(plan, (value) => {
        const attempted = attempt(value);
        running = attempted;
        return attempted;
      });
      await fc.check(property, { numRuns: runs, seed, interruptAfterTimeLimit: 3000 });
      // Shrinking is cut off by time, perhaps in the middle of a request.
      await running.catch(() => undefined);
      await watch.since();
      if (!last) return;
      strikes.set(named.name, (strikes.get(named.name) ?? 0) + 1);
      const finding = { endpoint: named.name, faults: last.faults, curl: curlOf(last.request) };
      const key = `${named.name} ${last.faults[0]?.replace(/\d+/g, '').slice(0, 60)}`;
      if (!findings.has(key)) findings.set(key, finding);
    },
    report: (seed: number, seconds: number): Report => ({
      seed,
      requests: sent,
      seconds: Math.round(seconds),
      cpuSeconds: Math.round(process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6),
      kinds,
      answers,
      slowest: { ...slowest, milliseconds: Math.round(slowest.milliseconds) },
      grownMegabytes: 0,
      neverAccepted: endpoints.map(({ name }) => name).filter((name) => !accepted.has(name)),
      findings: [...findings.values()],
    }),
  };
}

/** At the end every invariant holds, and uninvolved businesses are unchanged. */
async function endFaults(
  world: World,
  watch: DatabaseWatch,
  before: Record<string, string>,
  bystanders: readonly number[],
): Promise<Finding[]> {
  const broken = await checkInvariants(world.app.databaseUrl);
  const found = broken.map(({ name, rows }) => atEnd(`${name}: ${JSON.stringify(rows)}`));
  const after = await watch.digest(bystanders);
  const changed = Object.keys(before).filter(
    (table) => before[table] !== after[table] && !table.endsWith(' trade_links'),
  );
  if (changed.length > 0) found.push(atEnd(`rows of a bystander changed: ${changed.join(', ')}`));
  return found;
}

const atEnd = (fault: string): Finding => ({ endpoint: 'at the end', faults: [fault], curl: '' });
