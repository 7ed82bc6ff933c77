import type { SheetTitles } from '../sheet-titles.ts';

/** The export of a store's products. */
export const sheetTitles: readonly SheetTitles[] = [
  [/^identificador (de )?url$/m, /^(nome|nombre)$/m],
  [/^url identifier$/m, /^name$/m],
];
