import { sql } from 'kysely';
import { asCode, codeOfGoods, isCodeOf } from '#contract/codes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

type Goods = { sku: string; gtin: string };

/**
 * Finds a scanned code among the given goods. A GTIN that several products of the business have does not identify the
 * product, even if only one of them is needed here: the refusal names their SKUs, which are scanned or typed instead.
 */
export async function goodsOfCode<G extends Goods>(
  tx: Tx,
  goods: readonly G[],
  code: string,
  variationOf: (one: G) => number,
): Promise<G[]> {
  const named = goods.filter((one) => isCodeOf(one, code));
  const own = named.filter(({ sku }) => asCode(sku) === asCode(code));
  if (own.length > 0 || named.length === 0) return own;
  const wanted = new Map(named.map((one) => [variationOf(one), one.sku]));
  const { rows: others } = await sql<{ sku: string }>`
    select sku from product_variations
    where business_id = app_business() and gtin = ${codeOfGoods(code)} and gtin <> ''
      and not id = any(${[...wanted.keys()]}::bigint[]) order by id limit 20`.execute(tx.db);
  const skus = [...wanted.values(), ...others.map(({ sku }) => sku)];
  if (skus.length > 1) fail('code_ambiguous', { facts: { code, skus: skus.slice(0, 20) } });
  return named;
}
