import { sql } from 'kysely';
import { type TagKind, tagsOf } from '#server/business/tags/tags.queries.ts';
import type { Tx } from '#server/db/transaction.ts';

export const orderTags: TagKind = { tags: 'order_tags', links: 'order_tag_links', record: 'order_id' };

/** The tags of sale `o`, by name. */
export const tagsOfOrder = tagsOf(orderTags, sql`o.business_id`, sql`o.id`);

/** As many sales of one tag a searched word finds, the newest; the filter finds all of them. */
const mostFound = 1000;

/** Own sales by a typed text that names one of their tags. */
export async function findByTags(tx: Tx, words: readonly string[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  if (words.length === 0) return found;
  const { rows } = await sql<{ word: string; ids: number[] }>`
    select w.word, array(select l.order_id from order_tag_links l join order_tags t
        on t.business_id = l.business_id and t.id = l.tag_id
      where l.business_id = app_business() and fold(t.name) = fold(w.word)
      order by l.order_id desc limit ${mostFound}) as ids
    from unnest(${words}::text[]) as w (word)`.execute(tx.db);
  for (const { word, ids } of rows) if (ids.length > 0) found.set(word, ids);
  return found;
}
