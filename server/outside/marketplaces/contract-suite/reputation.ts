import { describe, expect, test } from 'vitest';
import { reputationFigure } from '#contract/marketplaces/reputation-figures.ts';
import { isKept } from '#contract/marketplaces/reputation-risk.ts';
import type { Marketplace } from '../marketplace.ts';
import type { SellerSession } from '../seller-session.ts';

/** What a marketplace's stand-in gives to be asked what it thinks of a seller. */
export type ReputationStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /** The seller's dispatches come to be late beyond every limit, or in time; absent where none is told. */
  dispatch?(how: 'late' | 'in_time'): Promise<unknown>;
};

export function describeReputation(name: string, { marketplace, session, dispatch }: ReputationStage): void {
  const { reputation } = marketplace;
  const { tellsReputation } = marketplace.capabilities(session.tags);

  describe(`what ${name} thinks of a seller`, () => {
    test('is told where the capabilities say so, and nowhere else', () => {
      expect([reputation !== null, dispatch !== undefined]).toEqual([tellsReputation, tellsReputation]);
    });

    if (!reputation || !dispatch) return;

    test('is read with each figure beside its limits, and dispatches that are late break theirs', async () => {
      const late = async () => {
        const told = await reputation.read(session);
        for (const figure of told.figures) reputationFigure.parse(figure);
        expect(new Set(told.figures.map(({ code }) => code)).size).toBe(told.figures.length);
        const figure = told.figures.find(({ measure }) => measure === 'late_dispatch');
        expect(figure?.limits.length).toBeGreaterThan(0);
        return { level: told.level, value: figure?.value ?? null, limits: figure?.limits ?? [] };
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
