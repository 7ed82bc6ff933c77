import { Button, CloseButton, Group, Loader, Menu, Text } from '@mantine/core';
import { IconColumns3, IconFileTypeCsv, IconFileTypeXls, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportEndpoint } from '#contract/export.ts';
import { showFailure } from '../acts.ts';
import { download, Failure } from '../api.ts';
import { type Action, Actions } from './Actions.tsx';
import classes from './DataTable.module.css';
import type { ListState } from './list-state.ts';

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
        {exportFrom && <ExportMenu endpoint={exportFrom} list={list} />}
        <Menu position="bottom-end" closeOnItemClick={false} withinPortal>
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<IconColumns3 size={16} aria-hidden />}
            >
              {t('table.columns')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {columns.map((column, index) => {
              const shown = !hidden.includes(column.key);
              const toggle = () =>
                setHidden(shown ? [...hidden, column.key] : hidden.filter((key) => key !== column.key));
              return (
                <Menu.CheckboxItem key={column.key} checked={shown} disabled={index === 0} onChange={toggle}>
                  {column.label}
                </Menu.CheckboxItem>
              );
            })}
            <Menu.Divider />
            <Menu.Item onClick={() => setHidden(null)}>{t('table.resetColumns')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </div>
  );
}

const formats = [
  { format: 'csv', icon: IconFileTypeCsv, label: 'table.exportCsv' },
  { format: 'xlsx', icon: IconFileTypeXls, label: 'table.exportXlsx' },
] as const;

function ExportMenu({ endpoint, list }: { endpoint: ExportEndpoint; list: ListState }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run = async (format: (typeof formats)[number]['format']) => {
    setBusy(true);
    try {
      await download(endpoint, { query: { query: list.query.query, sort: list.query.sort, format } });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      showFailure(endpoint, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={busy}
          leftSection={<IconTableExport size={16} aria-hidden />}
        >
          {t('table.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, icon: Icon, label }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => void run(format)}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
