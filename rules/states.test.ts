import { expect, test } from 'vitest';
import { publicationActs } from '#contract/advertisements/publication-states.ts';
import { companyActs } from '#contract/business/company-states.ts';
import { importActs } from '#contract/business/import/import-states.ts';
import { dropinvoiceActs } from '#contract/dropshipping/dropinvoice-states.ts';
import { balanceActs } from '#contract/inventory/balance-states.ts';
import { volumeActs } from '#contract/inventory/volume-states.ts';
import { accountActs } from '#contract/marketplaces/marketplace-account-states.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { pickingActs } from '#contract/orders/picking-states.ts';

/**
 * The grids of the areas test whether the rules follow their tables. A change of an edge is a decision, which is
 * visible in the diff of the snapshot (`vitest --update` writes it).
 */
type Acts = Record<string, { from: readonly string[]; to?: string }>;

const tables: Record<string, Acts> = {
  'a sale': orderActs,
  'a volume': volumeActs,
  'a picking list': pickingActs,
  'a count': balanceActs,
  'an invoice': dropinvoiceActs,
  'an import': importActs,
  'a trade link': companyActs,
  'an account': accountActs,
  'a publication': publicationActs,
};

test('each operation starts from and leads to the states that were decided', async () => {
  const lines = Object.entries(tables).flatMap(([entity, acts]) => [
    entity,
    ...Object.entries(acts).map(
      ([act, { from, to }]) => `  ${act}: ${from.join(' ')}${to === undefined ? '' : ` → ${to}`}`,
    ),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./snapshots/states.txt');
});
