import {
  canDecidePayout,
  type PairBalance,
  type pairBalances,
  type payoutActs,
  payoutStates,
} from '#contract/dropshipping/pair-balance.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { insertFile, type StoredFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField, refuseFuture } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findLinkId, findPair, readPairBalance } from './pair-balance.queries.ts';
import { lockPair } from './pair-lock.ts';
import type { PairNotice } from './pair-notice.ts';
import { addEntries, balanceOf, postEntries, settlePair } from './settle.ts';

/** A supplier credits a seller that it trades with; both see the reason. */
export async function giveCredit(
  tx: Tx,
  actor: Actor,
  { sellerId, amountCentavos, reason }: BodyOf<typeof pairBalances.credit>,
): Promise<PairBalance> {
  const sides = { sellerId, supplierId: actor.businessId };
  const link = await tx.db
    .selectFrom('trade_links')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('supplier_id', '=', actor.businessId)
    .executeTakeFirst();
  if (!link) return invalidField('sellerId', 'not_found');
  await lockPair(tx, sides);
  const [entryId] = await postEntries(tx, sides, [
    { kind: 'hand_credit', amountCentavos, reason, userId: actor.userId },
  ]);
  notify(tx, { businessId: sellerId, template: 'creditGiven', entryId });
  return readPairBalance(tx, link.id);
}

/** Records a payout by bank transfer: the amount can no longer be set off, and the seller confirms its arrival. */
export async function payOut(
  tx: Tx,
  actor: Actor,
  id: number,
  { amountCentavos, paidOn, note }: BodyOf<typeof pairBalances.payOut>,
  file: StoredFile,
): Promise<PairBalance> {
  const sides = await findPair(tx, id);
  if (sides.supplierId !== actor.businessId) fail('not_found');
  refuseFuture('paidOn', paidOn, tx.now());
  await lockPair(tx, sides);
  if (amountCentavos > (await balanceOf(tx, sides))) fail('balance_short');
  const fileId = await insertFile(tx, actor.businessId, file);
  const payout = await tx.db
    .insertInto('pair_payouts')
    .values({
      ...{ seller_id: sides.sellerId, supplier_id: sides.supplierId, amount_centavos: amountCentavos },
      ...{ paid_on: paidOn, note, proof_file_id: fileId, sent_at: tx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEntries(tx, sides, [
    { kind: 'payout', amountCentavos: -amountCentavos, payoutId: payout.id, userId: actor.userId },
  ]);
  notify(tx, { businessId: sides.sellerId, template: 'payoutSent', payoutId: payout.id });
  return readPairBalance(tx, id);
}

export async function confirmPayout(tx: Tx, actor: Actor, id: number): Promise<PairBalance> {
  const payout = await decide(tx, actor, id, 'confirm', '');
  notify(tx, { businessId: payout.supplier_id, template: 'payoutConfirmed', payoutId: id });
  return readPairBalance(tx, payout.linkId);
}

/** The payout did not arrive: its amount returns to the balance and is set off like any other credit. */
export async function refusePayout(tx: Tx, actor: Actor, id: number, reason: string): Promise<PairBalance> {
  const payout = await decide(tx, actor, id, 'refuse', reason);
  const sides = { sellerId: payout.seller_id, supplierId: payout.supplier_id };
  await addEntries(tx, sides, [
    {
      ...{ kind: 'payout_refused', amountCentavos: payout.amount_centavos, payoutId: id },
      ...{ reason, userId: actor.userId },
    },
  ]);
  await settlePair(tx, sides);
  notify(tx, { businessId: payout.supplier_id, template: 'payoutRefused', payoutId: id });
  return readPairBalance(tx, payout.linkId);
}

async function decide(tx: Tx, actor: Actor, id: number, act: keyof typeof payoutActs, reason: string) {
  const known = await tx.db
    .selectFrom('pair_payouts')
    .select(['seller_id as sellerId', 'supplier_id as supplierId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (known?.sellerId !== actor.businessId) return fail('not_found');
  await lockPair(tx, known);
  const payout = await tx.db
    .selectFrom('pair_payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const state = payoutStates.find((found) => found === payout.state) ?? fail('internal');
  if (!canDecidePayout(act, state)) fail('state_conflict');
  await tx.db
    .updateTable('pair_payouts')
    .set({
      ...{ state: act === 'confirm' ? 'confirmed' : 'refused', reason },
      decided_at: tx.now(),
    })
    .where('id', '=', id)
    .execute();
  for (const businessId of [payout.seller_id, payout.supplier_id]) tx.changed(businessId, 'pairBalances');
  return { ...payout, linkId: await findLinkId(tx, known) };
}

function notify(tx: Tx, notice: PairNotice): void {
  tx.enqueue({ task: 'pair-balances.notify', payload: notice });
}
