import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import type { Advance, GoBack } from '#contract/supply/receiving.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import { type Person, RefusedCall, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';
import { sized } from '#server/test/fault-report.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const owner = await app.join('supply');
const { warehouseId, positionId } = await makeWarehouse(owner);
const actors = [owner, await app.hire(owner.businessId, ['administrator'])] as const;

/** The next act of one of two people; its target follows from the state of the receipt. */
const command = fc.record({
  actor: fc.constantFrom(0 as const, 1 as const),
  act: fc.constantFrom('scan', 'scan', 'register', 'tag', 'launch', 'launch', 'advance', 'advance', 'back'),
  pick: fc.nat(5),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
/** Acts of both people at once, optionally with all database connections cut in between. */
const round = fc.record({
  acts: fc.array(command, { minLength: 1, maxLength: 4 }),
  killed: fc.nat(3).map((n) => n === 0),
});

/** Cuts connections as a superuser would: callers get no answer. */
async function killConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

let keys = 0;

/** Without an answer the act is sent again with its key, as a browser does. */
async function untilAnswered<T>(send: (key: string) => Promise<T>): Promise<T | undefined> {
  const key = `model-${++keys}-${'x'.repeat(20)}`;
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(key);
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      const { status, code } = error.problem;
      const unanswered = status >= 500 || code === 'in_progress';
      if (!unanswered) return undefined;
      if (attempt === 50) throw error;
    }
  }
}

async function play(rounds: { acts: Command[]; killed: boolean }[]): Promise<void> {
  const { variationId, sku } = await makeVariation(app, owner.businessId);
  const { id } = await orderGoods(owner, warehouseId, [{ variationId, quantity: 6, quantityPerVolume: 2 }]);
  const { tagAll, launchAll, register, count, ...steps } = receiver(owner, id, positionId);
  const read = async () => (await untilAnswered(steps.read)) ?? expect.fail('the receipt is refused');
  /** Scans answered since counting began; counts are kept through steps back. */
  let scans = 0;

  const run = async (person: Person, { act, pick }: Command): Promise<void> => {
    const { state, lines, volumes } = await read();
    const lineId = lines[0]?.id ?? 0;
    const volume = volumes[pick % Math.max(1, volumes.length)];
    const params = { id };
    const volumeParams = { id: volume?.id ?? 0 };
    switch (act) {
      case 'scan': {
        const body = { code: sku, clientId: `scan-${++keys}` };
        const done = await untilAnswered((key) =>
          person.call(api.supplyRequests.countVolumes, { params, key, body }),
        );
        if (done) scans += 1;
        return;
      }
      case 'register':
        await untilAnswered((key) =>
          person.call(api.supplyRequests.registerVolumes, {
            params,
            key,
            body: { lineId, copies: 1 + (pick % 2), units: 2 },
          }),
        );
        return;
      case 'tag':
        await untilAnswered((key) =>
          person.call(api.volumes.tag, { params: volumeParams, key, body: { code: volume?.code ?? 'V' } }),
        );
        return;
      case 'launch':
        await untilAnswered((key) =>
          person.call(api.volumes.launch, { params: volumeParams, key, body: { positionId } }),
        );
        return;
      case 'advance': {
        const body = {
          from: state as Advance['from'],
          acknowledge: true,
          rest: 'close' as const,
          reason: 'x',
        };
        await untilAnswered((key) => person.call(api.supplyRequests.advance, { params, key, body }));
        return;
      }
      case 'back': {
        const body = { from: state as GoBack['from'], reason: 'x' };
        await untilAnswered((key) => person.call(api.supplyRequests.goBack, { params, key, body }));
      }
    }
  };

  // A difference is allowed from the start, so that any count may end the step.
  const lineId = (await read()).lines[0]?.id ?? 0;
  await owner.call(api.reportedProblems.create, {
    body: { requestId: id, lineId, kind: 'missing', title: 'Faltou' },
  });
  await owner.call(api.supplyRequests.advance, { params: { id }, body: { from: 'in_transport' } });
  for (const { acts, killed } of rounds) {
    await Promise.all([...acts.map((one) => run(actors[one.actor], one)), killed && killConnections()]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
    const [line] = (await read()).lines;
    expect(line?.counted ?? 0).toBe(scans);
    expect(line?.registeredVolumes).toBeLessThanOrEqual(scans);
  }

  // After any sequence the receipt can be completed, and stock contains each launched volume once.
  const finish = async (): Promise<void> => {
    const { state, lines } = await read();
    if (state === 'attended') return;
    const [line] = lines;
    const missing = (line?.counted ?? 0) - (line?.registeredVolumes ?? 0);
    if (state === 'check_volumes' && line?.counted === null) await count(lineId, 0);
    if (state === 'register_volumes' && missing > 0) await register(lineId, missing, 2);
    if (state === 'tag_volumes') await tagAll();
    if (state === 'stock_up') await launchAll();
    const body = { from: state as Advance['from'], acknowledge: true, rest: 'close' as const, reason: 'fim' };
    await owner.call(api.supplyRequests.advance, { params: { id }, body });
    return finish();
  };
  await finish();
  const { volumes } = await read();
  const [shelf] = await app.rows(
    owner.businessId,
    `select on_hand, inbound from stock where variation_id = ${variationId}`,
  );
  expect(shelf).toEqual({ on_hand: volumes.reduce((sum, { units }) => sum + (units ?? 0), 0), inbound: 0 });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
}

it('two people receiving at once over cut connections count, register and post each volume once and skip no step', async () => {
  await fc.assert(fc.asyncProperty(fc.array(round, { minLength: 4, maxLength: 12 }), play), {
    numRuns: sized(6, 300),
    endOnFailure: true,
  });
}, 3_600_000);
