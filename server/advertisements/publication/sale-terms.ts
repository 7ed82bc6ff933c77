import { conditions, type SaleTerms, warranty } from '#contract/advertisements/sale-terms.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import type { ContentPart } from '#server/outside/marketplaces/listing.ts';

type Stored = {
  condition: string | null;
  warranty: unknown;
  handling_days: number | null;
  free_shipping: boolean | null;
};

/** The columns of a row. */
export const readSaleTerms = (row: Stored): SaleTerms => ({
  condition: conditions.find((one) => one === row.condition) ?? null,
  warranty: warranty.nullable().catch(null).parse(row.warranty),
  handlingDays: row.handling_days,
  freeShipping: row.free_shipping,
});

export const saleTermColumns = (terms: SaleTerms) => ({
  condition: terms.condition,
  warranty: terms.warranty && JSON.stringify(terms.warranty),
  handling_days: terms.handlingDays,
  free_shipping: terms.freeShipping,
});

/** Terms that were never set here stay as the marketplace has them; a pending change of ours is kept. */
export function mergeRemoteTerms(row: Stored & { pending_fields: readonly string[] }, remote: SaleTerms) {
  const isOpen = (part: ContentPart) => !row.pending_fields.includes(part);
  const known = readSaleTerms(row);
  return saleTermColumns({
    condition: known.condition ?? (isOpen('condition') ? remote.condition : null),
    warranty: known.warranty ?? (isOpen('terms') ? remote.warranty : null),
    handlingDays: known.handlingDays ?? (isOpen('terms') ? remote.handlingDays : null),
    freeShipping: known.freeShipping ?? (isOpen('freight') ? remote.freeShipping : null),
  });
}

type Said = Partial<SaleTerms> & { video?: string; description?: string };
type Able = Pick<AccountCapabilities, 'takesVideo' | 'longestDescription' | 'handlingDays'> & {
  conditions: readonly string[];
  warranties: readonly string[];
  freeShipping: object | null;
};

/**
 * A term that a marketplace does not accept is refused at its field: if it were dropped silently, the seller would rely
 * on it.
 */
export function checkSaleTerms(said: Said, able: Able): void {
  const faults: FieldCodes = {};
  const { condition, warranty: promised, handlingDays: days, freeShipping } = said;
  if (condition && !able.conditions.includes(condition)) faults.condition = 'invalid';
  if (promised && !able.warranties.includes(promised.by)) faults.warranty = { by: 'invalid' };
  if (days && !able.handlingDays) faults.handlingDays = 'invalid';
  else if (days && able.handlingDays && days < able.handlingDays.fewest) faults.handlingDays = 'too_small';
  else if (days && able.handlingDays && days > able.handlingDays.most) faults.handlingDays = 'too_big';
  if (freeShipping && !able.freeShipping) faults.freeShipping = 'invalid';
  if (said.video && !able.takesVideo) faults.video = 'invalid';
  if ((said.description ?? '').length > able.longestDescription) faults.description = 'too_long';
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: faults });
}
