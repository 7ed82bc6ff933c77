import { api } from '#contract/index.ts';
import type { Advance, Receipt } from '#contract/supply/receiving.ts';
import { ongoingStates, type SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { Person } from '#server/test/app.ts';

type Step = Advance['from'];

/** Who receives a supply request, act by act; for tests. */
export function receiver(person: Person, id: number, positionId: number) {
  const params = { id };
  const read = (): Promise<Receipt> => person.call(api.supplyRequestsOngoing.detail, { params });
  const advance = (from: Step, more: Partial<Advance> = {}) =>
    person.call(api.supplyRequests.advance, { params, body: { from, ...more } });
  const count = (lineId: number, total: number) =>
    person.call(api.supplyRequests.countVolumes, { params, body: { lineId, total } });
  const register = (lineId: number, copies: number, units: number) =>
    person.call(api.supplyRequests.registerVolumes, { params, body: { lineId, copies, units } });
  const tagAll = async () => {
    for (const { id: volumeId, code, state } of (await read()).volumes)
      if (state === 'registered')
        await person.call(api.volumes.tag, { params: { id: volumeId }, body: { code } });
  };
  const launchAll = async () => {
    for (const { id: volumeId, state } of (await read()).volumes)
      if (state === 'tagged')
        await person.call(api.volumes.launch, { params: { id: volumeId }, body: { positionId } });
  };
  /** What the step asks for, as it was ordered. */
  const work: Record<Step, () => Promise<void>> = {
    in_transport: async () => undefined,
    check_volumes: async () => {
      for (const line of (await read()).lines) await count(line.id, line.volumes ?? 0);
    },
    register_volumes: async () => {
      for (const line of (await read()).lines)
        await register(line.id, line.counted ?? 0, line.quantityPerVolume);
    },
    tag_volumes: tagAll,
    stock_up: launchAll,
  };
  /** Step by step as far as a state; a line's quantity fills its volumes. */
  const bringTo = async (state: SupplyRequestState) => {
    for (const from of ongoingStates) {
      if (from === state) return;
      await work[from]();
      await advance(from);
    }
  };
  return { read, advance, count, register, tagAll, launchAll, bringTo };
}
