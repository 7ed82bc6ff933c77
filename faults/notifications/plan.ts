export const sellers = 6;
const rounds = 3;

/** How far a sale gets, its products, and whether the marketplace dates everything in the same second. */
export type Life = {
  ends: 'paid' | 'printed' | 'shipped' | 'canceled-unpaid' | 'canceled-paid';
  of: 'single' | 'kit' | 'pack';
  coarse: boolean;
};

/** A later state of an order, or of the parcel. */
export type Word = { of: 'order' | 'parcel'; state: string };

/** The marketplace's answer about a sale in a round: states are counted in notifications, -1 is before the first. */
export type Shown = { order: number; parcel: number; fault: 'none' | 'wrong-id' | 'failing' };
export const truth: Shown = {
  order: Number.MAX_SAFE_INTEGER,
  parcel: Number.MAX_SAFE_INTEGER,
  fault: 'none',
};

type Disguise =
  | 'honest'
  | 'text-id'
  | 'forged'
  | 'stranger'
  | 'other-application'
  | 'unknown-topic'
  | 'deep'
  | 'huge'
  | 'junk';

export type Told = { topic: 'orders_v2' | 'shipments'; member: number; as: Disguise };

/** One sale with everything about it: by round the true state, the answer, the deliveries. */
export type Sequence = {
  n: number;
  seller: number;
  life: Life;
  words: readonly Word[];
  rounds: { shown: Shown; told: Told[] }[];
  /** Delivered two days after all was settled. */
  late: Told[];
};

function wordsOf(ends: Life['ends']): Word[] {
  const order = (state: string): Word => ({ of: 'order', state });
  const parcel = (state: string): Word => ({ of: 'parcel', state });
  if (ends === 'canceled-unpaid') return [order('unpaid'), order('canceled-unpaid')];
  const labeled = [
    order('unpaid'),
    order('paid'),
    parcel('invoice_pending'),
    parcel('ready_to_print'),
    parcel('printed'),
  ];
  if (ends === 'paid') return labeled.slice(0, 3);
  if (ends === 'printed') return labeled;
  if (ends === 'shipped') return [...labeled, parcel('shipped')];
  return [...labeled.slice(0, 4), order('canceled-paid'), parcel('cancelled')];
}

export const members = (life: Life) => (life.of === 'pack' ? 2 : 1);

const ends = ['paid', 'printed', 'shipped', 'canceled-unpaid', 'canceled-paid'] as const;
const kinds = ['single', 'kit', 'pack'] as const;

/** Every life once, with notifications in order: the reference for all sequences. */
export function referenceSequences(first: number): Sequence[] {
  const lives = ends.flatMap((end) =>
    kinds.flatMap((of) => [false, true].map((coarse) => ({ ends: end, of, coarse }))),
  );
  return lives.map((life, index) => {
    const words = wordsOf(life.ends);
    const told = words.map((word, at) => ({
      shown: { order: at, parcel: at, fault: 'none' as const },
      told: tellings(life, word, 'honest'),
    }));
    return { n: first + index, seller: 0, life, words, rounds: told, late: [] };
  });
}

function tellings(life: Life, word: Word, as: Disguise): Told[] {
  if (word.of === 'parcel') return [{ topic: 'shipments', member: 0, as }];
  return Array.from({ length: members(life) }, (_, member) => ({ topic: 'orders_v2', member, as }));
}

export function makeSequences(random: () => number, first: number, count: number): Sequence[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  return Array.from({ length: count }, (_, index) => {
    const life: Life = {
      ends: pick(ends),
      of: pick(['single', 'single', 'kit', 'pack']),
      coarse: random() < 0.3,
    };
    const words = wordsOf(life.ends);
    const since = words.map(() => below(rounds)).toSorted((one, other) => one - other);
    const told = Array.from({ length: rounds }, (_, round) => {
      const truth = since.findLastIndex((at) => at <= round);
      return { shown: showing(truth), told: [] as Told[] };
    });
    const late: Told[] = [];
    for (const [at, word] of words.entries())
      for (const telling of tellings(life, word, 'honest')) {
        const copies = random() < 0.15 ? 0 : 1 + below(5);
        for (let copy = 0; copy < copies; copy++) {
          const begun = since[at] ?? 0;
          const delayed = random() < 0.03 ? late : told[begun + below(rounds - begun)]?.told;
          delayed?.push({ ...telling, as: random() < 0.1 ? 'text-id' : 'honest' });
        }
      }
    if (random() < 0.25) told[below(rounds)]?.told.push(lie());
    return { n: first + index, seller: below(sellers), life, words, rounds: told, late };
  });

  /** Mostly the true state, else an outdated copy, independently for order and parcel. */
  function showing(truth: number): Shown {
    const lags = random() < 0.35;
    const upTo = () => (lags ? below(truth + 2) - 1 : truth);
    const fault = random() < 0.04 ? 'wrong-id' : random() < 0.04 ? 'failing' : 'none';
    return { order: upTo(), parcel: upTo(), fault };
  }

  function lie(): Told {
    const as = pick<Disguise>([
      'forged',
      'forged',
      'stranger',
      'other-application',
      'unknown-topic',
      'deep',
      'huge',
      'junk',
    ]);
    return { topic: random() < 0.7 ? 'orders_v2' : 'shipments', member: 0, as };
  }
}

/**
 * Whether all its notifications were answered truthfully: then the result must be the expected one, regardless of later
 * notifications.
 */
export function isHeard({ life, words, rounds: heard }: Sequence): boolean {
  const lastOf = (kind: Word['of']) => words.findLastIndex(({ of }) => of === kind);
  const isTold = (round: Sequence['rounds'][number], topic: Told['topic'], member: number) =>
    round.told.some((told) => told.topic === topic && told.member === member && isHonest(told));
  const tellsOrders = heard.findIndex(
    (round) =>
      round.shown.fault === 'none' &&
      round.shown.order >= lastOf('order') &&
      Array.from({ length: members(life) }, (_, member) => member).every((member) =>
        isTold(round, 'orders_v2', member),
      ),
  );
  if (tellsOrders < 0 || life.ends.startsWith('canceled')) return tellsOrders >= 0;
  return heard
    .slice(tellsOrders)
    .some(
      (round) =>
        round.shown.fault === 'none' &&
        round.shown.order >= lastOf('order') &&
        round.shown.parcel >= lastOf('parcel') &&
        isTold(round, 'shipments', 0),
    );
}

const isHonest = ({ as }: Told) => as === 'honest' || as === 'text-id';
