import type { advertisementsVariations } from '#contract/advertisements/advertisement.ts';
import type { Messages } from '#contract/messages/index.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listAdvertisements } from '#server/advertisements/advertisement.queries.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ExportColumns } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { findAdvertised, findPublished, packageOfRow, type SheetRow } from './sheet.queries.ts';
import { attributesText, compositionText } from './sheet-texts.ts';

/**
 * The advertisements of the list: a row per variation of each publication, or one of its own without a publication. An
 * import of ads reads the file back.
 */
export async function listSheetRows(tx: Tx, _actor: Actor, query: ListQuery): Promise<Page<SheetRow>> {
  const page = await listAdvertisements(tx, query);
  const ids = page.items.map(({ id }) => id);
  const published = Map.groupBy(await findPublished(tx, { advertisements: ids }), (row) => row.advertisement);
  const unpublished = await findAdvertised(
    tx,
    ids.filter((id) => !published.has(id)),
  );
  const own = Map.groupBy(unpublished, (row) => row.advertisement);
  return { ...page, items: ids.flatMap((id) => published.get(id) ?? own.get(id) ?? []) };
}

type Column = (typeof advertisementsVariations.export.columns)[number];

/** The title of the column in the import that reads the file back. */
const labelOf = (column: Column) => (words: Messages) => words.business.imports.columns.ads[column].label;

export const sheetColumns: ExportColumns<SheetRow, Column> = {
  publication: {
    label: labelOf('publication'),
    value: ({ publication }) => publication?.id,
    kind: 'number',
  },
  account: {
    label: labelOf('account'),
    value: ({ publication }) => publication?.account,
  },
  title: { label: labelOf('title'), value: ({ title }) => title },
  description: {
    label: labelOf('description'),
    value: ({ description }) => description,
  },
  category: {
    label: labelOf('category'),
    value: ({ publication }) => publication?.category,
  },
  price: {
    label: labelOf('price'),
    value: ({ variation }) => variation?.price,
    kind: 'money',
    priced: true,
  },
  sku: {
    label: labelOf('sku'),
    value: ({ variation }) => variation?.sku,
  },
  variation: {
    label: labelOf('variation'),
    value: ({ variation }) => variation?.name,
  },
  gtin: {
    label: labelOf('gtin'),
    value: ({ variation }) => variation?.gtin,
  },
  attributes: {
    label: labelOf('attributes'),
    value: ({ publication }) => attributesText(publication?.attributes ?? []),
  },
  composition: {
    label: labelOf('composition'),
    value: ({ parts }) => compositionText(parts),
  },
  weight: { label: labelOf('weight'), value: (row) => packageOfRow(row).weight, kind: 'number' },
  width: { label: labelOf('width'), value: (row) => packageOfRow(row).width, kind: 'number' },
  height: { label: labelOf('height'), value: (row) => packageOfRow(row).height, kind: 'number' },
  depth: { label: labelOf('depth'), value: (row) => packageOfRow(row).depth, kind: 'number' },
};
