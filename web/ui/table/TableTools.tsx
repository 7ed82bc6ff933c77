import { Group, Loader } from '@mantine/core';
import type { ExportEndpoint } from '#contract/export.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { onDemand } from '../on-demand.tsx';
import classes from './DataTable.module.css';
import type { ListState } from './list-state.ts';
import type { RowSelection } from './row-selection.ts';
import type { SavedViews } from './saved-views.ts';
import { PageTick } from './TableHead.tsx';
import {
  ColumnsTrigger,
  DensityButton,
  type ExportFailure,
  ExportTrigger,
  ViewsTrigger,
} from './TableTriggers.tsx';
import type { Density } from './use-density.ts';

const ColumnsChoice = onDemand(ColumnsTrigger, () => import('./ColumnsMenu.tsx'));
const ViewsChoice = onDemand(ViewsTrigger, () => import('./ViewsMenu.tsx'));
const ExportChoice = onDemand(ExportTrigger, () => import('./ExportMenu.tsx'));

type TableToolsProps<T> = {
  list: ListState;
  saved: SavedViews | undefined;
  columns: readonly { key: string; label: string; file?: readonly string[] }[];
  hidden: readonly string[];
  /** Keys of the columns that are shown if there is room. */
  beyond: readonly string[];
  density: Density;
  setDensity: (density: Density) => void;
  setHidden: (hidden: string[] | null) => void;
  exportFrom: ExportEndpoint | undefined;
  onExportFailure: ExportFailure | undefined;
  selection: RowSelection<T> | undefined;
  fetching: boolean;
};

/** The bar above a table: views, columns and export; on a phone also the checkbox of all rows. */
export function TableTools<T>(props: TableToolsProps<T>) {
  const { list, saved, columns, hidden, beyond, setHidden, exportFrom, selection, fetching } = props;
  const { t } = useTranslation();
  // Lists are exported at a desk.
  const { session } = useSession();
  return (
    <div className={classes.tools}>
      <Group gap="xs">
        {/* On a phone rows are cards, and there is no head with a checkbox. */}
        {selection && (
          <span className={classes.pageTick}>
            <PageTick selection={selection} />
          </span>
        )}
        {fetching && <Loader size={14} role="img" aria-label={t('table.updating')} />}
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
        <ColumnsChoice columns={columns} hidden={hidden} beyond={beyond} setHidden={setHidden} />
        <DensityButton density={props.density} setDensity={props.setDensity} />
      </Group>
    </div>
  );
}
