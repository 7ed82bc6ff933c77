import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const parcel = 'server/orders/checkout/parcel-proof.ts';
const proofs = 'server/orders/checkout/parcel-proof.test.ts';
const figures = 'server/orders/productivity/productivity.test.ts';
const sums = 'the sums of people and days are those of the scans';
const schedule = 'server/inventory/balance/count-schedule.ts';
const refill = 'server/inventory/refill/refill.ts';
const lacking = 'server/inventory/refill/refill.queries.ts';
const refills = 'server/inventory/refill/refill.test.ts';
const schedules = 'server/inventory/balance/count-schedule.test.ts';

/** Proof of a parcel, the work of people, counts that begin by themselves, and refills. */
export const workPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-60',
    what: 'a parcel that is packed without its required weight',
    patch: {
      file: parcel,
      name: 'missingOf',
      find: "asks.weight === 'required' && weight === null",
      replace: "asks.weight === 'off' && weight === null",
    },
    detector: { file: proofs, test: 'a required weight holds the parcel until it is weighed' },
  },
  {
    breaks: 'INV-60',
    what: 'a parcel that is packed without its required photo',
    patch: {
      file: parcel,
      name: 'missingOf',
      find: "asks.photos === 'required' && photos.length === 0",
      replace: "asks.photos === 'off' && photos.length === 0",
    },
    detector: { file: proofs, test: 'a required photo holds the parcel' },
  },
  {
    breaks: 'INV-60',
    what: 'a tolerance that is the smaller one',
    patch: {
      file: 'contract/orders/parcel-proof.ts',
      name: 'allowedGrams',
      find: 'Math.max(grams,',
      replace: 'Math.min(grams,',
    },
    detector: { file: proofs, test: 'a weight outside of the larger tolerance asks for a second look' },
  },
  {
    breaks: 'INV-60',
    what: 'an unknown weight of goods that counts as zero',
    patch: {
      file: parcel,
      name: 'expectedGrams',
      find: 'case when bool_and(g.weight is not null) then round(sum(g.weight * t.quantity) * 1000)::int end',
      replace: 'round(coalesce(sum(g.weight * t.quantity), 0) * 1000)::int',
    },
    detector: { file: proofs, test: 'the weight of goods is unknown, and not zero' },
  },
  {
    breaks: 'INV-60',
    what: 'the weight of a parcel that is kept when the parcel is opened',
    patch: wrap<typeof import('#server/orders/checkout/parcel-proof.ts')>()(
      parcel,
      'voidProof',
      () => async () => undefined,
    ),
    detector: { file: proofs, test: 'opening a parcel voids its weight and its photos' },
  },
  {
    breaks: 'INV-60',
    what: 'the first sale of a parcel that needs the proof of the whole parcel',
    patch: {
      file: parcel,
      name: 'missingOf',
      find: 'order.packed_at || isOpen || leftUnpacked(order)',
      replace: 'order.packed_at || leftUnpacked(order)',
    },
    detector: { file: proofs, test: 'sales of one parcel are weighed together' },
  },
  {
    breaks: 'INV-35',
    what: 'photos of parcels of other warehouses',
    patch: {
      file: parcel,
      name: 'findParcelPhoto',
      find: '  await loadForFiles(tx, actor, photo.order_id);\n',
      replace: '',
    },
    detector: { file: proofs, test: 'a packer sees no photos of parcels of a warehouse that is not theirs' },
  },
  {
    breaks: 'INV-61',
    what: 'work that is taken back on the same day and stays a result',
    patch: {
      file: 'server/orders/productivity/work-sql.ts',
      name: 'isKept',
      find: 'voided_at is null or',
      replace: 'true or',
    },
    detector: { file: figures, test: 'packed parcels count for the person who packed them last on a day' },
  },
  {
    breaks: 'INV-61',
    what: 'a long pause that is time at work',
    patch: {
      file: 'server/orders/productivity/work-sql.ts',
      name: 'workOf',
      find: 'when gap <=',
      replace: 'when gap >= 0 or gap <=',
    },
    detector: { file: figures, test: 'a pause longer than ten minutes is not time at work' },
  },
  {
    breaks: 'INV-61',
    what: 'a day that is added up and then counted once more from its scans',
    patch: {
      file: 'server/orders/productivity/productivity.queries.ts',
      name: 'workDays',
      find: 'addDays(through, 1)',
      replace: 'through',
    },
    detector: { file: figures, test: sums },
  },
  {
    breaks: 'INV-61',
    what: 'a day that ends at midnight of another time zone',
    patch: {
      file: 'server/orders/productivity/work-sql.ts',
      name: 'dayIn',
      find: 'sql.lit(timeZone)',
      replace: "sql.lit('UTC')",
    },
    detector: { file: figures, test: sums },
  },
  {
    breaks: 'INV-61',
    what: 'people who see the work of others',
    patch: {
      file: 'server/orders/productivity/productivity.queries.ts',
      name: 'readProductivity',
      find: "if (!actorCan(actor, 'productivity.people'))",
      replace: 'if (actor.businessId === null)',
    },
    detector: { file: figures, test: 'each person sees their own work by days' },
  },
  {
    breaks: 'INV-61',
    what: 'a blind counter who reads the counted units in sums of their own work',
    patch: {
      file: 'server/orders/productivity/productivity.queries.ts',
      name: 'unitsFor',
      find: 'isBlind(actor)',
      replace: 'actor.businessId === null',
    },
    detector: { file: figures, test: 'handed over parcels, counts and returned goods' },
  },
  {
    breaks: 'INV-62',
    what: 'counts that nobody has made and that take no place',
    patch: { file: schedule, name: 'findDue', find: '- coalesce(t.begun, 0)', replace: '' },
    detector: { file: schedules, test: 'counts that nobody has made take the place of new ones' },
  },
  {
    breaks: 'INV-62',
    what: 'the most sold product that is of class B',
    patch: {
      file: schedule,
      name: 'classes',
      find: 'when before < 0.8 * total',
      replace: 'when before + units < 0.8 * total',
    },
    detector: { file: schedules, test: 'a volume is due by the class of its product' },
  },
  {
    breaks: 'INV-62',
    what: 'a count of a volume at which somebody picks',
    patch: { file: schedule, name: 'findDue', find: 'having sum(x.pinned) = 0', replace: '' },
    detector: { file: schedules, test: 'a volume that a pick is at waits' },
  },
  {
    breaks: 'INV-63',
    what: 'two people who bring the same units at once',
    patch: wrapInner(refill, 'lockFace', () => async () => undefined),
    detector: { file: refills, test: 'that two people end at once is done once' },
  },
  {
    breaks: 'INV-63',
    what: 'a refill above the maximum',
    patch: {
      file: refill,
      name: 'moveRefill',
      find: "if (brought.quantity > row.quantity) invalidField('quantity', 'too_big');",
      replace: '',
    },
    detector: {
      file: refills,
      test: 'is refused if there is another source meanwhile, for more units than fit',
    },
  },
  {
    breaks: 'INV-63',
    what: 'the oldest reserve before the one that expires',
    patch: {
      file: lacking,
      name: 'missing',
      find: 'order by b.expires_on nulls last, c.launched_at',
      replace: 'order by c.launched_at',
    },
    detector: { file: refills, test: 'is what fits, from the reserve that expires first' },
  },
  {
    breaks: 'INV-63',
    what: 'sales that wait and that no refill counts',
    patch: {
      file: lacking,
      name: 'missing',
      find: 'where free - waiting < minimum',
      replace: 'where free < minimum',
    },
    detector: { file: refills, test: 'is more while sales wait, and urgent if they wait for more' },
  },
  {
    breaks: 'INV-63',
    what: 'a refill that a second person takes over',
    patch: {
      file: refill,
      name: 'lockRefill',
      find: 'row.taken_by !== null &&',
      replace: 'row.taken_by === 0 &&',
    },
    detector: { file: refills, test: 'is of one person until it is left or half an hour has passed' },
  },
];
