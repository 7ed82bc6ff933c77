import { sql } from 'kysely';
import type { PlanName } from '#contract/billing/plan.ts';
import { addMinutes } from '#contract/dates.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import type { App } from '#server/app.ts';
import { setScope } from '#server/db/transaction.ts';
import { accessMinutes, hashToken, newToken, sessionDays } from '#server/http/session.ts';

let serial = 0;

/** A business with its owner, signed in; for tests. */
export async function makeBusiness(
  app: App,
  type: BusinessType,
  name = `${type} ${++serial}`,
  plan: PlanName = 'enterprise',
) {
  return app.database.transact({}, async (tx) => {
    const { rows } = await sql<{ id: number }>`select nextval('businesses_id_seq') as id`.execute(tx.db);
    const businessId = rows[0]?.id ?? 0;
    await setScope(tx, { businessId });
    await tx.db
      .insertInto('businesses')
      .values({
        ...{ id: businessId, name, type, document: '52998224725', created_at: tx.now() },
        // Room for everything, unless the test is about room.
        plan,
      })
      .execute();
    await tx.db.insertInto('plan_changes').values({ business_id: businessId, plan, at: tx.now() }).execute();
    return businessId;
  });
}

/** A person with roles in a business and a session there; returns the access token. */
export async function makeStaff(
  app: App,
  businessId: number,
  roles: Role[],
  warehouseIds: number[] | null = null,
) {
  return app.database.transact({ businessId }, async (tx) => {
    const { rows } = await sql<{ id: number }>`select nextval('users_id_seq') as id`.execute(tx.db);
    const userId = rows[0]?.id ?? 0;
    await setScope(tx, { userId, businessId });
    const email = `person${userId}@example.com`;
    await tx.db
      .insertInto('users')
      .values({
        id: userId,
        name: `Person ${userId}`,
        email,
        password_hash: '-',
        activated_at: tx.now(),
        created_at: tx.now(),
      })
      .execute();
    await tx.db
      .insertInto('staff')
      .values({
        business_id: businessId,
        user_id: userId,
        roles,
        warehouse_ids: warehouseIds,
        created_at: tx.now(),
      })
      .execute();
    const token = newToken();
    await tx.db
      .insertInto('sessions')
      .values({
        user_id: userId,
        business_id: businessId,
        access_hash: hashToken(token),
        access_expires_at: addMinutes(tx.now(), accessMinutes * 6 * 24 * 365),
        family_hash: hashToken(newToken()),
        refresh_hash: hashToken(newToken()),
        fresh_until: addMinutes(tx.now(), sessionDays * 24 * 60),
        created_at: tx.now(),
        expires_at: addMinutes(tx.now(), sessionDays * 24 * 60 * 12),
      })
      .execute();
    return { userId, email, token };
  });
}
