import { type Erasure, erasure } from './account/erasures.ts';
import { removePerson } from './account/removal.ts';
import type { Database } from './db/transaction.ts';
import { endAccount } from './marketplaces/privacy/privacy-request.ts';
import { enqueueErasure } from './orders/sale/erase-buyers.ts';
import type { Storage } from './outside/storage.ts';

type Done = { entries: number; people: number; accounts: number };

/**
 * Erases in a restored database what the journal says was erased: a person who is erased already, and a row that only has the
 * number of one that was, are left alone. Buyers are erased by the job that erased them before.
 */
export async function eraseAgain(database: Database, storage: Storage): Promise<Done> {
  const entries = await storage.readErasures();
  const done: Done = { entries: entries.length, people: 0, accounts: 0 };
  for (const entry of entries) {
    const erased = erasure.parse(JSON.parse(entry.toString()));
    if (erased.kind === 'person') done.people += (await erasePerson(database, erased)) ? 1 : 0;
    else done.accounts += (await eraseBuyers(database, erased)) ? 1 : 0;
  }
  return done;
}

type Of<Kind extends Erasure['kind']> = Extract<Erasure, { kind: Kind }>;

function erasePerson(database: Database, { userId, since }: Of<'person'>): Promise<boolean> {
  return database.transact({ userId }, async (tx) => {
    const known = await tx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('created_at', '=', new Date(since))
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!known) return false;
    await removePerson(tx, { userId, businessId: 0 }, { again: true });
    return true;
  });
}

function eraseBuyers(
  database: Database,
  { businessId, accountId, since, orders }: Of<'buyers'>,
): Promise<boolean> {
  return database.transact({ businessId }, async (tx) => {
    const known = await tx.db
      .selectFrom('marketplace_accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('created_at', '=', new Date(since))
      .executeTakeFirst();
    if (!known) return false;
    if (orders === null) await endAccount(tx, { accountId, businessId });
    enqueueErasure(tx, { businessId, accountId, orders });
    return true;
  });
}
