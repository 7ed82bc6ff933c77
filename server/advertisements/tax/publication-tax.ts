import { hasAllTaxCodes, type TaxCodes } from '#contract/products/tax-codes.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Tax codes of what a publication sells: those of its own products, if they are complete and equal for all of them. The
 * codes of a supplier's product belong to the supplier's document, not to the seller's.
 */
export async function findTaxCodes(tx: Tx, publicationId: number): Promise<TaxCodes | null> {
  const rows = await tx.db
    .selectFrom('publication_variations as v')
    .innerJoin('publication_components as c', 'c.publication_variation_id', 'v.id')
    .innerJoin('dropship_items as d', 'd.id', 'c.dropship_item_id')
    .leftJoin('products as p', (join) =>
      join.onRef('p.id', '=', 'd.product_id').onRef('p.business_id', '=', 'v.business_id'),
    )
    .select(['p.ncm', 'p.cest', 'p.origin', 'p.csosn', 'p.cfop_same_state as cfopSameState'])
    .select(['p.cfop_other_state as cfopOtherState', 'p.tax_unit as taxUnit'])
    .where('v.publication_id', '=', publicationId)
    .distinct()
    .execute();
  const [only, another] = rows;
  // Of a left join: all are present or none.
  const codes = another || only?.ncm === null ? undefined : (only as TaxCodes | undefined);
  return codes && hasAllTaxCodes(codes) ? codes : null;
}
