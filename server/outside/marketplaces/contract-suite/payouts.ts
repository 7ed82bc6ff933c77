import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '#contract/dates.ts';
import type { Marketplace } from '../marketplace.ts';
import type { PayoutDays, ReleasedMoney } from '../payouts.ts';
import type { SellerSession } from '../seller-session.ts';

/** What a marketplace's stand-in provides to test the money that it released. */
export type PayoutStage = {
  marketplace: Marketplace;
  session: SellerSession;
  /**
   * Releases the money of so many sales on one day, which is over for the returned session. Missing if the marketplace
   * does not say what it released.
   */
  release?(sales: number): Promise<{ day: Day; orderIds: string[]; session: SellerSession }>;
};

export function describePayouts(name: string, { marketplace, session, release }: PayoutStage): void {
  const { payouts } = marketplace;
  const { tellsPayouts } = marketplace.capabilities(session.tags);

  describe(`payouts at ${name}`, () => {
    test('are read exactly if the capabilities say so', () => {
      expect([payouts !== null, release !== undefined]).toEqual([tellsPayouts, tellsPayouts]);
    });

    if (!payouts || !release) return;

    const read = async (of: SellerSession, days: PayoutDays): Promise<ReleasedMoney> => {
      for (let n = 0; n < 4; n++) {
        const found = await payouts.read(of, days, n > 0);
        if (found) return found;
      }
      throw new Error('the report was not prepared');
    };

    test('have each sale of their days once', { timeout: 60_000 }, async () => {
      const { day, orderIds, session: of } = await release(3);
      const found = await read(of, { from: addDays(day, -30), through: day });
      const numbers =
        found.kind === 'sales'
          ? found.sales.flatMap((sale) => (sale.day === day ? sale.orderId : []))
          : found.bytes.toString('utf8').match(/\d{9,}/g);
      for (const id of orderIds) expect(numbers).toContain(id);
      if (found.kind === 'sales') expect(new Set(numbers).size).toBe(numbers?.length);
    });

    test('have nothing of days without sales', async () => {
      const { orderIds, session: of } = await release(1);
      const found = await read(of, { from: '2020-01-01', through: '2020-01-02' });
      const text = found.kind === 'sales' ? JSON.stringify(found.sales) : found.bytes.toString('utf8');
      expect(text).not.toContain(orderIds[0]);
    });
  });
}
