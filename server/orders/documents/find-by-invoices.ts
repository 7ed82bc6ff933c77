import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** Numbers begin again in every series, so that several sales may have one. */
const mostFound = 100;

/** The nine digits of the number in the access key of an NF-e. */
const numberDigits = [25, 34] as const;

/** Own sales by a typed search text, if it is the number (`12345`, `000.012.345`) or the access key of an NF-e. */
export async function findByInvoices(tx: Tx, words: readonly string[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const word of words) {
    const digits = word.replace(/[\s.]/g, '');
    const isKey = /^\d{44}$/.test(digits);
    if (!isKey && !/^\d{1,9}$/.test(digits)) continue;
    const number = isKey ? digits.slice(...numberDigits) : digits.padStart(9, '0');
    const { rows } = await sql<{ id: number }>`select id from orders
      where business_id = app_business() and invoice_key is not null
        and substr(invoice_key, 26, 9) = ${number} and (${!isKey} or invoice_key = ${digits})
      order by id desc limit ${mostFound}`.execute(tx.db);
    if (rows.length > 0)
      found.set(
        word,
        rows.map(({ id }) => id),
      );
  }
  return found;
}
