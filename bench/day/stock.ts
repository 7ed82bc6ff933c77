import { api } from '#contract/index.ts';
import type { Advance, Receipt } from '#contract/supply/receiving.ts';
import { shift, type Worker } from './person.ts';
import { refill } from './refill.ts';

type Asked = Worker['call'];
const registerSeconds = 20;
const shelveSeconds = 30;
const countSeconds = 45;

/** Receives one truck after the other, from counting to putting away. */
export function receive(worker: Worker, trucks: number[], positionId: number): Promise<void> {
  return shift(worker, 120, async () => {
    const id = trucks.shift();
    if (id === undefined) return false;
    await receiveOne(worker, id, positionId);
    return true;
  });
}

async function receiveOne(worker: Worker, id: number, positionId: number): Promise<void> {
  const { call, scan, works } = worker;
  const params = { id };
  const step = async (from: Advance['from']): Promise<Receipt | null> => {
    const done = await call(api.supplyRequests.advance, { params, body: { from } });
    return done.ok ? done.value : null;
  };
  const arrived = await step('in_transport');
  for (const line of arrived?.lines ?? [])
    for (let volume = 0; volume < volumesOfLine; volume++)
      await scan(api.supplyRequests.countVolumes, { params, body: { code: line.sku } });
  await step('check_volumes');
  for (const line of arrived?.lines ?? []) {
    await works(registerSeconds);
    const body = { lineId: line.id, copies: volumesOfLine, units: line.quantityPerVolume };
    await call(api.supplyRequests.registerVolumes, { params, body });
  }
  const registered = await step('register_volumes');
  for (const volume of registered?.volumes ?? [])
    await scan(api.volumes.tag, { params: { id: volume.id }, body: { code: volume.code } });
  await step('tag_volumes');
  for (const volume of registered?.volumes ?? []) {
    await works(shelveSeconds);
    await scan(api.volumes.launch, { params: { id: volume.id }, body: { positionId } });
  }
  await step('stock_up');
}

/** Volumes that a truck brings of each of its products. */
export const volumesOfLine = 3;
export const unitsOfVolume = 20;

/** The real contents of a volume: those of the ledger, with one unit missing in one of twenty. */
export type Truth = (volumeId: number) => Promise<Map<number, number>>;

/**
 * Refills pick faces, and while none lacks units counts flagged volumes; sometimes flags one that has not been counted
 * for long.
 */
export function refillAndCount(worker: Worker, warehouseId: number, truth: Truth): Promise<void> {
  let counted = 0;
  return shift(worker, 60, async () => {
    if (await refill(worker, warehouseId)) return true;
    const query = { query: 'state:open,recount', size: '20' };
    const flagged = await worker.call(api.balances.list, { query });
    for (const balance of flagged.ok ? flagged.value.items : []) {
      await worker.works(countSeconds);
      const lines = await linesOf(worker.call, balance.id, await truth(balance.volume.id));
      const done = await worker.scan(api.balances.count, { params: { id: balance.id }, body: { lines } });
      if (done.ok) counted += 1;
    }
    if (counted > 0 && counted % 5 !== 0) return false;
    counted += 1;
    await worker.call(api.balances.start, { body: { warehouseId, volumes: 4 } });
    return false;
  });
}

async function linesOf(call: Asked, id: number, truth: Map<number, number>) {
  const balance = await call(api.balances.detail, { params: { id } });
  const goods = balance.ok ? balance.value.goods : [];
  return goods.map(({ variation }) => ({
    variationId: variation.id,
    quantity: truth.get(variation.id) ?? 0,
  }));
}
