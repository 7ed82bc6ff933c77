import { isCodeOf } from '#contract/primitives.ts';
import { fail } from '#server/fault.ts';

type Goods = { sku: string; gtin: string };

/**
 * Of goods at hand those that a code is on, as a scanner reads it. A GTIN that several products have says nothing: the
 * refusal names their SKUs, which are scanned or typed instead.
 */
export function goodsOfCode<G extends Goods>(goods: readonly G[], code: string): G[] {
  const named = goods.filter((one) => isCodeOf(one, code));
  const own = named.filter(({ sku }) => sku.toUpperCase() === code.trim().toUpperCase());
  if (own.length > 0) return own;
  const skus = [...new Set(named.map(({ sku }) => sku))];
  if (skus.length > 1) fail('code_ambiguous', { facts: { code, skus: skus.slice(0, 20) } });
  return named;
}
