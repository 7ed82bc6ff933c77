import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { MarketplaceMessage } from '#server/outside/marketplaces/conversations.ts';

/** Tolerance between the marketplace's clock and ours. */
const clockDifferenceMinutes = 5;
const longestWords = 8000;

type Own = { id: number; text: string; at: Date; opening: string | null };

/**
 * Stores the messages of a thread, each once. A message of ours that was sent and has no remote id yet is matched with
 * the first unknown message of the seller with its text: the response to sending it may have been lost.
 */
export async function storeMessages(
  tx: Tx,
  businessId: number,
  chatId: number,
  messages: readonly MarketplaceMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const { rows } = await sql<
    Own & { remote_id: string | null; send_state: string | null; act: string | null }
  >`
    select id, remote_id, text, at, opening, send_state, act from chat_messages where chat_id = ${chatId} order by id`.execute(
    tx.db,
  );
  const known = new Set(rows.flatMap((row) => row.remote_id ?? []));
  const ours: Own[] = rows.filter(
    (row) =>
      row.remote_id === null &&
      row.send_state !== 'refused' &&
      (row.act === null || row.act.startsWith('message_')),
  );
  const fresh: MarketplaceMessage[] = [];
  for (const message of messages) {
    if (known.has(message.remoteId)) continue;
    const own = message.by === 'seller' ? takeOwn(ours, message) : undefined;
    if (own) await adopt(tx, own.id, message);
    else fresh.push(message);
  }
  await insertMessages(tx, businessId, chatId, fresh);
  await insertFiles(tx, businessId, chatId, messages);
  await markWithheld(tx, chatId, messages);
}

function takeOwn(ours: Own[], message: MarketplaceMessage): Own | undefined {
  const at = ours.findIndex(
    (own) =>
      message.at >= addMinutes(own.at, -clockDifferenceMinutes) &&
      (plain(own.text) === plain(message.text) || (own.opening !== null && own.text === '')),
  );
  return at < 0 ? undefined : ours.splice(at, 1)[0];
}

export const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

async function adopt(tx: Tx, id: number, { remoteId, at, text }: MarketplaceMessage): Promise<void> {
  await tx.db
    .updateTable('chat_messages')
    .set({ remote_id: remoteId, at, text, send_state: 'sent', send_reason: null, send_detail: '' })
    .where('id', '=', id)
    .execute();
}

async function insertMessages(
  tx: Tx,
  businessId: number,
  chatId: number,
  fresh: readonly MarketplaceMessage[],
): Promise<void> {
  if (fresh.length === 0) return;
  const values = fresh.map(({ remoteId, by, text, at, withheld }) => ({
    business_id: businessId,
    chat_id: chatId,
    remote_id: remoteId,
    author: by,
    text: text.replaceAll('\0', '').toWellFormed(),
    at,
    withheld,
  }));
  await tx.db
    .insertInto('chat_messages')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const mostFiles = 50;
const longestName = 200;

/** Stores attachments once; those of our own messages are known already. */
async function insertFiles(
  tx: Tx,
  businessId: number,
  chatId: number,
  messages: readonly MarketplaceMessage[],
): Promise<void> {
  const files = messages.flatMap((message) =>
    message.files.slice(0, mostFiles).map(({ remoteId, name, contentType, bytes }, position) => ({
      ...{ message: message.remoteId, position, remote_id: remoteId, content_type: contentType, bytes },
      name: name.replaceAll('\0', '').toWellFormed().slice(0, longestName),
    })),
  );
  if (files.length === 0) return;
  await sql`insert into chat_files (business_id, message_id, remote_id, name, content_type, bytes)
    select ${businessId}, m.id, f.remote_id, f.name, f.content_type, f.bytes
    from json_to_recordset(${JSON.stringify(files)})
      as f (message text, position int, remote_id text, name text, content_type text, bytes bigint)
      join chat_messages m on m.chat_id = ${chatId} and m.remote_id = f.message and not m.withheld
    where not exists (select from chat_files known where known.message_id = m.id)
    order by m.id, f.position
    on conflict do nothing`.execute(tx.db);
}

async function markWithheld(tx: Tx, chatId: number, messages: readonly MarketplaceMessage[]): Promise<void> {
  const withheld = messages.filter((one) => one.withheld).map(({ remoteId }) => remoteId);
  if (withheld.length === 0) return;
  await tx.db
    .updateTable('chat_messages')
    .set({ withheld: true })
    .where('chat_id', '=', chatId)
    .where('remote_id', 'in', withheld)
    .execute();
}

/** What a list shows of the thread and searches in it; a claim without messages shows its reason. */
export async function summarize(tx: Tx, chatId: number): Promise<void> {
  await sql`update chats c set
    excerpt = coalesce(nullif(s.last, ''), left(k.reason, 300), ''),
    words = left(concat_ws(' ', k.reason, o.buyer_name, o.remote_order_id, o.line_words, s.all_words), ${longestWords}),
    send_state = nullif(s.send_state, 'sent')
    from (select
        (select left(m.text, 300) from chat_messages m where m.chat_id = ${chatId} and m.act is null
          order by m.at desc, m.id desc limit 1) as last,
        (select string_agg(m.text, ' ' order by m.at desc) from chat_messages m where m.chat_id = ${chatId}) as all_words,
        (select m.send_state from chat_messages m where m.chat_id = ${chatId} and m.author = 'seller'
          order by m.at desc, m.id desc limit 1) as send_state) s,
      chats self left join orders o on o.id = self.order_id left join claims k on k.chat_id = self.id
    where c.id = ${chatId} and self.id = c.id`.execute(tx.db);
}
