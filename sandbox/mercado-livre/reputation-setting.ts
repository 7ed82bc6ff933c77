/** Number of sales, and their share (0 to 1); missing values are computed from the sales. */
export type Measure = { value?: number; rate?: number };

/** Overrides of an account's reputation; missing values are computed from its sales. */
export type ReputationSetting = {
  /** Null: too few sales. */
  level?: string | null;
  powerSeller?: string | null;
  /** `60 days` or `365 days`. */
  period?: string;
  /** Completed sales of the period. */
  sales?: number;
  /** All sales of the period, which the rates are parts of. */
  total?: number;
  claims?: Measure;
  delayed?: Measure;
  cancellations?: Measure;
  /** A protected seller shows no faults until that moment. */
  protection?: { until: string; realLevel: string | null };
};
