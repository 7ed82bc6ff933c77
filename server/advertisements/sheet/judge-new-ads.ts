import type { ImportCellError, RowMargin } from '#contract/business/import/import.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { nameListed } from '#server/advertisements/publication/listed-attributes.ts';
import { composeNew, priceNew } from '#server/advertisements/publication/publication-create.ts';
import {
  checkAgainstCategory,
  checkVariations,
  mayPricesDiffer,
} from '#server/advertisements/publication/publication-rules.ts';
import { checkSaleTerms } from '#server/advertisements/publication/sale-terms.ts';
import { type CheckedRow, created, wrong } from '#server/business/import/import-rule.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountContext, jobAccountContext } from '#server/marketplaces/account-access.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { findTokens } from '#server/marketplaces/account-tokens.queries.ts';
import type { PlannedPublication } from './new-ads.ts';
import { floorOfAccount } from './sheet.queries.ts';
import { type CellRefusal, draftOf, findCategory } from './sheet-ad.ts';

type Errors = Pick<CheckedRow, 'errors' | 'details'>;
/** Errors of the whole ad, or of single rows by their place; or the margin of each row. */
type Judged = { ofAd: Errors } | { ofRow: Map<number, Errors> } | { margins: RowMargin[] };

/**
 * Rows of new publications that the create endpoint would refuse for their category, text or price, and the others with
 * their margins, as the form shows them.
 */
export async function judgeNewAds(
  job: JobContext,
  businessId: number,
  planned: readonly PlannedPublication[],
): Promise<CheckedRow[]> {
  const context = jobAccountContext(job, businessId);
  const rows: CheckedRow[] = [];
  for (const publication of planned) {
    const judged = await judge(context, publication);
    if (!judged) continue;
    publication.rows.forEach(({ line }, index) => {
      if ('margins' in judged) {
        const margin = judged.margins[index];
        if (margin) rows.push({ ...created(line), margin });
        return;
      }
      const found = 'ofAd' in judged ? judged.ofAd : judged.ofRow.get(index);
      const { errors, details = {} } = found ?? { errors: { sku: 'ad_incomplete' as const } };
      rows.push({ ...wrong(line, errors), details });
    });
  }
  return rows;
}

/** Null: the marketplace does not answer now; the run finds out. */
async function judge(context: AccountContext, { ad, content }: PlannedPublication): Promise<Judged | null> {
  let category: CategorySettings | undefined;
  try {
    const account = await context.transact((tx) => findTokens(tx, ad.account));
    if (!account) return null;
    const found = await findCategory(context, ad.account, ad.category);
    if ('error' in found) return refusedBy(found);
    category = found;
    const capabilities = capabilitiesOf(context.outside, account);
    const draft = draftOf(ad, content, category, capabilities);
    if ('error' in draft) return refusedBy(draft);
    const attributes = await nameListed(context, ad.account, category, draft.attributes);
    checkAgainstCategory({ ...draft, attributes }, category);
    checkSaleTerms(draft, capabilities);
    const priced = ad.variations.map(({ price }, index) => ({
      ...{ price, attributes: draft.variations[index]?.attributes ?? [] },
    }));
    checkVariations(priced, mayPricesDiffer(capabilities), category, (variations) => ({ variations }));
    const { compositions, floor } = await context.transact(async (tx) => ({
      compositions: await composeNew(tx, draft),
      floor: await floorOfAccount(tx, ad.account),
    }));
    const margins = await priceNew(context, draft, { capabilities, compositions });
    return {
      margins: margins.map(({ marginBasisPoints, fee, freight }) => ({
        ...{ marginBasisPoints, fee, freight, floor },
      })),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'not_found') return { ofAd: { errors: { category: 'category_unknown' } } };
    return error.fields ? judgedOf(error.fields, category) : null;
  }
}

const refusedBy = ({ column, error, detail }: CellRefusal): Judged => ({
  ofAd: { errors: { [column]: error }, details: detail ? { [column]: detail } : {} },
});

const isCode = (found: FieldCodes[string] | undefined): found is ImportCellError & FieldCodes[string] =>
  typeof found === 'string';

function judgedOf(fields: FieldCodes, category: CategorySettings | undefined): Judged {
  const { name, attributes, variations, ...others } = fields;
  if (variations && !isCode(variations)) return { ofRow: rowErrors(variations) };
  const errors: CheckedRow['errors'] = {};
  for (const [field, code] of Object.entries({ ...others, ...(name && { title: name }) }))
    if (isCode(code)) errors[field] = code;
  if (isCode(variations)) errors.variation = variations;
  if (!attributes || isCode(attributes)) return { ofAd: { errors } };
  const named = Object.keys(attributes).map(
    (id) => category?.attributes.find((one) => one.id === id)?.name ?? id,
  );
  const isMissing = Object.values(attributes).includes('required');
  errors.attributes = isMissing ? 'attributes_missing' : 'not_listed';
  return { ofAd: { errors, details: { attributes: named.join(', ') } } };
}

function rowErrors(variations: object): Map<number, Errors> {
  return new Map(
    Object.entries(variations as Record<string, FieldCodes>).map(([index, fields]) => {
      const { price, attributes } = fields;
      const errors: CheckedRow['errors'] = {
        ...(isCode(price) && { price }),
        ...(attributes && { variation: attributes === 'duplicate' ? 'duplicate' : 'variation_unnamed' }),
      };
      return [Number(index), { errors }];
    }),
  );
}
