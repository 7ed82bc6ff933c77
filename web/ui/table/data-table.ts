import type { ReactNode } from 'react';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import type { ViewedList } from '#contract/business/saved-view.ts';
import type { ExportEndpoint } from '#contract/export.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../../api.ts';
import type { Href } from '../../paths.ts';
import type { Action } from '../actions/action.ts';
import type { ListState } from './list-state.ts';
import type { Chosen, RowSelection } from './row-selection.ts';
import type { ExportFailure } from './TableFaces.tsx';

type ColumnFace<T> = {
  label: string;
  cell: (row: T) => ReactNode;
  /** Name the server sorts by; without it the header is plain text. */
  sort?: string;
  align?: 'right' | 'center';
  /** Pixels. The rest of the width is shared by the columns that name none. */
  width?: number;
  /** Several lines in comfortable rows, for a text that is read in the list; otherwise one line with an ellipsis. */
  wrap?: boolean;
  /** Not shown until its reader chooses it. */
  hidden?: boolean;
  /** Left out where the reader lacks it (prices on the floor). */
  permission?: Permission;
  /** On a phone a row is a card: its `title`, a `badge` beside it, a labelled line (default), `acts` at its end; `hide` leaves it out. */
  card?: 'title' | 'badge' | 'acts' | 'hide';
};

/**
 * A column, named as in the export of its list where there is one (`K`); else `file` says what leaves in its place:
 * several columns, or none for what is a picture or an act.
 */
export type Column<T, K extends string = string> = ColumnFace<T> &
  ({ key: K; file?: readonly K[] } | { key: string; file: readonly K[] });

/** The columns of an export. */
export type ExportKey<E extends ExportEndpoint> = E['columns'][number];

export type Row = { id: number | string };

/** What `useApi` gives for a list endpoint, as far as the table reads it. */
export type ListResult<T> = {
  data: Page<T> | undefined;
  error: Failure | null;
  isPending: boolean;
  isFetching: boolean;
  /** The rows are those of before: other ones are on their way. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
};

export type DataTableProps<T extends Row, K extends string = string> = {
  /** Names the list: its saved views and the reader's choice of columns. A table inside of another screen has no views. */
  name: ViewedList | 'existing-ads' | 'pair-entries' | 'refused-sales' | `import-rows-${ImportKind}`;
  /** What the table lists, for assistive technology. */
  label: string;
  list: ListState;
  result: ListResult<T>;
  columns: readonly Column<T, NoInfer<K>>[];
  /** Where a row leads: by click, Enter, or a new tab on its first cell. */
  link?: (row: T) => Href;
  /** How a row is called, e.g. in its checkbox. */
  rowName?: (row: T) => string;
  /** Actions on what is selected; rows can be selected only where this is given. */
  bulk?: (chosen: Chosen<T>) => (Action | false | null)[];
  /** The actions go by `chosen.body`: they take everything that the filter finds, seen or not. */
  bulkEverything?: boolean;
  empty: { title: string; hint?: ReactNode; action?: ReactNode };
  /** Title of the error state, e.g. 'Products could not be loaded!'. */
  failed?: string;
  /** The export endpoint of the list (`exportOf`): CSV and XLSX of what is filtered, in the columns that show. */
  exportFrom?: ExportEndpoint<K> | undefined;
  /** Of an export that may ask for something first, as a password. */
  onExportFailure?: ExportFailure;
};

export type Selection = Pick<
  RowSelection<Row>,
  'isChosen' | 'pageChosen' | 'pageEmpty' | 'someChosen' | 'toggle' | 'togglePage' | 'clear'
>;
