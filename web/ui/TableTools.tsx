import { CloseButton, Group, Loader, Text } from '@mantine/core';
import type { ExportEndpoint } from '#contract/export.ts';
import { useTranslation } from '../i18n.ts';
import { type Action, Actions } from './Actions.tsx';
import classes from './DataTable.module.css';
import type { ListState } from './list-state.ts';
import { onDemand } from './on-demand.tsx';
import { ColumnsFace, ExportFace } from './TableFaces.tsx';

const ColumnsChoice = onDemand(ColumnsFace, () => import('./ColumnsMenu.tsx'));
const ExportChoice = onDemand(ExportFace, () => import('./ExportMenu.tsx'));

type TableToolsProps = {
  list: ListState;
  columns: readonly { key: string; label: string }[];
  hidden: readonly string[];
  setHidden: (hidden: string[] | null) => void;
  exportFrom: ExportEndpoint | undefined;
  selected: number;
  actions: (Action | false | null)[];
  clear: () => void;
  fetching: boolean;
};

/** The strip over a table: what can be done with the selected rows, which columns show, export. */
export function TableTools(props: TableToolsProps) {
  const { list, columns, hidden, setHidden, exportFrom, selected, actions, clear, fetching } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.tools} data-selected={selected > 0}>
      <Group gap="xs" className={classes.bulk}>
        {selected > 0 && (
          <>
            <CloseButton size="sm" aria-label={t('table.clearSelection')} onClick={clear} />
            <Text size="sm" fw={600} aria-live="polite">
              {t('table.selected', { count: selected })}
            </Text>
            <Actions items={actions} size="xs" />
          </>
        )}
        {fetching && <Loader size={14} aria-label={t('table.updating')} />}
      </Group>
      <Group gap={4} className={classes.choices}>
        {exportFrom && <ExportChoice endpoint={exportFrom} list={list} />}
        <ColumnsChoice columns={columns} hidden={hidden} setHidden={setHidden} />
      </Group>
    </div>
  );
}
