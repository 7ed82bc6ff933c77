import { asCode } from '#contract/codes.ts';
import { parseTypedMoney } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import { type AttributeValues, combinationOf, combinations } from '#contract/products/attribute-types.ts';
import { isNegative, parseQuantity } from '../../quantity.ts';
import { emptyVariation, type ProductValues, type VariationDraft } from '../product-values.ts';

/** A text column of the variation table: an attribute type or a field. */
export type GridColumn =
  | { kind: 'attribute'; type: string }
  | { kind: 'field'; field: 'name' | 'sku' | 'gtin' | 'costCentavos' | 'opening' };

export function columnKey(column: GridColumn): string {
  return column.kind === 'attribute' ? `attributes.${column.type}` : column.field;
}

/** Pasted cells of a spreadsheet; a single cell is ordinary text. */
export function readCells(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

export function writeCell(row: VariationDraft, column: GridColumn, text: string): VariationDraft {
  if (column.kind === 'attribute')
    return { ...row, attributes: { ...row.attributes, [column.type]: text.slice(0, 80) } };
  if (column.field === 'gtin') return { ...row, gtin: text.replace(/\D/g, '').slice(0, 14) };
  if (column.field === 'costCentavos')
    return { ...row, costCentavos: text === '' ? null : (parseTypedMoney(text) ?? Number.NaN) };
  if (column.field === 'opening') return { ...row, opening: unitsOf(text) };
  return { ...row, [column.field]: text };
}

/** Has to be filled in: what tells rows apart, a SKU that is not suggested, the cost of own goods that are in stock. */
export function isNeededCell(
  { variations, asksLots }: Pick<ProductValues, 'variations' | 'asksLots'>,
  column: GridColumn,
  index: number,
  { suggested, isOwn }: { suggested: string | undefined; isOwn: boolean },
): boolean {
  if (column.kind === 'attribute') return variations.length > 1;
  if (column.field === 'sku') return !suggested;
  const opening = variations[index]?.opening ?? null;
  return column.field === 'costCentavos' && isOwn && !asksLots && opening !== null && opening !== 0;
}

/** NaN if the text is not clearly a whole number, so that the schema refuses it. */
function unitsOf(text: string): number | null {
  if (text.trim() === '') return null;
  if (isNegative(text)) return -1;
  return Number(parseQuantity(text) ?? Number.NaN);
}

/** Puts a block of cells into the table from one cell on; rows that are missing are added. */
export function pasteCells(
  rows: readonly VariationDraft[],
  columns: readonly GridColumn[],
  cells: readonly string[][],
  from: { row: number; column: number },
): VariationDraft[] {
  const next = [...rows];
  for (const [down, line] of cells.entries()) {
    const at = from.row + down;
    next[at] = line.reduce((row, text, right) => {
      const column = columns[from.column + right];
      return column ? writeCell(row, column, text) : row;
    }, next[at] ?? emptyVariation());
  }
  return next;
}

export function isBlank(row: VariationDraft): boolean {
  return (
    row.id === undefined && !row.sku && !row.gtin && !row.name && !Object.values(row.attributes).some(Boolean)
  );
}

export const maxGenerated = 200;

const short = (value: string) =>
  value
    .normalize('NFD')
    .replace(/[^0-9a-z]/gi, '')
    .slice(0, 4)
    .toUpperCase();

/** `CAM` and `Preto`, `M` → `CAM-PRET-M`, with a number if that is taken. */
export function suggestSku(prefix: string, values: readonly string[], taken: ReadonlySet<string>): string {
  const base = [prefix.trim().toUpperCase(), ...values.map(short)].filter(Boolean).join('-');
  for (let n = 1; ; n++) {
    const sku = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(asCode(sku))) return sku;
  }
}

/** Permissions for entering stock of a new product, which creates position, volume and offer. */
export const mayEnterStock = (can: (permission: Permission) => boolean) =>
  can('volumes.create') && can('warehouses.create') && can('dropship-items.create');

/** Of each row the SKU that it has when none is typed: the product's name and the values that tell the row apart. */
export function suggestedSkus(
  values: Pick<ProductValues, 'name' | 'attributeTypes' | 'variations'>,
): string[] {
  const { name, attributeTypes: types, variations } = values;
  const prefix = name.split(/\s+/).map(short).filter(Boolean).slice(0, 3).join('-');
  const taken = new Set(variations.map(({ sku }) => asCode(sku)));
  return variations.map(({ sku, attributes }) => {
    if (sku.trim() || !prefix) return '';
    const suggested = suggestSku(
      prefix,
      types.map((type) => attributes[type] ?? ''),
      taken,
    );
    taken.add(asCode(suggested));
    return suggested;
  });
}

/** Every combination that is not in the table yet. */
export function missingCombinations(
  rows: readonly VariationDraft[],
  types: readonly string[],
  values: Record<string, string[]>,
): AttributeValues[] {
  const present = new Set(
    rows.filter((row) => !isBlank(row)).map((row) => combinationOf(types, row.attributes)),
  );
  return combinations(types, values).filter(
    (combination) =>
      Object.values(combination).some(Boolean) && !present.has(combinationOf(types, combination)),
  );
}

/** The table with the missing combinations at its end; a blank row is replaced. */
export function addCombinations(
  rows: readonly VariationDraft[],
  types: readonly string[],
  made: readonly AttributeValues[],
  prefix: string,
): VariationDraft[] {
  const kept = rows.filter((row) => !isBlank(row));
  const taken = new Set(kept.map((row) => asCode(row.sku)));
  const added = made.map((attributes) => {
    const sku = prefix.trim()
      ? suggestSku(
          prefix,
          types.map((type) => attributes[type] ?? ''),
          taken,
        )
      : '';
    taken.add(asCode(sku));
    return emptyVariation(attributes, sku);
  });
  return [...kept, ...added];
}
