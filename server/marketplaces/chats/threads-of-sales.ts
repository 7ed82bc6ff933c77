import { sql } from 'kysely';

/** Ids of the threads of these sales; a claim on a cart belongs to each of its sales. */
export const threadsOfSales = (ids: readonly number[]) =>
  sql<number>`select t.id from chats t where t.order_id = any(${ids}::bigint[])
  union all select s.chat_id from claim_sales s where s.order_id = any(${ids}::bigint[])`;
