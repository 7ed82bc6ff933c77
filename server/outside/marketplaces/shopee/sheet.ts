import type { SheetTitles } from '../sheet-titles.ts';

/** The sheets of this marketplace for changing and creating listings: their first row names the columns by technical keys. */
export const sheetTitles: readonly SheetTitles[] = [
  [/^(et title (product|variation) |ps (product name|sku short|category))/m],
  [/^variante identificador$/m, /^nome do produto$/m],
];
