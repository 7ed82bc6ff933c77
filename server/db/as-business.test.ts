import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { asBusiness, type Tx } from './transaction.ts';

const app = await testApp();
const [one, other] = [await app.join('sales'), await app.join('supply')];

const actingFor = async (tx: Tx) => {
  const { rows } = await sql<{ id: number }>`select app_business() as id`.execute(tx.db);
  return [rows[0]?.id, tx.scope.businessId];
};

it('acts for the other business while the rule runs, and for its own again after it has ended or thrown', async () => {
  await app.database.transact({ businessId: one.businessId }, async (tx) => {
    await asBusiness(tx, other.businessId, async () => {
      expect(await actingFor(tx)).toEqual([other.businessId, other.businessId]);
    });
    expect(await actingFor(tx)).toEqual([one.businessId, one.businessId]);
    const failing = asBusiness(tx, other.businessId, () => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    expect(await actingFor(tx)).toEqual([one.businessId, one.businessId]);
  });
});

it('reports the original error if a statement has aborted the transaction', async () => {
  const work = app.database.transact({ businessId: one.businessId }, (tx) =>
    asBusiness(tx, other.businessId, () => sql`select 1 / 0`.execute(tx.db)),
  );
  await expect(work).rejects.toThrow('division by zero');
});
