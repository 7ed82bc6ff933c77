import type { SellerSession } from './seller-session.ts';

/** How an account is connected, and stays so. */
export type Connect = {
  /** The address at which the seller consents; `challenge` belongs to the verifier that `exchange` proves. */
  consentUrl(question: { state: string; challenge: string }): string;
  /** Exchanges the consent page's code for tokens; `said` contains all parameters of the redirect. */
  exchange(code: string, verifier: string, said: ConsentAnswer): Promise<TokenPair>;
  /** The given refresh token dies with the answer, whether or not the answer arrives. */
  renew(refreshToken: string, account: number, remoteUserId: string): Promise<TokenPair>;
  /** The owner of the tokens, as the marketplace answers with them. */
  whoIs(tokens: Pick<TokenPair, 'accessToken' | 'userId'>): Promise<RemoteUser>;
  /** The end of the seller's consent; null if it does not expire. */
  readonly readGrantEnd: ((session: SellerSession) => Promise<Date | null>) | null;
  /** Whether this error of the marketplace, or of its consent page, refuses an employee of the seller. */
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
  /** The end of the consent, if known. */
  grantEndsAt: Date | null;
  /** Works for a seller, and may not connect the account. */
  operator: boolean;
};
