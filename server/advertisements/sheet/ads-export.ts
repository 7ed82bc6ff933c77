import type { advertisementsVariations } from '#contract/advertisements/advertisement.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listAdvertisements } from '#server/advertisements/advertisement.queries.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ExportColumns } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { findAdvertised, findPublished, type SheetRow } from './sheet.queries.ts';
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
  const own = new Map(unpublished.map((row) => [row.advertisement, [row]]));
  return { ...page, items: ids.flatMap((id) => published.get(id) ?? own.get(id) ?? []) };
}

type Column = (typeof advertisementsVariations.export.columns)[number];

export const sheetColumns: ExportColumns<SheetRow, Column> = {
  publication: {
    label: (words) => words.business.imports.columns.ads.publication.label,
    value: ({ publication }) => publication?.id,
    kind: 'number',
  },
  account: {
    label: (words) => words.business.imports.columns.ads.account.label,
    value: ({ publication }) => publication?.account,
  },
  title: { label: (words) => words.business.imports.columns.ads.title.label, value: ({ title }) => title },
  description: {
    label: (words) => words.business.imports.columns.ads.description.label,
    value: ({ description }) => description,
  },
  category: {
    label: (words) => words.business.imports.columns.ads.category.label,
    value: ({ publication }) => publication?.category,
  },
  price: {
    label: (words) => words.business.imports.columns.ads.price.label,
    value: ({ variation }) => variation?.price,
    kind: 'money',
    priced: true,
  },
  sku: {
    label: (words) => words.business.imports.columns.ads.sku.label,
    value: ({ variation }) => variation?.sku,
  },
  variation: {
    label: (words) => words.business.imports.columns.ads.variation.label,
    value: ({ variation }) => variation?.name,
  },
  gtin: {
    label: (words) => words.business.imports.columns.ads.gtin.label,
    value: ({ variation }) => variation?.gtin,
  },
  attributes: {
    label: (words) => words.business.imports.columns.ads.attributes.label,
    value: ({ publication }) => attributesText(publication?.attributes ?? []),
  },
  composition: {
    label: (words) => words.business.imports.columns.ads.composition.label,
    value: ({ parts }) => compositionText(parts),
  },
};
