import type { Day } from '#contract/dates.ts';
import type { Centavos } from '#contract/money.ts';
import type { PayoutReport } from '#contract/orders/payout.ts';
import type { SellerSession } from './seller-session.ts';

/** The money that a marketplace released, with the lines of the report that its sellers download. */
export type Payouts = {
  /** The kind of that report: a line of the file and the same line read here are one. */
  readonly report: PayoutReport;
  /**
   * What was released on days that are over; it may contain lines of other days. Null: the marketplace prepares a file,
   * which was requested by this call or, if `isAsked`, by an earlier one for the same days.
   */
  read(session: SellerSession, days: PayoutDays, isAsked: boolean): Promise<ReleasedMoney | null>;
};

/** Both included; at most `mostPayoutDays`. */
export type PayoutDays = { from: Day; through: Day };

export const mostPayoutDays = 30;

export type ReleasedMoney =
  | { kind: 'file'; bytes: Buffer }
  | { kind: 'sales'; sales: readonly ReleasedSale[] };

/** The amount is negative for money that the marketplace took back. */
export type ReleasedSale = { orderId: string; day: Day; amount: Centavos };
