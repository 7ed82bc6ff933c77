import type { ReactNode } from 'react';
import type { ExportEndpoint } from '#contract/export.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../../api.ts';
import type { Href } from '../../paths.ts';
import type { Action } from '../actions/action.ts';
import type { ListState } from './list-state.ts';
import type { Chosen, RowSelection } from './row-selection.ts';
import type { ExportFailure } from './TableTriggers.tsx';
import type { TableName } from './table-name.ts';

type ColumnTrigger<T, S extends string> = {
  label: string;
  cell: (row: T) => ReactNode;
  /** Name by which the server sorts, of the list's sorts in the contract; without it the header is plain text. */
  sort?: S;
  align?: 'right' | 'center';
  /** Pixels. Columns without a width share the rest. */
  width?: number;
  /** Several lines in comfortable rows, for a text that is read in the list; otherwise one line with an ellipsis. */
  wrap?: boolean;
  /** Hidden until the reader selects it. */
  hidden?: boolean;
  /** Hidden without this permission (prices on the floor). */
  permission?: Permission;
  /**
   * On a phone a row is a card: its `title`, a `badge` beside it, a labelled line (default), `acts` at its end;
   * `hide` leaves it out.
   */
  card?: 'title' | 'badge' | 'acts' | 'hide';
};

/**
 * A column, named as in the export of its list if there is one (`K`); otherwise `file` names the exported columns:
 * several, or none for a picture or an act. `S` are the sorts of its list; a column that is declared without them cannot
 * be sorted by.
 */
export type Column<T, K extends string = string, S extends string = never> = ColumnTrigger<T, S> &
  ({ key: K; file?: readonly K[] } | { key: string; file: readonly K[] });

/** The names of the sorts of a list: `SortKey<typeof productSorts>`. */
export type SortKey<Sorts extends readonly string[]> = Sorts[number];

/** The columns of an export. */
export type ExportKey<E extends ExportEndpoint> = E['columns'][number];

export type Row = { id: number | string };

/** The result of `useApi` for a list endpoint, as far as the table reads it. */
export type ListResult<T> = {
  data: Page<T> | undefined;
  error: Failure | null;
  isPending: boolean;
  isFetching: boolean;
  /** The rows of the former request, while the next ones load. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

/** What an empty list says, and the act that fills it; `noAction` is the reason why there is none. */
export type EmptyList = { title: string; hint?: ReactNode } & ({ action: ReactNode } | { noAction: string });

export type DataTableProps<T extends Row, K extends string = string, S extends string = string> = {
  /** Name of the list for saved views and the choice of columns. A table within another screen has no views. */
  name: TableName;
  /** Accessible name of the table. */
  label: string;
  list: ListState<S>;
  result: ListResult<T>;
  columns: readonly Column<T, NoInfer<K>, NoInfer<S>>[];
  /** Target of a row: by click, Enter, or a new tab on its first cell. */
  link?: (row: T) => Href;
  /** Accessible name of a row, for its checkbox. */
  rowName?: (row: T) => string;
  /** Bulk acts on the selection; without them rows cannot be selected. */
  bulk?: (chosen: Chosen<T>) => (Action | false | null)[];
  /** The acts use `chosen.body` and accept everything that the filter finds, whether it was displayed or not. */
  bulkEverything?: boolean;
  empty: EmptyList;
  /** Title of the error state, e.g. 'Products could not be loaded!'. */
  failed?: string;
  /** The export endpoint of the list (`exportOf`): CSV and XLSX of the filtered rows with the visible columns. */
  exportFrom?: ExportEndpoint<K> | undefined;
  /** Handles a failed export, which may ask for a password first. */
  onExportFailure?: ExportFailure;
};

export type Selection = Pick<
  RowSelection<Row>,
  'isChosen' | 'pageChosen' | 'pageEmpty' | 'someChosen' | 'toggle' | 'togglePage' | 'clear'
>;
