import { api } from '#contract/index.ts';
import type { World } from '../flows/world.ts';
import { placeOf, sayEmpty, stepSeconds } from './floor.ts';
import type { Worker } from './person.ts';

/** Units at a pick face: fewer than the first are refilled to the second. */
const levels = { minimum: 4, maximum: 12 };
const moveSeconds = 15;

/** Makes each product the goods of a pick face, in the first positions of the walk. */
export async function makePickFaces(
  leader: Worker,
  { shelves }: World,
  positions: readonly number[],
): Promise<void> {
  for (const [n, { variationId }] of shelves.entries()) {
    const positionId = positions[n % positions.length] ?? 0;
    const made = await leader.call(api.pickFaces.create, { body: { positionId, variationId, ...levels } });
    if (!made.ok) throw new Error(`a pick face could not be made: ${made.code}`);
  }
}

/** Fills all faces before the day begins. */
export async function fillPickFaces(worker: Worker, warehouseId: number): Promise<void> {
  while (await refillNext(worker, warehouseId, async () => undefined));
}

/** Moves units from the reserve to the first face that lacks them; false if none does. */
export const refill = (worker: Worker, warehouseId: number): Promise<boolean> =>
  refillNext(worker, warehouseId, worker.works);

async function refillNext(
  worker: Worker,
  warehouseId: number,
  works: (seconds: number) => Promise<void>,
): Promise<boolean> {
  const lacking = await worker.call(api.refills.list, { query: { warehouse: String(warehouseId) } });
  for (const { id, from, takenBy, position } of lacking.ok ? lacking.value.items : []) {
    if (!from || takenBy) continue;
    const params = { id };
    const taken = await worker.call(api.refills.take, { params, body: { code: from.code } });
    if (!taken.ok) continue;
    const walked = Math.abs(placeOf(from.position) - placeOf(position));
    await works(2 * walked * stepSeconds + moveSeconds);
    const body = { code: position, volumeId: from.id, quantity: taken.value.quantity };
    const moved = await worker.call(api.refills.move, { params, body });
    for (const volume of moved.ok ? moved.value.emptied : []) await sayEmpty(worker, volume.id);
    if (moved.ok) return true;
    await worker.call(api.refills.leave, { params });
  }
  return false;
}
