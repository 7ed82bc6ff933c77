import { z } from 'zod';
import { noSaleTerms, type SaleTerms } from '#contract/advertisements/sale-terms.ts';
import { maybe, numberOf, remoteId } from './values.ts';

/** The sale terms that an item contains; unknown values are ignored. */
export const soldAs = {
  condition: maybe(z.string()),
  pre_order: maybe(z.object({ is_pre_order: z.boolean(), days_to_ship: z.number() })),
  logistic_info: z
    .array(
      z.object({
        logistic_id: remoteId,
        enabled: z.boolean().catch(false),
        is_free: maybe(z.boolean()),
        size_id: maybe(remoteId),
        shipping_fee: maybe(z.number()),
      }),
    )
    .nullish()
    .catch([]),
};
type SoldAs = z.output<z.ZodObject<typeof soldAs>>;

/** Its freight is free if it is free by every enabled way. */
export function viewTerms({ condition, pre_order: preOrder, logistic_info: ways }: SoldAs): SaleTerms {
  const open = (ways ?? []).filter(({ enabled }) => enabled);
  return {
    ...noSaleTerms,
    condition: condition === 'NEW' ? 'new' : condition === 'USED' ? 'used' : null,
    handlingDays: preOrder?.is_pre_order ? preOrder.days_to_ship : null,
    freeShipping: open.length > 0 ? open.every(({ is_free: isFree }) => isFree === true) : null,
  };
}

export const conditionBody = (condition: SaleTerms['condition'] = null) =>
  condition === 'used' ? 'USED' : 'NEW';

export const handlingBody = (days: number | null) => ({
  pre_order: days === null ? { is_pre_order: false } : { is_pre_order: true, days_to_ship: days },
});

/** The same shipping channels as before, with another payer. */
export const channelsWith = ({ logistic_info: ways }: SoldAs, isFree: boolean) =>
  (ways ?? []).map(({ logistic_id: id, enabled, size_id: sizeId, shipping_fee: fee }) => ({
    ...{ logistic_id: numberOf(id), enabled, is_free: isFree },
    ...(sizeId && sizeId !== '0' && { size_id: numberOf(sizeId) }),
    ...(fee && { shipping_fee: fee }),
  }));
