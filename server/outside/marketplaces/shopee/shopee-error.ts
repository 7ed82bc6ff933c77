import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import { MarketplaceError, type MarketplaceErrorKind } from '../marketplace-error.ts';
import { bareCode, causesOf } from './causes.ts';

/** An answer with an `error`, regardless of its status, which may be 200. */
export class ShopeeError extends MarketplaceError {
  override readonly name = 'ShopeeError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown, options?: ErrorOptions) {
    super(kindOf(status, bareCode(code), message), bareCode(code), message, options);
    this.status = status;
    this.body = body;
  }

  override get causes(): RemoteCause[] {
    return causesOf(this);
  }

  /** A failure of the marketplace itself, and not of this shop or application. */
  get isOutage(): boolean {
    return this.status >= 500 || /^error_(server|inner|network|system_busy|service)/.test(this.code);
  }
}

/** Ours, for a refused refresh token or code. */
export const grantOver = 'invalid_grant';

const kinds: readonly (readonly [MarketplaceErrorKind, RegExp])[] = [
  ['ended_grant', /^(invalid_grant|shop_no_linked|partner_shop_no_link)$/],
  ['unauthorized', /^(invalid_acc?ee?ss_token|invalid_access_token|error_auth)$/],
  ['retry', /^(error_(rate_)?limit|too_many_requests)$/],
  // Of the application or of a shop that is closed for now: it continues once that is resolved.
  [
    'unavailable',
    /^(error_(server|inner|network|system_busy|service\w*|sign|partner_key_expired|api_call_restricted)|source_ip_undeclared|shop_banned|api_suspended|invalid_partner_id)$/,
  ],
  ['forbidden', /^error_(permission|api_permission|kyc_auth|\w*api_permission)$/],
  ['not_found', /not_?found|not_exist/],
];

function kindOf(status: number, code: string, message: string): MarketplaceErrorKind {
  if (status >= 500 || status === 408) return 'unavailable';
  if (status === 429) return 'retry';
  if (status === 409) return 'conflict';
  const kind = kinds.find(([, pattern]) => pattern.test(code))?.[0];
  if (kind === 'unauthorized' && code === 'error_auth') return authKindOf(message);
  if (kind) return kind;
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  // A clock that is off, here or there: the next call has another time.
  if (/timestamp/i.test(message)) return 'unavailable';
  return /(is|was) not found|not exist|doesn.t exist/i.test(message) ? 'not_found' : 'refused';
}

/** One code for many causes: the token, the shop, or the application. */
function authKindOf(message: string): MarketplaceErrorKind {
  if (/system error/i.test(message)) return 'unavailable';
  if (/no permission/i.test(message)) return 'forbidden';
  if (/deleted|restricted|partner_id is invalid/i.test(message)) return 'unavailable';
  return /partner_id or shop/i.test(message) ? 'ended_grant' : 'unauthorized';
}
