import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import {
  ongoingStates,
  type SupplyRequestState,
  supplyRequestStates,
} from '#contract/supply/supply-request-states.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeRequest } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const owner = await app.join('supply');
const { warehouseId, positionId } = await makeWarehouse(owner);

const returnable = ['check_volumes', 'register_volumes', 'tag_volumes', 'stock_up', 'attended'] as const;
const received = supplyRequestStates.filter((state) => state !== 'pending' && state !== 'canceled');

type Target = { id: number; lineId: number; volume: { id: number; code: string } | undefined };
type Act = { name: string; in: readonly SupplyRequestState[]; run: (target: Target) => Promise<unknown> };

/** Every act on a request that is being received, and the states it belongs to. */
const acts: Act[] = [
  ...ongoingStates.map(
    (from): Act => ({
      name: `advance from ${from}`,
      in: [from],
      run: ({ id }) => owner.call(api.supplyRequests.advance, { params: { id }, body: { from } }),
    }),
  ),
  ...returnable.map(
    (from): Act => ({
      name: `back from ${from}`,
      in: [from],
      run: ({ id }) =>
        owner.call(api.supplyRequests.goBack, { params: { id }, body: { from, reason: 'engano' } }),
    }),
  ),
  {
    name: 'count',
    in: ['check_volumes'],
    run: ({ id, lineId }) =>
      owner.call(api.supplyRequests.countVolumes, { params: { id }, body: { lineId, total: 1 } }),
  },
  {
    name: 'register',
    in: ['register_volumes'],
    run: ({ id, lineId }) =>
      owner.call(api.supplyRequests.registerVolumes, {
        params: { id },
        body: { lineId, copies: 1, units: 1 },
      }),
  },
  {
    name: 'tag',
    in: ['tag_volumes'],
    run: async ({ volume }) =>
      volume && owner.call(api.volumes.tag, { params: { id: volume.id }, body: { code: volume.code } }),
  },
  {
    name: 'launch',
    in: ['stock_up'],
    run: async ({ volume }) =>
      volume && owner.call(api.volumes.launch, { params: { id: volume.id }, body: { positionId } }),
  },
  {
    name: 'report a problem',
    in: received,
    run: ({ id }) =>
      owner.call(api.reportedProblems.create, {
        body: { requestId: id, kind: 'other', title: 'Caixa aberta' },
      }),
  },
  {
    name: 'update',
    in: ['pending'],
    run: ({ id }) => owner.call(api.supplyRequests.update, { params: { id }, body: { notes: 'x' } }),
  },
  {
    name: 'approve',
    in: ['pending'],
    run: ({ id }) => owner.call(api.supplyRequests.approve, { params: { id }, body: {} }),
  },
  {
    name: 'remove',
    in: ['pending'],
    run: ({ id }) => owner.call(api.supplyRequests.remove, { params: { id } }),
  },
  {
    name: 'cancel',
    // Of Stock Up where nothing is launched; what is on the shelf is received.
    in: ['pending', 'in_transport', 'check_volumes', 'register_volumes', 'tag_volumes'],
    run: ({ id }) => owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'x' } }),
  },
  {
    name: 'renew the address',
    in: [...received, 'canceled'],
    run: ({ id }) => owner.call(api.supplyRequests.renewLink, { params: { id }, body: {} }),
  },
];

/** Every row that says how far a request is, as one text. */
const digest = async () => {
  const [row] = await app.rows(
    owner.businessId,
    `select md5(string_agg(t, '|' order by t)) as digest from (
      select 'r' || r::text as t from supply_requests r union all select 'l' || l::text from supply_request_lines l
      union all select 'e' || e::text from supply_request_events e union all select 'p' || p::text from reported_problems p
      union all select 'v' || v::text from volumes v union all select 's' || s::text from stock s
      union all select 'x' || x::text from ledger_entries x) rows`,
  );
  return row?.digest;
};

async function bring(state: SupplyRequestState): Promise<Target> {
  const { variationId } = await makeVariation(app, owner.businessId);
  const { id, lines } = await makeRequest(owner, warehouseId, [{ variationId, quantity: 2 }]);
  const target = { id, lineId: lines[0]?.id ?? 0, volume: undefined };
  if (state === 'pending') return target;
  await owner.call(api.supplyRequests.approve, { params: { id }, body: {} });
  const steps = receiver(owner, id, positionId);
  if (state === 'canceled') {
    await owner.call(api.supplyRequests.cancel, { params: { id }, body: { reason: 'x' } });
    return target;
  }
  await steps.bringTo(state);
  // One of two volumes is put away: what is on a shelf keeps the request from being canceled.
  if (state === 'stock_up') {
    const [first] = (await steps.read()).volumes;
    if (first) await owner.call(api.volumes.launch, { params: { id: first.id }, body: { positionId } });
  }
  const volume = (await steps.read()).volumes.at(-1);
  return { ...target, volume };
}

it.each(supplyRequestStates)(
  'a request in state %s refuses every act of other states and is unchanged',
  async (state) => {
    const target = await bring(state);
    const before = await digest();
    for (const act of acts) {
      if (act.in.includes(state)) continue;
      if (['tag', 'launch'].includes(act.name) && !target.volume) continue;
      const refusal = await act.run(target).then(
        () => `${act.name} was done`,
        (error: { problem: { status: number } }) => error.problem.status,
      );
      expect({ act: act.name, refusal }).toEqual({ act: act.name, refusal: 409 });
    }
    expect(await digest()).toBe(before);
  },
);

it.each(acts)('$name succeeds in each state that allows it', async (act) => {
  for (const state of act.in) {
    const target = await bring(state);
    if (act.name.startsWith('advance')) {
      const { launchAll, tagAll, count, register } = receiver(owner, target.id, positionId);
      if (state === 'check_volumes') await count(target.lineId, 2);
      if (state === 'register_volumes') await register(target.lineId, 2, 1);
      if (state === 'tag_volumes') await tagAll();
      if (state === 'stock_up') await launchAll();
    }
    const before = await digest();
    await act.run(target);
    expect([state, (await digest()) !== before]).toEqual([state, true]);
  }
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

it('solving a problem three times at once solves it once', async () => {
  const { id } = await bring('check_volumes');
  const { id: problemId } = await owner.call(api.reportedProblems.create, {
    body: { requestId: id, kind: 'damaged', title: 'Molhado' },
  });
  const solve = { params: { id: problemId }, body: { solution: 'Trocado' } };
  const answers = await Promise.allSettled(
    [1, 2, 3].map(() => owner.call(api.reportedProblems.solve, solve)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const before = await digest();
  expect((await owner.refused(api.reportedProblems.solve, solve)).code).toBe('state_conflict');
  expect(await digest()).toBe(before);
});
