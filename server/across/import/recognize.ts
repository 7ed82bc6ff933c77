import { foldTitle, textOfCell } from '#contract/business/import/cell.ts';
import { formsOf } from '#contract/business/import/column-series.ts';
import type { ColumnMatch } from '#contract/business/import/import.ts';
import { columnsOfKind, type ImportKind, importKinds, moveKinds } from '#contract/business/import/kinds.ts';
import { type SheetSystem, sheetSystems } from '#contract/business/import/sheet-system.ts';
import { messages } from '#contract/messages/index.ts';
import { wordsOfColumn } from '#contract/messages/labels.ts';
import type { SheetRow } from '#server/business/import/sheet/sheet-fault.ts';
import { marketplaceSheets } from '#server/outside/marketplaces/marketplaces.ts';
import type { SheetTitles } from '#server/outside/marketplaces/sheet-titles.ts';

/** Rows in which titles and the technical keys above them are found. */
const titleRows = 6;

const sheetsOfSystems: Partial<Record<SheetSystem, readonly SheetTitles[]>> = {
  ...marketplaceSheets,
  tiny: [
    [/^codigo do pai$/m, /^variacoes$/m],
    [/^gtin ean tributavel$/m],
    [/^codigo sku$/m, /^(classificacao fiscal|ncm)/m, /^descricao$/m],
  ],
  bling: [
    [/^produto variacao$/m, /^codigo$/m],
    [/^gtin ean da embalagem$/m],
    [/^descricao do produto no fornecedor$/m],
    [/^movimentacao de estoque$/m, /^(tipo de lancamento|deposito)$/m],
    [/^balanco$/m, /^deposito$/m],
    [/^codigo$/m, /^descricao$/m, /^gtin ean$/m],
    [/^codigo$/m, /^tipos? (de )?contato$/m],
  ],
};

/** The system that exported a sheet, by the titles in its first rows; null: none that is known. */
export function systemOf(rows: readonly SheetRow[]): SheetSystem | null {
  const head = rows
    .slice(0, titleRows)
    .map(({ cells }) => cells.map(textOfCell).filter((text) => text !== ''));
  if (head.some(isOwn)) return 'own';
  const titles = head.map((row) => row.flatMap(formsOf).join('\n'));
  return (
    sheetSystems.find((system) =>
      sheetsOfSystems[system]?.some((patterns) =>
        titles.some((text) => patterns.every((pattern) => pattern.test(text))),
      ),
    ) ?? null
  );
}

const ownLabels = importKinds.flatMap((kind) =>
  [messages.pt, messages.en].map(
    (words) =>
      new Set(
        columnsOfKind(kind)
          .filter(({ foreign }) => !foreign)
          .map(({ key }) => foldTitle(wordsOfColumn(words.business.imports.columns, kind, key).label)),
      ),
  ),
);

/** Our exports and templates have our labels, almost all of one kind and language. */
const isOwn = (titles: readonly string[]): boolean =>
  titles.length >= 2 &&
  ownLabels.some(
    (labels) => labels.size >= 2 && [...labels].every((label) => titles.map(foldTitle).includes(label)),
  );

/** Whether the columns that were found are those of a kind, so that its rows can become records without a hand. */
export function isOfKind(kind: (typeof moveKinds)[number], match: ColumnMatch): boolean {
  const has = (key: string) => match[key] !== undefined;
  switch (kind) {
    case 'vendors':
      return has('name') && has('document');
    case 'products':
      return has('name') && has('sku');
    case 'stock':
      return has('sku') && has('quantity');
    case 'prices':
      return has('sku') && (has('price') || has('cost'));
    case 'kits':
      return has('sku') && has('component') && has('quantity');
  }
}

/**
 * The kinds that one sheet holds: a list of contacts or of components holds nothing else; products and stock bring their
 * costs along.
 */
export function kindsOfSheet(
  matches: readonly { kind: (typeof moveKinds)[number]; match: ColumnMatch }[],
): ImportKind[] {
  const found = moveKinds.filter((kind) =>
    matches.some((one) => one.kind === kind && isOfKind(kind, one.match)),
  );
  for (const alone of ['vendors', 'kits'] as const) if (found.includes(alone)) return [alone];
  return found.length > 1 ? found.filter((kind) => kind !== 'prices') : found;
}
