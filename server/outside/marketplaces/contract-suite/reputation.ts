import { describe, expect, test } from 'vitest';
import { reputationFigure } from '#contract/marketplaces/reputation-figures.ts';
import { isKept } from '#contract/marketplaces/reputation-risk.ts';
import type { Marketplace } from '../marketplace.ts';
import type { SellerSession } from '../seller-session.ts';

/** What a marketplace's stand-in provides to test the reputation of a seller. */
export type ReputationStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** Makes the seller's dispatches late beyond every limit, or on time; missing if there is no reputation. */
  dispatch?(how: 'late' | 'in_time'): Promise<unknown>;
};

export function describeReputation(name: string, { marketplace, session, dispatch }: ReputationStage): void {
  const { reputation } = marketplace;
  const { tellsReputation } = marketplace.capabilities(session.tags);

  describe(`reputation of a seller at ${name}`, () => {
    test('exists exactly if the capabilities say so', () => {
      expect([reputation !== null, dispatch !== undefined]).toEqual([tellsReputation, tellsReputation]);
    });

    if (!reputation || !dispatch) return;

    test('is read with each figure and its limits, and late dispatches exceed theirs', async () => {
      const late = async () => {
        const reported = await reputation.read(session);
        for (const figure of reported.figures) reputationFigure.parse(figure);
        expect(new Set(reported.figures.map(({ code }) => code)).size).toBe(reported.figures.length);
        const figure = reported.figures.find(({ measure }) => measure === 'late_dispatch');
        expect(figure?.limits.length).toBeGreaterThan(0);
        return { level: reported.level, value: figure?.value ?? null, limits: figure?.limits ?? [] };
      };
      await dispatch('in_time');
      const good = await late();
      expect(good.level?.known).not.toBeNull();
      expect(good.limits.map((limit) => isKept(limit, good.value))).not.toContain(false);
      await dispatch('late');
      const bad = await late();
      expect(bad.limits.map((limit) => isKept(limit, bad.value))).not.toContain(true);
      expect(bad.level?.told).not.toBe(good.level?.told);
      await dispatch('in_time');
      expect(await late()).toEqual(good);
    });
  });
}
