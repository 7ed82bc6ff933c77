import type { ImportValues } from '#contract/business/import/kinds.ts';
import type { FoundCategory } from './find-categories.ts';

/** A row with its category resolved. */
export type PlacedRow = {
  line: number;
  values: Omit<ImportValues<'products'>, 'category'> & { readonly category?: FoundCategory };
};
