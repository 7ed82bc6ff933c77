import type { ImportKind } from '#contract/business/import/kinds.ts';
import type { ViewedList } from '#contract/business/saved-view.ts';

/** Names of tables; some lists keep no views. */
export type TableName =
  | ViewedList
  | 'existing-ads'
  | 'pair-entries'
  | 'refused-sales'
  | `import-rows-${ImportKind}`;
