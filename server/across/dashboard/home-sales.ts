import { sql } from 'kysely';
import { addUpSums } from '#contract/business/add-up-sums.ts';
import {
  type Compared,
  type HomeAd,
  type HomeAds,
  type HomeSales,
  homeAdsShown,
} from '#contract/business/home-sales.ts';
import { addDays, type Day, dayOf, daysBetween, firstOfMonth, startOfDay } from '#contract/dates.ts';
import { statusesBeforePayout } from '#contract/orders/order-states.ts';
import type { ProfitRow } from '#contract/orders/profit.ts';
import type { Tx } from '#server/db/transaction.ts';
import { readProfits } from '#server/orders/profit/profit.queries.ts';
import { type AccountSums, type Span, sumSales, sumSpans } from '#server/orders/profit/sale-sums.ts';

type Compare = { from: Day; beforeFrom: Day; beforeTo: Day; now: Span; before: Span };

/** Days from `from` up to now, beside as many days from `beforeFrom` that are before `end`, up to the same time of day. */
function compare(now: Date, from: Day, beforeFrom: Day, end: Day): Compare {
  const today = dayOf(now);
  const sameDay = addDays(beforeFrom, daysBetween(from, today));
  const isShorter = sameDay >= end;
  const beforeTo = isShorter ? addDays(end, -1) : sameDay;
  const sinceMidnight = now.getTime() - startOfDay(today).getTime();
  const sameTime = new Date(startOfDay(sameDay).getTime() + sinceMidnight);
  return {
    ...{ from, beforeFrom, beforeTo },
    now: { from: startOfDay(from), until: startOfDay(addDays(today, 1)) },
    before: { from: startOfDay(beforeFrom), until: isShorter ? startOfDay(end) : sameTime },
  };
}

/** Today and this month, each beside the same days before: 31 days beside a month of 30 are beside all of it. */
export function comparedDays(now: Date): { today: Compare; month: Compare } {
  const today = dayOf(now);
  const first = firstOfMonth(today);
  return {
    today: compare(now, today, addDays(today, -1), today),
    month: compare(now, first, firstOfMonth(addDays(first, -1)), first),
  };
}

/** Of the sales behind `soldIn`, `canceledIn` and `expectedPayouts`, the lists that the figures lead to. */
export async function readHomeSales(tx: Tx): Promise<HomeSales> {
  const { today, month } = comparedDays(tx.now());
  const rows = await sumSpans(tx, {
    ...{ today: today.now, yesterday: today.before, month: month.now, lastMonth: month.before },
  });
  const of = (span: string) => rows.filter((row) => row.span === span);
  const compared = (days: Compare, now: string, before: string): Compared => ({
    ...{ from: days.from, beforeFrom: days.beforeFrom, beforeTo: days.beforeTo },
    ...{ now: addUpSums(of(now)), before: addUpSums(of(before)) },
  });
  const unpaid = await sumSales(
    tx,
    sql`o.status in (${sql.join(statusesBeforePayout)}) and o.marketplace is not null`,
  );
  return {
    at: tx.now().toISOString(),
    today: compared(today, 'today', 'yesterday'),
    month: compared(month, 'month', 'lastMonth'),
    expected: { sales: unpaid.sales, payout: unpaid.payout, atMost: unpaid.payoutAtMost },
    accounts: accountsOf(of('month'), of('lastMonth')),
  };
}

function accountsOf(now: readonly AccountSums[], before: readonly AccountSums[]): HomeSales['accounts'] {
  const keyOf = ({ marketplace, accountId }: AccountSums) => `${marketplace} ${accountId ?? ''}`;
  const all = new Map([...before, ...now].map((row) => [keyOf(row), row]));
  return [...all]
    .map(([key, { marketplace, accountId, account }]) => ({
      marketplace,
      account: accountId === null ? null : { id: accountId, name: account ?? '' },
      now: addUpSums(now.filter((row) => keyOf(row) === key)),
      before: addUpSums(before.filter((row) => keyOf(row) === key)),
    }))
    .toSorted((one, other) => other.now.value - one.now.value || other.before.value - one.before.value);
}

/** Of the rows of the list of profits without a filter; sales without an ad are in none of them. */
export async function readHomeAds(tx: Tx): Promise<HomeAds> {
  const ads = (await readProfits(tx, undefined)).filter(({ id }) => id !== 0);
  const byProfit = ads.toSorted((one, other) => other.profit - one.profit || one.id - other.id);
  const best = byProfit.filter(({ profit }) => profit > 0).slice(0, homeAdsShown);
  const worst = byProfit.slice(best.length).slice(-homeAdsShown).toReversed();
  return { best: best.map(shapeAd), worst: worst.map(shapeAd), ads: ads.length };
}

const shapeAd = ({ id, name, units, value, profit, atMost }: ProfitRow): HomeAd => ({
  ...{ id, name, units, value, profit, atMost },
});
