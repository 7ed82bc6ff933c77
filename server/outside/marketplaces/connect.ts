import type { SellerSession } from './seller-session.ts';

/** How an account is connected, and stays so. */
export type Connect = {
  /** Where the seller consents; `challenge` is of the verifier that `exchange` proves. */
  consentUrl(question: { state: string; challenge: string }): string;
  /** The consent page's code becomes tokens; `said`: all that it added to the address, in its own words. */
  exchange(code: string, verifier: string, said: ConsentAnswer): Promise<TokenPair>;
  /** The given refresh token dies with the answer, whether or not the answer arrives. */
  renew(refreshToken: string, account: number, remoteUserId: string): Promise<TokenPair>;
  /** Whom the tokens are of, as the marketplace says when it is asked with them. */
  whoIs(tokens: Pick<TokenPair, 'accessToken' | 'userId'>): Promise<RemoteUser>;
  /** Until when the seller's consent lasts; null where none ends by itself. */
  readonly readGrantEnd: ((session: SellerSession) => Promise<Date | null>) | null;
  /** Whether these words of the marketplace, or of its consent page, refuse somebody who only works for the seller. */
  isOperatorRefusal(words: string): boolean;
  /** Answers after which no try will ever succeed: the seller has to connect again. */
  endOfGrant(error: unknown): 'invalid_grant' | 'revoked' | null;
};

type ConsentAnswer = Readonly<Record<string, string>>;

export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  userId: string;
};

export type RemoteUser = {
  id: string;
  nickname: string;
  email: string;
  siteId: string;
  tags: string[];
  /** Until when the consent lasts, where that is said. */
  grantEndsAt: Date | null;
  /** Works for a seller, and may not connect the account. */
  operator: boolean;
};
