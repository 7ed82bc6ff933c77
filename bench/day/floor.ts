import { api } from '#contract/index.ts';
import type { PickingList, PickingStop } from '#contract/orders/picking.ts';
import { newClientId, shift, type Worker } from './person.ts';

/** From one position to the next, in seconds. */
export const stepSeconds = 1.5;
const packSeconds = 25;
const labelSeconds = 2;
/** Of the products that are looked for, how many are not where they should be. */
const shortShare = 0.02;

/** 'A-17': the seventeenth on the way. */
export const placeOf = (position: string | null) => Number(position?.split('-')[1] ?? 1);

/** Takes a free cart for the next list, walks it, and brings the cart to the benches. */
export function pick(worker: Worker): Promise<void> {
  return shift(worker, 30, async () => {
    const all = await worker.call(api.carts.list);
    const free = (all.ok ? all.value.items : []).filter(({ listId }) => listId === null);
    const open = await worker.call(api.picking.list, { query: { query: 'state:open', size: '10' } });
    for (const { id } of open.ok && free.length > 0 ? open.value.items : []) {
      const begun = await worker.call(api.picking.start, { params: { id } });
      if (!begun.ok) continue;
      await takeCart(
        worker,
        id,
        free.map(({ code }) => code),
      );
      await walk(worker, begun.value);
      return true;
    }
    return false;
  });
}

/** Another picker may take the same cart first. */
async function takeCart(worker: Worker, id: number, codes: readonly string[]): Promise<void> {
  for (const code of codes)
    if ((await worker.scan(api.picking.takeCart, { params: { id }, body: { code } })).ok) return;
}

async function walk(worker: Worker, list: PickingList): Promise<void> {
  const params = { id: list.id };
  let at = 0;
  let stops = list.stops;
  while (stops[0]) {
    const [stop] = stops;
    const place = placeOf(stop.position);
    worker.day.tally.steps += Math.abs(place - at);
    await worker.works(Math.abs(place - at) * stepSeconds);
    at = place;
    stops = await fetchFrom(worker, list.id, stop);
  }
  worker.day.tally.steps += at;
  await worker.works(at * stepSeconds);
  const finished = await worker.call(api.picking.finish, { params });
  if (finished.ok) await putBack(worker, finished.value);
}

/** What buyers have canceled goes back into a volume. */
async function putBack(worker: Worker, list: PickingList): Promise<void> {
  for (const { sku, quantity, place } of list.putBack)
    if (place)
      await worker.scan(api.picking.putBack, {
        params: { id: list.id },
        body: { code: sku, volumeCode: place.volume, quantity },
      });
}

/** The units of one stop; answers what is still to be fetched. */
async function fetchFrom(worker: Worker, id: number, stop: PickingStop): Promise<PickingStop[]> {
  const params = { id };
  const from = stop.volume.name;
  const opened = await worker.scan(api.picking.beep, {
    params,
    body: { code: from, clientId: newClientId() },
  });
  // Its sale was canceled meanwhile, or the volume is being counted: the list says what to fetch now.
  if (!opened.ok) return readStops(worker, id);
  if (worker.day.random() < shortShare) {
    const body = { volumeId: stop.volume.id, variationId: stop.variation.id, reason: 'não estava no lugar' };
    const declared = await worker.call(api.picking.declareShort, { params, body });
    return declared.ok ? declared.value.stops : readStops(worker, id);
  }
  let { stops } = opened.value;
  for (let unit = 0; unit < stop.quantity; unit++) {
    const body = { code: stop.sku, from, clientId: newClientId() };
    const placed = await worker.scan(api.picking.beep, { params, body });
    if (!placed.ok) return readStops(worker, id);
    stops = placed.value.stops;
    const { cart, shares } = placed.value;
    for (const { place } of cart ? shares : []) {
      const code = `${cart?.code}-${place}`;
      await worker.scan(api.picking.beep, { params, body: { code, from, clientId: newClientId() } });
    }
    for (const volume of placed.value.emptied) await sayEmpty(worker, volume.id);
  }
  return stops;
}

async function readStops(worker: Worker, id: number): Promise<PickingStop[]> {
  const list = await worker.call(api.picking.detail, { params: { id } });
  return list.ok && list.value.state === 'in_progress' ? list.value.stops : [];
}

export const sayEmpty = (worker: Worker, id: number) =>
  worker.call(api.volumes.zeroCheck, { params: { id }, body: { empty: true } });

/** Takes the cart that has waited longest to the bench and packs it, place after place. */
export function pack(worker: Worker, atBenches: Set<number>): Promise<void> {
  return shift(worker, 20, async () => {
    const carts = await worker.call(api.carts.list);
    const used = (carts.ok ? carts.value.items : [])
      .map(({ listId }) => listId)
      .filter((id) => id !== null && !atBenches.has(id))
      .toSorted((one, other) => Number(one) - Number(other));
    for (const id of used) {
      if (id === null || atBenches.has(id)) continue;
      atBenches.add(id);
      const isPacked = await packCart(worker, id);
      atBenches.delete(id);
      if (isPacked) return true;
    }
    return false;
  });
}

/** The scan of a place opens its sale. False: the cart is still on its walk. */
async function packCart(worker: Worker, listId: number): Promise<boolean> {
  const list = await worker.call(api.picking.detail, { params: { id: listId } });
  if (!list.ok || !list.value.cart || list.value.state !== 'finished') return false;
  const { cart, sales } = list.value;
  for (const { place, leftReason } of sales) {
    if (leftReason) continue;
    const opened = await worker.scan(api.checkout.list, { query: { query: `cart:${cart.code}-${place}` } });
    for (const { id } of opened.ok ? opened.value.items : []) await packSale(worker, id);
  }
  const left = await worker.call(api.picking.detail, { params: { id: listId } });
  if (left.ok) await putBack(worker, left.value);
  return true;
}

/** Stops at the scan that is refused, because its buyer canceled meanwhile. */
async function packSale(worker: Worker, id: number): Promise<void> {
  const params = { id };
  const sale = await worker.call(api.checkout.detail, { params });
  if (!sale.ok) return;
  for (const part of sale.value.parts)
    for (let unit = part.beeped; unit < part.quantity; unit++) {
      const body = { code: part.sku, clientId: newClientId() };
      if (!(await worker.scan(api.checkout.beep, { params, body })).ok) return;
    }
  await worker.works(packSeconds);
  await worker.call(api.checkout.print, { params, body: { reason: '' } });
  const packed = await worker.call(api.checkout.confirmPacking, { params });
  for (const volume of packed.ok ? packed.value.emptied : []) await sayEmpty(worker, volume.id);
}

/** Hands over the pile, label by label. Sales that buyers canceled after packing are put back. */
export function handOver(worker: Worker): Promise<void> {
  return shift(worker, 300, async () => {
    const query = { query: 'status:waiting_collect', size: '100' };
    const pile = await worker.call(api.checkout.list, { query });
    for (const { id, trackingCode } of pile.ok ? pile.value.items : []) {
      await worker.works(labelSeconds);
      await worker.scan(api.checkout.collect, { params: { id }, body: { code: trackingCode } });
    }
    return pile.ok && pile.value.items.length > 50;
  });
}
