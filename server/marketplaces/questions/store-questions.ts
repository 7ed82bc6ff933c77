import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { MarketplaceQuestion } from '#server/outside/marketplaces/conversations.ts';

export type QuestionAccount = { businessId: number; accountId: number };

const kept = [
  'item_id',
  'buyer_id',
  'text',
  'asked_at',
  'status',
  'on_hold',
  'answer',
  'answer_removed',
  'answered_at',
] as const;
const columnsOf = (row: string) => sql.join(kept.map((name) => sql.ref(`${row}.${name}`)));

/**
 * Stores questions as of `readAt`; a newer reading is never overwritten, so readings may end in any order. Browsers are
 * notified about questions that changed.
 */
export async function storeQuestions(
  tx: Tx,
  { businessId, accountId }: QuestionAccount,
  questions: readonly MarketplaceQuestion[],
  readAt: Date,
): Promise<void> {
  const rows = questions.map((question) => ({
    business_id: businessId,
    account_id: accountId,
    remote_id: question.remoteId,
    item_id: question.itemId,
    buyer_id: question.buyerId,
    text: question.text,
    asked_at: question.askedAt,
    status: question.status,
    on_hold: question.onHold,
    answer: question.answer?.text ?? null,
    answer_removed: question.answer?.removed ?? false,
    answered_at: question.answer?.at ?? null,
  }));
  const { rows: changed } = await sql`
    insert into questions as known (business_id, account_id, remote_id, read_at, ${sql.join(kept.map((name) => sql.ref(name)))})
    select t.business_id, t.account_id, t.remote_id, ${readAt}::timestamptz, ${columnsOf('t')}
    from jsonb_populate_recordset(null::questions, ${JSON.stringify(rows)}::jsonb) t
    on conflict (account_id, remote_id) do update set
      ${sql.join(kept.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}, read_at = excluded.read_at
    where known.read_at <= excluded.read_at and (${columnsOf('known')}) is distinct from (${columnsOf('excluded')})
    returning id`.execute(tx.db);
  await tx.db
    .updateTable('questions')
    .set({ read_at: readAt })
    .where('account_id', '=', accountId)
    .where(
      'remote_id',
      'in',
      questions.map(({ remoteId }) => remoteId),
    )
    .where('read_at', '<', readAt)
    .execute();
  if (changed.length === 0) return;
  tx.changed(businessId, 'presales');
  tx.changed(businessId, 'chats');
}
