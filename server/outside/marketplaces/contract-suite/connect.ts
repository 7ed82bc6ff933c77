import { describe, expect, test } from 'vitest';
import type { Marketplace } from '../marketplace.ts';

/** What a marketplace's stand-in provides to test every operation of the port on connecting an account. */
export type ConnectStage = {
  marketplace: Marketplace;
  /** A seller accepts on the consent page: returns the input of `exchange`. */
  consent(): Promise<Parameters<Marketplace['connect']['exchange']>>;
  /** Whether tokens expire, and are renewed. */
  renews: boolean;
};

const many = 20;

/** Tests one marketplace from consent to the end of the grant. */
export function describeConnect(name: string, { marketplace, consent, renews }: ConnectStage): void {
  const { connect } = marketplace;
  const connected = async () => connect.exchange(...(await consent()));
  const endOf = async (asked: Promise<unknown>) =>
    connect.endOfGrant(
      await asked.then(
        () => null,
        (error: unknown) => error,
      ),
    );

  describe(`accounts of ${name}`, () => {
    test('a code becomes the tokens of its seller, once', async () => {
      const consented = await consent();
      const pair = await connect.exchange(...consented);
      expect(pair.expiresInSeconds).toBeGreaterThan(600);
      expect(await connect.whoIs(pair)).toMatchObject({ id: pair.userId, operator: false });
      expect(await endOf(connect.exchange(...consented))).toBe('invalid_grant');
    });

    test('refuses an unknown code and forged parameters of the consent page', async () => {
      const [, verifier, said] = await consent();
      expect(await endOf(connect.exchange('nobody-was-given-this', verifier, said))).toBe('invalid_grant');
    });

    if (!renews)
      test('a token that is refused is the end: there is none to renew it with', async () => {
        const { userId } = await connected();
        expect(await endOf(connect.renew('', 1, userId))).toBe('revoked');
      });
    else
      test('of many simultaneous renewals of one token one succeeds; its pair is valid, the former one is not', async () => {
        const { refreshToken, userId } = await connected();
        const asked = await Promise.allSettled(
          Array.from({ length: many }, () => connect.renew(refreshToken, 1, userId)),
        );
        const renewed = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
        expect(renewed).toHaveLength(1);
        for (const one of asked)
          if (one.status === 'rejected') expect(connect.endOfGrant(one.reason)).toBe('invalid_grant');
        const [pair] = renewed;
        expect(pair?.refreshToken).not.toBe(refreshToken);
        expect(await connect.whoIs({ accessToken: pair?.accessToken ?? '', userId })).toMatchObject({
          id: userId,
        });
        expect(await endOf(connect.renew(refreshToken, 1, userId))).toBe('invalid_grant');
        expect((await connect.renew(pair?.refreshToken ?? '', 1, userId)).accessToken).toMatch(/./);
      });
  });
}
