import type { SheetTitles } from '../sheet-titles.ts';

/** The sheets of this marketplace for listings. */
export const sheetTitles: readonly SheetTitles[] = [
  [/^codigo universal de produto$/m, /^titulo/m],
  [/^varia por /m],
  [/^(codigo|numero|id) do anuncio$/m, /^(sku|titulo)/m],
];
