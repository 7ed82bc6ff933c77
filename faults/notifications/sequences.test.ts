import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariantsAtRest, openChecker } from '#server/test/check-invariants.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { randomFrom } from '#server/test/kill.ts';
import { watchPoints } from '../crash-points/life.ts';
import { countSales, differences, readBystander, readOutcomes, readStrangers } from './outcome.ts';
import { isHeard, makeSequences, members, referenceSequences, type Sequence, truth } from './plan.ts';
import { makePlayer, type Post, postOf } from './play.ts';
import { type Seller, setStage } from './stage.ts';

/** Maximum number of concurrent sequences. */
const batchSize = 2000;
/** 2,000 in the campaigns, 20,000 by `npm run faults -- notifications`, or as many as requested. */
const wanted = Number(process.env.FAULTS_SEQUENCES ?? sized(2000, 20_000));
const seed = Number(process.env.FAULTS_SEED ?? 20_261_121);
/** Processes that die during a round; the points at which they die are spread over this many. */
const deathsOfRound = 3;
const spread = 3000;

const stage = await setStage();
const { app, market, inspector, bystander } = stage;
const player = makePlayer(stage);
/** Of all batches. */
let sales = 0;
let release = () => {};
beforeAll(() => {
  release = watchPoints();
});
afterAll(() => release());

const batches = Array.from({ length: Math.ceil(wanted / batchSize) }, (_, batch) => ({
  batch,
  count: Math.min(batchSize, wanted - batch * batchSize),
}));

test.each(batches)(
  'any number and order of notifications, with deaths in between, ends as one of each in order: $count',
  {
    // 2,000 of them on two processors alone: 71 s.
    timeout: 1_200_000,
  },
  async ({ batch, count }) => {
    const began = performance.now();
    const random = randomFrom(seed + batch);
    const hired = await stage.hireSellers();
    const references = referenceSequences(1 + batch * 10 * batchSize);
    const sequences = makeSequences(random, references.length + 1 + batch * 10 * batchSize, count);
    const all = [...references, ...sequences];
    market.begin(
      new Date(app.clock.now().getTime() - 30 * 60_000),
      hired.map(({ shop }) => shop),
      all,
    );
    const untouched = await readBystander(inspector, bystander.businessId);
    const wrong = async () => differences(await readOutcomes(stage, hired), references, sequences, hired);

    for (const round of roundsOf(references)) {
      await player.post(postsOf(references, round, hired));
      await player.work();
    }
    let told = 0;
    for (const round of roundsOf(sequences)) {
      const posts = shuffle(postsOf(sequences, round, hired), random);
      told += posts.length;
      await player.post(posts, below(20));
      await player.work(Array.from({ length: deathsOfRound }, () => below(spread)));
    }

    // INV-45: if every notification was processed, late and outdated ones have changed nothing.
    for (const { n } of sequences) market.show(n, truth);
    const early = await wrong();
    expect(sequences.filter(isHeard).length).toBeGreaterThan(count / 8);
    expect(early.filter(isHeard).slice(0, 3)).toEqual([]);

    // INV-50: the sweep, every five minutes and every ten for parcels, finds lost notifications and newer states.
    for (const { n } of sequences) market.show(n, truth);
    const lost = (await wrong()).length;
    expect(lost).toBeGreaterThan(count / 20);
    let minutes = 0;
    do {
      minutes += 5;
      app.clock.advance(5);
      await inspector.query(`select enqueue_jobs('[{"task": "orders.sweep", "payload": {}}]')`);
      if (minutes % 10 === 5)
        await inspector.query(`select enqueue_jobs('[{"task": "orders.sweep-parcels", "payload": {}}]')`);
      await player.hurry();
      await player.work();
    } while (minutes < 15 && (await wrong()).length > 0);
    expect((await wrong()).slice(0, 3)).toEqual([]);

    // Notifications two days late change nothing.
    app.clock.advance(2 * 24 * 60);
    const late = sequences.flatMap((one) => one.late.map((notice) => post(one, notice, hired)));
    await player.post(late);
    await player.work();
    expect((await wrong()).slice(0, 3)).toEqual([]);

    // INV-47: nothing of it is stored for another account, and no answer about another resource is stored.
    expect(await readStrangers(stage, hired)).toEqual([]);
    expect(await readBystander(inspector, bystander.businessId)).toEqual(untouched);
    sales += all.reduce((sum, { life }) => sum + members(life), 0);
    expect(await countSales(inspector)).toBe(sales);
    for (const { shop } of hired)
      for (const { itemId } of [shop.single, shop.kit])
        expect({ itemId, shown: market.quantity(itemId) }).toEqual({ itemId, shown: await pushed(itemId) });
    const checker = await openChecker(app.databaseUrl, invariantsAtRest);
    expect(await checker.all().finally(() => checker.close())).toEqual([]);
    const note = `${told + late.length} notifications, ${player.died()} deaths, ${early.length} found by the sweep within ${minutes} min, ${((performance.now() - began) / 1000).toFixed(0)} s`;
    console.log(`${count} sequences, ${sequences.filter(isHeard).length} heard whole: ${note}`);
    report({ fault: 'sequence of notifications', times: count, note });

    function below(limit: number): number {
      return 1 + Math.floor(random() * limit);
    }
  },
);

const roundsOf = (sequences: readonly Sequence[]) =>
  Array.from({ length: Math.max(...sequences.map(({ rounds }) => rounds.length)) }, (_, round) => round);

/** Deliveries of a round; from then on the marketplace answers with that round's state. */
function postsOf(sequences: readonly Sequence[], round: number, hired: readonly Seller[]): Post[] {
  return sequences.flatMap((one) => {
    const now = one.rounds[round];
    if (!now) return [];
    market.show(one.n, now.shown);
    return now.told.map((notice) => post(one, notice, hired));
  });
}

const post = (one: Sequence, notice: Sequence['late'][number], hired: readonly Seller[]) =>
  postOf(one, notice, hired, bystander.remoteUserId);

async function pushed(itemId: string): Promise<number | undefined> {
  const rows = await inspector.query<{ quantity: number }>(
    'select synced_quantity as quantity from publication_variations where remote_item_id = $1',
    [itemId],
  );
  return rows[0]?.quantity;
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((entry) => ({ entry, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}
