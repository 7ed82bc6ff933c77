import { type Cell, foldTitle, textOfCell } from '#contract/business/import/cell.ts';

/** The code of a category in a marketplace's own tree, alone or before its name. */
const marketplaceCode = /^\d{5,}(\s*[-–].*)?$/;

/** A comma within a name, as in *Cama, mesa e banho*, has a small letter after it. */
const separator = /,\s*(?=[^\p{Ll}\s])|[;|\n]+/u;

const levels = (path: string) => path.split(/>+|»|›/).length;

/**
 * The category of a product, which has one: of a list of categories, the deepest. A list stands under a title in the
 * plural. Categories of a marketplace are not those of the business.
 */
export function categoryCell(cell: Cell, title: string): Cell {
  const text = textOfCell(cell);
  if (marketplaceCode.test(text)) return null;
  if (!/^(categorias|categories)$/.test(foldTitle(title))) return cell;
  const paths = text
    .split(separator)
    .map((path) => path.trim())
    .filter((path) => path !== '');
  return paths.toSorted((one, other) => levels(other) - levels(one))[0] ?? null;
}
