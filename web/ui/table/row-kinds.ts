import { i18n } from '../../i18n.ts';

/** Lists whose rows can be selected, by the names of their tables; a selection is counted in their nouns. */
export const rowKinds = [
  'advertisements',
  'campaign-ads',
  'catalogue',
  'categories',
  'chats',
  'checkout',
  'existing-ads',
  'locations',
  'offers',
  'orders',
  'products',
  'questions',
  'seller-invoices',
  'supplier-invoices',
  'suppliers',
  'supply-requests',
  'volumes',
] as const;
export type RowKind = (typeof rowKinds)[number] | 'others';

export const kindOf = (table: string): RowKind => rowKinds.find((kind) => kind === table) ?? 'others';

/** Rows in words: *4 vendas*, *mais de 10.000 anúncios*. */
export const rowsText = (kind: RowKind, count: number, countText: string): string =>
  i18n.t(`ui:rows.${kind}`, { count, total: countText });
