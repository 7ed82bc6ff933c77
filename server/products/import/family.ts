import { type Cell, foldText, isBlank, textOfCell } from '#contract/business/import/cell.ts';
import { asCode } from '#contract/codes.ts';
import { canonicalType, isKnownType } from '#contract/products/attribute-types.ts';

type Cells = Readonly<Record<string, Cell>>;

const optionColumns = [1, 2, 3].map((n) => ({ name: `option${n}Name`, value: `option${n}` }));

const codeOf = (cell: Cell | undefined) => asCode(textOfCell(cell));

/** The code of the parent that a row names; empty if it names none. */
export const parentOf = (cells: Cells): string => codeOf(cells.parent);

/** Values of the `||` form may contain the separators of the other forms: `Cor:Azul; branco||Tamanho:P||`. */
const separatorOf = (text: string) => (text.includes('||') ? '||' : /[;|\n]/);

/** Some systems name a type by its plural: `Cores:Azul||Tamanhos:P`. */
const plurals: Record<string, string> = {
  cores: 'Color',
  tamanhos: 'Size',
  voltagens: 'Voltage',
  sabores: 'Flavor',
  materiais: 'Material',
};
const typeOf = (name: string): string => plurals[foldText(name)] ?? canonicalType(name);

/** Parses `Cor:Azul;Tamanho:P` or `Tamanho:GG||Cor:Branca||`; null if the text is no list of types and values. */
function pairsOf(text: string): [string, string][] | null {
  const parts = text
    .split(separatorOf(text))
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

/** The type of a value without one: size or voltage by its format; the first of the others is a color. */
const typeOfValue = (value: string) =>
  voltages.test(value) ? 'Voltage' : sizes.test(value) ? 'Size' : 'Color';

/** Types and values; the number of variations, as our own export writes it, is ignored. */
export const attributesOfPairs = (text: string): Record<string, string> =>
  Object.fromEntries((pairsOf(text) ?? []).map(([type, value]) => [typeOf(type), value]));

/**
 * The attributes in a cell. Values without types, as `Amarelo,G`, are classified by their format; if two of them
 * would have the same type, the whole text is one value.
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

/** The attributes in the columns for option names and option values. */
export function attributesOfOptions(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    optionColumns.flatMap(({ name, value }) =>
      values[name] === undefined || values[value] === undefined
        ? []
        : [[typeOf(String(values[name])), String(values[value])]],
    ),
  );
}

/** A name that contains only attributes, as catalogs write it in the rows of variations. */
function isComposition(text: string): boolean {
  return pairsOf(text)?.some(([type]) => isKnownType(typeOf(type))) ?? false;
}

/**
 * Reads one row of a file that names parents. A product without variations has the code of its parent as its SKU; a
 * name that is no product name contains the attributes of the variation.
 */
export function withoutParentCells(cells: Cells): Cells {
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

/** What a row inherits from the first row of its product: the name, and the names of the options. */
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
