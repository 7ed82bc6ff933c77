import type { Day } from '#contract/dates.ts';
import type { ReputationFigure, ToldLevel, ToldMedal } from '#contract/marketplaces/reputation-figures.ts';
import type { SellerSession } from './seller-session.ts';

/** What a marketplace thinks of a seller, in our words. What it does not say is null or left out, never 0. */
export type MarketplaceReputation = {
  /** Null: too few sales for one. */
  level: ToldLevel | null;
  medal: ToldMedal | null;
  /** The seller is shown better than he is, for a while; `level` is the true one where it is told. */
  protection: { until: Date | null; level: ToldLevel | null } | null;
  /** Completed ones in the period that is counted. */
  sales: number | null;
  /** Of that period. */
  days: number | null;
  figures: ReputationFigure[];
  /** When the marketplace published the limits that we hold; null: they came with the figures. */
  limitsPublishedOn: Day | null;
};

export type Reputation = {
  /** Throws RemoteFailure for what cannot be read, or is about another seller. */
  read(session: SellerSession): Promise<MarketplaceReputation>;
};
