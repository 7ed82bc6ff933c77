import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { addBusiness } from './registration.ts';

type Founding = typeof api.business.create;

/** A known person founds another business; their current business does not change. */
export async function foundBusiness(
  tx: Tx,
  actor: Actor,
  { name, type, document }: BodyOf<Founding>,
): Promise<ResponseOf<Founding>> {
  const id = await addBusiness(tx, actor.userId, { businessName: name, businessType: type, document });
  // The stored answer of the call belongs to the business in which it was made.
  await setScope(tx, { userId: actor.userId, businessId: actor.businessId || null });
  return { id, name, type };
}
