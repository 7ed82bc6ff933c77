import type { Day } from '#contract/dates.ts';
import type { ReputationFigure, ToldLevel, ToldMedal } from '#contract/marketplaces/reputation-figures.ts';
import type { SellerSession } from './seller-session.ts';

/** The reputation of a seller, in the product's terms. Missing values are null or left out, never 0. */
export type MarketplaceReputation = {
  /** Null: too few sales for one. */
  level: ToldLevel | null;
  medal: ToldMedal | null;
  /** The seller is shown with a better reputation for a while; `level` is the real one if known. */
  protection: { until: Date | null; level: ToldLevel | null } | null;
  /** Completed ones in the period that is counted. */
  sales: number | null;
  /** Of that period. */
  days: number | null;
  figures: ReputationFigure[];
  /** The date of publication of the limits in our table; null: they came with the figures. */
  limitsPublishedOn: Day | null;
};

export type Reputation = {
  /** Throws RemoteFailure for what cannot be read, or is about another seller. */
  read(session: SellerSession): Promise<MarketplaceReputation>;
};
