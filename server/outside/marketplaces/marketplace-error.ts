import type { RemoteCause } from '#contract/advertisements/sync-error.ts';

export type MarketplaceErrorKind =
  /** It understood and said no: the same again changes nothing. */
  | 'refused'
  | 'not_found'
  /** There, and not for this seller. */
  | 'forbidden'
  /** The token is not accepted: it is renewed once. */
  | 'unauthorized'
  /** The seller has to connect the account again. */
  | 'ended_grant'
  /** Too many calls: later, where it says so after its wait. */
  | 'retry'
  /** Changed by somebody else in the same moment. */
  | 'conflict'
  /** It failed by itself. */
  | 'unavailable';

/** An answer of a marketplace that is not the one asked for; its own words are kept for the person. */
export class MarketplaceError extends Error {
  override readonly name: string = 'MarketplaceError';
  readonly kind: MarketplaceErrorKind;
  /** The marketplace's own, for messages and logs. */
  readonly code: string;

  constructor(kind: MarketplaceErrorKind, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.code = code;
  }

  /** Worth another try later. */
  get retryable(): boolean {
    return this.kind === 'retry' || this.kind === 'conflict' || this.kind === 'unavailable';
  }

  /** Why it refused, by our field names. */
  get causes(): RemoteCause[] {
    return [];
  }
}

export const isMarketplaceError = (
  error: unknown,
  ...kinds: MarketplaceErrorKind[]
): error is MarketplaceError =>
  error instanceof MarketplaceError && (kinds.length === 0 || kinds.includes(error.kind));
