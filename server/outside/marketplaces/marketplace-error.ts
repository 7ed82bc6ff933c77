import type { RemoteCause } from '#contract/advertisements/sync-error.ts';

export type MarketplaceErrorKind =
  /** Understood and refused: a retry changes nothing. */
  | 'refused'
  | 'not_found'
  /** There, and not for this seller. */
  | 'forbidden'
  /** The token is not accepted: it is renewed once. */
  | 'unauthorized'
  /** The seller has to connect the account again. */
  | 'ended_grant'
  /** Too many calls: retry later, after the stated wait if there is one. */
  | 'retry'
  /** Changed by another caller at the same moment. */
  | 'conflict'
  /** It failed on its own. */
  | 'unavailable';

/** An error answer of a marketplace; its own words are kept for people. */
export class MarketplaceError extends Error {
  override readonly name: string = 'MarketplaceError';
  readonly kind: MarketplaceErrorKind;
  /** The marketplace's own code, for messages and logs. */
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
