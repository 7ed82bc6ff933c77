import type { TemplateValues } from '#contract/marketplaces/answer-template.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { formatMoney } from '#contract/money.ts';
import { formatQuantity } from '../../quantity.ts';

/** Values of template fields in a thread of a sale; null if unknown. */
export function templateValues({
  publication,
  sale,
  account,
}: Pick<ChatDetail, 'publication' | 'sale' | 'account'>): TemplateValues {
  return {
    product: publication?.name ?? sale?.lines[0]?.title ?? null,
    price: publication?.priceCentavos == null ? null : formatMoney(publication.priceCentavos),
    stock: publication?.stock == null ? null : formatQuantity(publication.stock),
    account: account?.name ?? null,
    buyer: sale?.buyer || null,
    sale: sale?.number ?? null,
    tracking: sale?.trackingCode || null,
  };
}
