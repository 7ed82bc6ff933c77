import { setTimeout as delay } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import { makeStaff } from '#server/business/test/factory.ts';
import { taskTable } from '#server/tasks.ts';
import { type Machine, startMachine, waitFor } from '../flows/machine.ts';
import { makeWorld, type World } from '../flows/world.ts';
import { randomFrom } from '../load/act.ts';
import { handOver, pack, pick } from './floor.ts';
import { type Judged, judge } from './judge.ts';
import { buy, cartPlaces, lead, makeWaves, releaseByClock } from './office.ts';
import { type Day, hire, hour, type Tally, type Worker } from './person.ts';
import { fillPickFaces, makePickFaces } from './refill.ts';
import { receive, refillAndCount, type Truth, unitsOfVolume, volumesOfLine } from './stock.ts';

export type DayOptions = {
  sales: number;
  trucks: number;
  hours: number;
  products: number;
  /** Seconds of the day in one of the clock. */
  compress: number;
  log: (line: string) => void;
};

/** Positions of the walk: the first ones are pick faces, the others the reserve. */
const facePositions = 40;
const reservePositions = 80;
const carts = 40;
const linesOfTruck = 2;
/** The last buyers come some hours before the end, so that their parcels can still leave. */
const buyingShare = 0.7;
/**
 * People stay until nothing is left, but end if no parcel leaves for this long of real time, because the machine may be
 * slow.
 */
const patienceMs = 60_000;

