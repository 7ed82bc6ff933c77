import { isAlone } from '#server/business/alone.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

type Judged = { created_by: number; total_centavos: number };

export async function isAboveLimit(tx: Tx, { total_centavos }: Judged): Promise<boolean> {
  const settings = await tx.db.selectFrom('purchasing_settings').select('limit_centavos').executeTakeFirst();
  return settings?.limit_centavos != null && total_centavos > settings.limit_centavos;
}

/** Above the owner's limit a second person approves, unless there is only one. */
export async function needsOtherApprover(tx: Tx, actor: Actor, request: Judged): Promise<boolean> {
  if (request.created_by !== actor.userId || !(await isAboveLimit(tx, request))) return false;
  return !(await isAlone(tx, actor));
}
