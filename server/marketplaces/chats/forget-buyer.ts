import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { summarize } from './store-messages.ts';
import { threadsOfSales } from './threads-of-sales.ts';

type Sale = { id: number; account_id: number | null; pack_id: string | null };

/** After the buyer of a sale is erased, only the fact that its threads existed remains, and none of their texts. */
export async function forgetBuyer(tx: Tx, { id, account_id: account, pack_id: pack }: Sale): Promise<void> {
  const { rows } = await sql<{ id: number }>`select c.id from chats c where c.id in (${threadsOfSales([id])})
    union select c.id from chats c
      where c.account_id = ${account}::bigint and c.about_id = ${pack}::text and c.about_what = 'pack'`.execute(
    tx.db,
  );
  for (const chat of rows) {
    await forgetWords(tx, chat.id);
    await summarize(tx, chat.id);
  }
}

/** Texts from before the erasure are not stored again by later reads. */
export async function forgetWords(tx: Tx, chatId: number): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`select max(buyer_erased_at) as at from orders where id in (
    select order_id from chats where id = ${chatId}
    union all select order_id from claim_sales where chat_id = ${chatId}
    union all select o.id from chats c join orders o on o.account_id = c.account_id and o.pack_id = c.about_id
      where c.id = ${chatId} and c.about_what = 'pack')`.execute(tx.db);
  const at = rows[0]?.at;
  if (!at) return;
  await sql`delete from chat_files f using chat_messages m
    where m.chat_id = ${chatId} and m.at <= ${at} and f.message_id = m.id and f.remote_id is not null`.execute(
    tx.db,
  );
  await sql`update chat_messages set text = '', withheld = true, details = '{}'
    where chat_id = ${chatId} and at <= ${at} and not withheld and send_state is distinct from 'sending'`.execute(
    tx.db,
  );
  await sql`update claims set detail = '' from chats c
    where claims.chat_id = ${chatId} and c.id = ${chatId} and c.opened_at <= ${at}`.execute(tx.db);
}
