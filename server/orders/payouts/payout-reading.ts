import { sql } from 'kysely';
import { addDays, addMinutes, type Day, dayOf } from '#contract/dates.ts';
import { type PayoutFailure, type PayoutReading, payoutFailures } from '#contract/orders/payout-reading.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { mostPayoutDays, type PayoutDays } from '#server/outside/marketplaces/payouts.ts';
import type { Outside } from '#server/outside/outside.ts';

/** A reading of one account; the days of the last one are read again, because lines may be late. */
export type ReadAccount = { businessId: number; accountId: number };

const overlapDays = 3;
/** A report is prepared within minutes; after this time it is a failure. */
const longestMinutes = 120;

export async function findPayoutAccount(tx: Tx, id: number) {
  const account = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['id', 'marketplace', 'tags', 'state'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return account ?? fail('not_found');
}

export async function viewPayoutReading(tx: Tx, accountId: number, outside: Outside): Promise<PayoutReading> {
  const account = await findPayoutAccount(tx, accountId);
  const row = await findReading(tx, accountId);
  return {
    isTold: capabilitiesOf(outside, account).tellsPayouts,
    isReading: Boolean(row?.requested_at ?? row?.asked_at),
    readAt: row?.read_at?.toISOString() ?? null,
    through: row?.read_through ?? null,
    failedAt: row?.failed_at?.toISOString() ?? null,
    failure: payoutFailures.find((failure) => failure === row?.failure) ?? null,
  };
}

function findReading(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('payout_readings')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

type ReadingRow = NonNullable<Awaited<ReturnType<typeof findReading>>>;
type Changes = Partial<Omit<ReadingRow, 'business_id' | 'account_id'>>;

async function setReading(tx: Tx, { businessId, accountId }: ReadAccount, changes: Changes): Promise<void> {
  await tx.db
    .insertInto('payout_readings')
    .values({ business_id: businessId, account_id: accountId, ...changes })
    .onConflict((conflict) => conflict.columns(['business_id', 'account_id']).doUpdateSet(changes))
    .execute();
  tx.changed(businessId, 'payoutReadings');
}

const notAsked = { asked_from: null, asked_through: null, asked_at: null };

export const setRequested = (tx: Tx, account: ReadAccount): Promise<void> =>
  setReading(tx, account, { requested_at: tx.now() });

export type ReadingPlan = {
  days: PayoutDays;
  /** The marketplace prepares the report of these days. */
  isAsked: boolean;
  /** Days after these are read next. */
  hasMore: boolean;
};

/**
 * The days to read next, up to yesterday. Null: there is nothing to read, because the account has no sale yet. A person
 * reads thirty days, the first reading begins with the first sale.
 */
export async function planReading(tx: Tx, accountId: number): Promise<ReadingPlan | null> {
  const row = await findReading(tx, accountId);
  const yesterday = addDays(dayOf(tx.now()), -1);
  const whole = addDays(yesterday, 1 - mostPayoutDays);
  const known = row?.read_through ? addDays(row.read_through, 1 - overlapDays) : null;
  const first = known ?? (await firstDayOf(tx, accountId, whole));
  const from = row?.requested_at ? [whole, first ?? whole].toSorted()[0] : first;
  if (!from || from > yesterday) return null;
  const [through = yesterday] = [addDays(from, mostPayoutDays - 1), yesterday].toSorted();
  const isAsked = row?.asked_from === from && row.asked_through === through;
  return { days: { from, through }, isAsked, hasMore: through < yesterday };
}

/** The day of the first sale, within the days of one reading. */
async function firstDayOf(tx: Tx, accountId: number, earliest: Day): Promise<Day | null> {
  const row = await tx.db
    .selectFrom('orders')
    .select((eb) => eb.fn.min('purchased_at').as('at'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.at ? ([dayOf(row.at), earliest].toSorted()[1] ?? null) : null;
}

/** False if the marketplace has prepared its report for too long. */
export async function noteAsked(
  tx: Tx,
  account: ReadAccount,
  { days, isAsked }: ReadingPlan,
): Promise<boolean> {
  const row = await findReading(tx, account.accountId);
  const since = isAsked ? (row?.asked_at ?? tx.now()) : tx.now();
  if (addMinutes(since, longestMinutes) < tx.now()) return false;
  await setReading(tx, account, { asked_from: days.from, asked_through: days.through, asked_at: since });
  return true;
}

export async function noteRead(
  tx: Tx,
  account: ReadAccount,
  { days }: ReadingPlan,
  readAt: Date,
): Promise<void> {
  await setReading(tx, account, {
    ...{ ...notAsked, requested_at: null, read_at: readAt, failed_at: null, failure: null },
    read_through: days.through,
  });
}

export const noteFailure = (tx: Tx, account: ReadAccount, failure: PayoutFailure): Promise<void> =>
  setReading(tx, account, { ...notAsked, requested_at: null, failed_at: tx.now(), failure });

/** Nothing is to be read. */
export async function endRequest(tx: Tx, { businessId, accountId }: ReadAccount): Promise<void> {
  await sql`update payout_readings set requested_at = null where account_id = ${accountId}`.execute(tx.db);
  tx.changed(businessId, 'payoutReadings');
}
