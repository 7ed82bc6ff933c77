import { Group, Loader, Text } from '@mantine/core';
import type { ExportEndpoint } from '#contract/export.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { Actions } from '../actions/Actions.tsx';
import type { Action } from '../actions/action.ts';
import { onDemand } from '../on-demand.tsx';
import classes from './DataTable.module.css';
import type { ListState } from './list-state.ts';
import type { RowSelection } from './row-selection.ts';
import type { SavedViews } from './saved-views.ts';
import { ColumnsFace, ExportFace, type ExportFailure, ViewsFace } from './TableFaces.tsx';
import { PageTick } from './TableHead.tsx';

const ColumnsChoice = onDemand(ColumnsFace, () => import('./ColumnsMenu.tsx'));
const ViewsChoice = onDemand(ViewsFace, () => import('./ViewsMenu.tsx'));
const ExportChoice = onDemand(ExportFace, () => import('./ExportMenu.tsx'));

type TableToolsProps<T> = {
  list: ListState;
  saved: SavedViews | undefined;
  columns: readonly { key: string; label: string; file?: readonly string[] }[];
  hidden: readonly string[];
  setHidden: (hidden: string[] | null) => void;
  exportFrom: ExportEndpoint | undefined;
  onExportFailure: ExportFailure | undefined;
  selection: RowSelection<T> | undefined;
  actions: (Action | false | null)[];
  fetching: boolean;
};

/** The strip over a table: what can be done with the selected rows, which columns show, export. */
export function TableTools<T>(props: TableToolsProps<T>) {
  const { list, saved, columns, hidden, setHidden, exportFrom, selection, actions, fetching } = props;
  const { t } = useTranslation();
  // Lists are taken out at a desk.
  const { session } = useSession();
  return (
    <div className={classes.tools} data-selected={selection?.someChosen === true}>
      <Group gap="xs" className={classes.bulk}>
        {selection && <SelectionBar selection={selection} actions={actions} />}
        {fetching && <Loader size={14} aria-label={t('table.updating')} />}
      </Group>
      <Group gap={4} className={classes.choices}>
        {saved && <ViewsChoice saved={saved} hidden={hidden} resetColumns={() => setHidden(null)} />}
        {exportFrom && !session?.station && (
          <ExportChoice
            endpoint={exportFrom}
            list={list}
            shown={columns
              .filter(({ key }) => !hidden.includes(key))
              .flatMap(({ key, file }) => file ?? [key])}
            onFailure={props.onExportFailure}
          />
        )}
        <ColumnsChoice columns={columns} hidden={hidden} setHidden={setHidden} />
      </Group>
    </div>
  );
}

type SelectionBarProps<T> = { selection: RowSelection<T>; actions: (Action | false | null)[] };

/** How many rows are selected, more of them, and what can be done with them. */
function SelectionBar<T>({ selection, actions }: SelectionBarProps<T>) {
  const { t } = useTranslation();
  const { chosen, someChosen, chooseAll } = selection;
  return (
    <>
      {/* On a phone the rows are cards, and there is no head to tick. */}
      <span className={classes.pageTick}>
        <PageTick selection={selection} />
      </span>
      <Text size="sm" fw={600} aria-live="polite" hidden={!someChosen}>
        {someChosen && t('table.selected', { count: chosen.count, total: chosen.countText })}
      </Text>
      {someChosen && (
        <>
          {chooseAll && (
            <button type="button" className={classes.textButton} onClick={chooseAll}>
              {t('table.selectEverything')}
            </button>
          )}
          <button type="button" className={classes.textButton} onClick={chosen.clear}>
            {t('table.clearSelection')}
          </button>
          <Actions items={actions} size="xs" />
        </>
      )}
    </>
  );
}
