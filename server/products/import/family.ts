import { type Cell, isBlank, textOfCell } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/primitives.ts';
import { canonicalType, isKnownType } from '#contract/products/attribute-types.ts';

type Cells = Readonly<Record<string, Cell>>;

const optionColumns = [1, 2, 3].map((n) => ({ name: `option${n}Name`, value: `option${n}` }));

const codeOf = (cell: Cell | undefined) => asCode(textOfCell(cell));

/** The code that a row says is that of its parent; empty where it names none. */
export const parentOf = (cells: Cells): string => codeOf(cells.parent);

/** `Cor:Azul;Tamanho:P`, `Tamanho:GG||Cor:Branca`; null where the text is no list of types with their values. */
function pairsOf(text: string): [string, string][] | null {
  const parts = text
    .split(/\|\||[;|\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const pairs = parts.map((part): [string, string] => {
    const at = part.search(/[:=]/);
    return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
  });
  return pairs.length > 0 && pairs.every(([type, value]) => type && value) ? pairs : null;
}

const sizes = /^(pp|p|m|g|gg|xp|xg{1,3}|eg{1,2}|g[1-5]|xs|s|l|xl{1,2}|u|[uú]nico|\d{2}(\/\d{2})?)$/i;
const voltages = /^(110|127|220|380)\s*v?$|^bivolt$/i;

/** What a value without its type is: a size or a voltage by its writing, else the first is a colour. */
const typeOfValue = (value: string) =>
  voltages.test(value) ? 'Voltage' : sizes.test(value) ? 'Size' : 'Color';

/** Types with their values; a number of variations, as our own files have it, says nothing of them. */
export const attributesOfPairs = (text: string): Record<string, string> =>
  Object.fromEntries((pairsOf(text) ?? []).map(([type, value]) => [canonicalType(type), value]));

/**
 * What a cell says a variation differs by. Values without their types, as `Amarelo,G`, are read by their writing; where two
 * would be of one type, the whole is one value.
 */
export function attributesOfText(text: string): Record<string, string> {
  const pairs = attributesOfPairs(text);
  if (Object.keys(pairs).length > 0) return pairs;
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
  const types = new Set(values.map(typeOfValue));
  if (types.size < values.length) return { Color: text.trim() };
  return Object.fromEntries(values.map((value) => [typeOfValue(value), value]));
}

/** What the columns of names and values of options say. */
export function attributesOfOptions(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    optionColumns.flatMap(({ name, value }) =>
      values[name] === undefined || values[value] === undefined
        ? []
        : [[canonicalType(String(values[name])), String(values[value])]],
    ),
  );
}

/** A name that only says what the variation differs by, as the rows of variations of a catalogue have it. */
function isComposition(text: string): boolean {
  return pairsOf(text)?.some(([type]) => isKnownType(type)) ?? false;
}

/**
 * A row of a file that names parents, read by itself: a product that is sold alone has the code of its parent for its SKU; a
 * name that is none says what the variation differs by.
 */
export function standAlone(cells: Cells): Cells {
  const own: Record<string, Cell> = { ...cells };
  const said = ['variationAttributes', 'variationPairs', ...optionColumns.map(({ value }) => value)];
  const differs = said.some((key) => !isBlank(own[key]));
  if (isBlank(own.sku) && !differs && own.parent !== undefined) own.sku = own.parent;
  if (parentOf(own) !== '' && codeOf(own.sku) === parentOf(own)) delete own.parent;
  if (parentOf(own) !== '' && isComposition(textOfCell(own.name))) {
    if (isBlank(own.variationAttributes) && own.name !== undefined) own.variationAttributes = own.name;
    delete own.name;
  }
  return own;
}

/** What a row leaves to the first one of its product: the name, and what the options are called. */
export function inherit(cells: Cells, first: Cells): Cells {
  const own: Record<string, Cell> = { ...cells };
  const isChild = parentOf(own) !== '' && codeOf(first.sku) === parentOf(own);
  if (first.name !== undefined && (isChild || isBlank(own.name))) own.name = first.name;
  for (const { name, value } of optionColumns) {
    const named = first[name];
    if (!isBlank(own[value]) && isBlank(own[name]) && named !== undefined) own[name] = named;
  }
  return own;
}
