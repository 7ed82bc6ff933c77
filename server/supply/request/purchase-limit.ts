import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

type Judged = { created_by: number; total_centavos: number };

export async function isAboveLimit(tx: Tx, { total_centavos }: Judged): Promise<boolean> {
  const settings = await tx.db.selectFrom('purchasing_settings').select('limit_centavos').executeTakeFirst();
  return settings?.limit_centavos != null && total_centavos > settings.limit_centavos;
}

async function isAlone(tx: Tx, actor: Actor): Promise<boolean> {
  const { people } = await tx.db
    .selectFrom('staff')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('business_id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  return people <= 1;
}

/** Above the owner's limit four eyes approve, unless there are only two. */
export async function needsOtherApprover(tx: Tx, actor: Actor, request: Judged): Promise<boolean> {
  if (request.created_by !== actor.userId || !(await isAboveLimit(tx, request))) return false;
  return !(await isAlone(tx, actor));
}
