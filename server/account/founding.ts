import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { addBusiness } from './registration.ts';

type Founding = typeof api.business.create;

/** A person who is known already founds another business; where they work now stays as it is. */
export async function foundBusiness(
  tx: Tx,
  actor: Actor,
  { name, type, document }: BodyOf<Founding>,
): Promise<ResponseOf<Founding>> {
  const id = await addBusiness(tx, actor.userId, { businessName: name, businessType: type, document });
  // What is kept of the call belongs to where it was made.
  await setScope(tx, { userId: actor.userId, businessId: actor.businessId || null });
  return { id, name, type };
}
