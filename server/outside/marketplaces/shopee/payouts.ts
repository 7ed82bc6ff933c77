import { z } from 'zod';
import { addDays, dayOf, startOfDay } from '#contract/dates.ts';
import { RemoteFailure } from '../../http.ts';
import type { PayoutDays, Payouts, ReleasedSale } from '../payouts.ts';
import type { SellerSession } from '../seller-session.ts';
import { amount, moment, remoteId, responseOf, secondsOf, shopPath } from './values.ts';

const pageSize = 100;
/** Two weeks is the longest period that similar methods accept. */
const daysAtOnce = 14;

/** A page that cannot be read whole is none: a line left out would be money left out. */
const escrows = z.looseObject({
  escrow_list: z.array(
    z.looseObject({ order_sn: remoteId, payout_amount: amount, escrow_release_time: moment }),
  ),
  more: z.boolean(),
});
type Escrow = z.output<typeof escrows>['escrow_list'][number];

/** Each line is a sale with the amount of the income report. */
export const payouts: Payouts = {
  report: 'income',
  async read(session, { from, through }) {
    const found = new Map<string, Escrow>();
    for (let first = from; first <= through; first = addDays(first, daysAtOnce)) {
      const [last = through] = [addDays(first, daysAtOnce - 1), through].toSorted();
      const period = { from: first, through: last };
      // A line that moved to the next page in between is read twice.
      for (const one of await readAll(session, period)) found.set(keyOf(one), one);
    }
    return { kind: 'sales', sales: [...found.values()].map(saleOf) };
  },
};

const keyOf = ({ order_sn: order, payout_amount: sum, escrow_release_time: at }: Escrow) =>
  `${order} ${at.getTime()} ${sum}`;

const saleOf = ({
  order_sn: orderId,
  payout_amount: sum,
  escrow_release_time: at,
}: Escrow): ReleasedSale => ({
  ...{ orderId, day: dayOf(at), amount: sum },
});

async function readAll(session: SellerSession, { from, through }: PayoutDays): Promise<Escrow[]> {
  const period = {
    release_time_from: secondsOf(startOfDay(from)),
    release_time_to: secondsOf(startOfDay(addDays(through, 1))) - 1,
  };
  const all: Escrow[] = [];
  for (let page_no = 1; ; page_no++) {
    const query = { ...period, page_no, page_size: pageSize };
    const answer = await session.call(shopPath(session, 'payment/get_escrow_list', query));
    const page = responseOf(escrows, answer, 'released money');
    all.push(...page.escrow_list);
    if (!page.more) return all;
    if (page.escrow_list.length === 0) throw new RemoteFailure('a page of released money is empty');
  }
}