/** One warehouse, from its first buyer to the last parcel; the product, its database and its marketplace are processes. */
export async function runDay(options: DayOptions): Promise<Judged> {
  const { sales, trucks, hours, compress, log } = options;
  const machine = await startMachine();
  try {
    const units = Math.ceil((2 * sales) / options.products) + 10;
    const world = await makeWorld(machine.app, machine.env, {
      ...{ accounts: 3, shelves: options.products, units },
      ...{ positions: reservePositions, emptyPositions: facePositions },
    });
    await machine.market.sell(world.items);
    const web = await machine.start('--web');
    await machine.start('--worker');
    let began = performance.now();
    const seconds = hours * hour;
    const now = () => ((performance.now() - began) / 1000) * compress;
    const tally: Tally = { scans: 0, steps: 0, waits: [], refusals: new Map(), troubles: [] };
    let done = false;
    const over = () => done;
    const day: Day = { url: web.url, compress, random: randomFrom(20_461), tally, now, over };
    const { people, work } = await hirePeople(machine, world, day, trucks);
    began = performance.now();
    const start = Date.now();
    const carriers = [0.5, 0.75, 1].map((share) => start + (share * seconds * 1000) / compress);
    await machine.market.beginDay({ carriers, noticeMs: (seconds * 1000) / compress / 6 });
    log(
      `${people} people, ${sales} sales and ${trucks} receipts in ${hours} h, one second for each ${compress}`,
    );
    const shifts = work.map((begin) => begin());
    const buyers = await buy(day, machine, world.items, { sales, until: seconds * buyingShare });
    log(`${clock(now())} the last buyer`);
    await lastParcel(machine, world, sales);
    const took = now();
    log(`${clock(took)} the last parcel`);
    done = true;
    await Promise.all(shifts);
    await settle(machine);
    for (const [code, times] of tally.refusals) log(`refused: ${times} × ${code}`);
    for (const trouble of tally.troubles.slice(0, 20)) log(trouble);
    return await judge(machine, world.supplierId, {
      ...{ tally, buyers, people, seconds: took, trucks },
      counts: await countBalances(machine, world),
    });
  } finally {
    await machine.stop();
  }
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / hour)}:${String(Math.floor((seconds % hour) / 60)).padStart(2, '0')}`;

/** Ten people: one leads, two pick, four pack, one hands over, one receives, one refills and counts. */
async function hirePeople(machine: Machine, world: World, day: Day, trucks: number) {
  let people = 0;
  const join = async (role: Role): Promise<Worker> => {
    people += 1;
    const { token } = await makeStaff(machine.app, world.supplierId, [role]);
    return hire(day, `${role} ${people}`, token);
  };
  const leader = await join('administrator');
  const counter = await join('stockist');
  const { warehouseId } = world;
  await prepareFloor(machine, world, leader);
  await fillPickFaces(counter, warehouseId);
  const { ids, positionId } = await orderTrucks(machine, world, leader, trucks);
  const atBenches = new Set<number>();
  const work = [() => lead(leader), () => releaseByClock(day, machine)];
  for (let n = 0; n < 2; n++) {
    const picker = await join('packer');
    work.push(() => pick(picker));
  }
  for (let n = 0; n < 4; n++) {
    const packer = await join('packer');
    work.push(() => pack(packer, atBenches));
  }
  const distributor = await join('distributor');
  const receiver = await join('stockist');
  work.push(
    () => handOver(distributor),
    () => receive(receiver, ids, positionId),
    () => refillAndCount(counter, warehouseId, truthOf(machine, day)),
  );
  return { people, work };
}

/** Carts whose places are scanned, pick faces and wave rules. */
async function prepareFloor(machine: Machine, world: World, leader: Worker): Promise<void> {
  const { warehouseId } = world;
  const faces = await machine.ask<{ id: string }>(
    'select id from inventory_locations where warehouse_id = $1 and index <= $2 order by index',
    [warehouseId, facePositions],
  );
  await makePickFaces(
    leader,
    world,
    faces.map(({ id }) => Number(id)),
  );
  for (let n = 1; n <= carts; n++)
    await must(
      leader.call(api.carts.create, { body: { warehouseId, name: `Carrinho ${n}`, places: cartPlaces } }),
    );
  await must(leader.call(api.business.requireCartPlaces, { body: { required: true } }));
  await makeWaves(leader, warehouseId);
}

/** Supply requests of two products each, approved: their goods are on the way. */
async function orderTrucks(machine: Machine, world: World, leader: Worker, trucks: number) {
  const vendor = await must(leader.call(api.suppliers.create, { body: { name: 'Olaria' } }));
  const { warehouseId, shelves } = world;
  const ids: number[] = [];
  for (let truck = 0; truck < trucks; truck++) {
    const wanted = Array.from(
      { length: linesOfTruck },
      (_, n) => shelves[(truck * linesOfTruck + n) % shelves.length],
    );
    const create = wanted.map((shelf) => ({
      variationId: shelf?.variationId ?? 0,
      quantity: volumesOfLine * unitsOfVolume,
      quantityPerVolume: unitsOfVolume,
      priceCentavos: 1500,
    }));
    const body = { supplierId: vendor.id, warehouseId, lines: { create } };
    const { id } = await must(leader.call(api.supplyRequests.create, { body }));
    await must(leader.call(api.supplyRequests.approve, { params: { id }, body: {} }));
    ids.push(id);
  }
  const [position] = await machine.ask<{ id: string }>(
    'select id from inventory_locations where warehouse_id = $1 order by index desc limit 1',
    [warehouseId],
  );
  return { ids, positionId: Number(position?.id) };
}

async function must<T>(answered: Promise<{ ok: true; value: T } | { ok: false; code: string }>): Promise<T> {
  const answer = await answered;
  if (!answer.ok) throw new Error(`the day could not be prepared: ${answer.code}`);
  return answer.value;
}

/** Of one volume in twenty a unit is missing. */
function truthOf(machine: Machine, day: Day): Truth {
  return async (volumeId) => {
    const rows = await machine.ask<{ id: string; quantity: number }>(
      'select variation_id as id, sum(quantity)::int as quantity from volume_lines where volume_id = $1 group by 1',
      [volumeId],
    );
    const lost = day.random() < 0.05 ? 1 : 0;
    return new Map(rows.map(({ id, quantity }) => [Number(id), Math.max(0, quantity - lost)]));
  };
}

/** Waits until nothing is left, or nothing moves any more. */
async function lastParcel(machine: Machine, world: World, sales: number): Promise<void> {
  let left = sales;
  let moved = performance.now();
  while (left > 0 && performance.now() - moved < patienceMs) {
    await delay(500);
    const now = await leftOver(machine, world, sales);
    if (now < left) moved = performance.now();
    left = now;
  }
}

/** Sales that are not handed over, canceled or refused, including those that have not arrived yet. */
async function leftOver(machine: Machine, { supplierId }: World, sales: number): Promise<number> {
  const [row] = await machine.ask<{ ended: number }>(
    `select count(*)::int as ended from orders where fulfiller_id = $1
      and (status in ('collected', 'canceled') or refused_at is not null)`,
    [supplierId],
  );
  return sales - (row?.ended ?? 0);
}

/**
 * Runs the remaining jobs, and every scheduled task once, so that the time at which the day begins makes no difference;
 * then the queue is empty.
 */
async function settle(machine: Machine): Promise<void> {
  // Scheduled future jobs, such as reads of publications, are not remaining work.
  const due = 'from queued_jobs where not parked and (attempts > 0 or run_at <= now())';
  const empty = async () => {
    const [row] = await machine.ask<{ jobs: number }>(`select count(*)::int as jobs ${due}`);
    return row?.jobs === 0;
  };
  const tellTheRest = async (error: unknown) => {
    const fields = 'task, attempts, last_error, run_at';
    console.error(await machine.ask(`select ${fields} ${due} order by run_at limit 20`));
    throw error;
  };
  await waitFor('an empty queue', empty, 60).catch(tellTheRest);
  const byTheClock = taskTable.schedules.map(({ task }) => ({ task, payload: {} }));
  await machine.ask('select enqueue_jobs($1::jsonb)', [JSON.stringify(byTheClock)]);
  await waitFor('what happens by the clock', empty, 60).catch(tellTheRest);
}

async function countBalances(machine: Machine, { supplierId }: World): Promise<number> {
  const [row] = await machine.ask<{ ended: number }>(
    'select count(*)::int as ended from balances where business_id = $1 and ended_at is not null',
    [supplierId],
  );
  return row?.ended ?? 0;
}
