import type { ListQuery, Page } from '#contract/primitives.ts';
import type { VirtualProduct, virtualProducts } from '#contract/products/virtual-product.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ExportColumns } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { listKits } from './kit.queries.ts';
import { viewKits } from './kit.ts';

type Row = { kit: VirtualProduct; part: VirtualProduct['components'][number] };

/** The kits of the list, one row per component; an import of kits reads the file back. */
export async function listKitParts(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Row>> {
  const page = await listKits(tx, query);
  const kits = await viewKits(tx, actor, page.items);
  return { ...page, items: kits.flatMap((kit) => kit.components.map((part) => ({ kit, part }))) };
}

export const kitExportColumns: ExportColumns<Row, (typeof virtualProducts.export.columns)[number]> = {
  sku: { label: (words) => words.business.imports.columns.kits.sku.label, value: ({ kit }) => kit.sku },
  name: { label: (words) => words.business.imports.columns.kits.name.label, value: ({ kit }) => kit.name },
  component: {
    label: (words) => words.business.imports.columns.kits.component.label,
    value: ({ part }) => part.sku,
  },
  units: {
    label: (words) => words.business.imports.columns.kits.quantity.label,
    value: ({ part }) => part.quantity,
    kind: 'number',
  },
};
