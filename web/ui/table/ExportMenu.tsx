import { Menu } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypeXls } from '@tabler/icons-react';
import { useState } from 'react';
import { showFailure } from '../../acts.ts';
import { download, Failure } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { useOpenAtOnce } from '../on-demand.tsx';
import { type ExportProps, ExportTrigger } from './TableTriggers.tsx';

const choices = [
  { format: 'csv', all: false, icon: IconFileTypeCsv, label: 'table.exportCsv' },
  { format: 'xlsx', all: false, icon: IconFileTypeXls, label: 'table.exportXlsx' },
  { format: 'csv', all: true, icon: IconFileTypeCsv, label: 'table.exportAllCsv' },
  { format: 'xlsx', all: true, icon: IconFileTypeXls, label: 'table.exportAllXlsx' },
] as const;

/** Exports the filtered rows, with the visible columns or with all. */
export default function ExportMenu(props: ExportProps) {
  const { endpoint, list, shown, onFailure } = props;
  const { t } = useTranslation();
  const { target, opened, setOpened } = useOpenAtOnce();
  const [busy, setBusy] = useState(false);
  const run = async (choice: (typeof choices)[number]) => {
    const { format } = choice;
    const columns = choice.all || shown.length === 0 ? undefined : shown.join();
    setBusy(true);
    try {
      await download(endpoint, {
        query: { query: list.query.query, sort: list.query.sort, format, columns },
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!onFailure?.(error, () => void run(choice))) showFailure(endpoint, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <ExportTrigger {...props} busy={busy} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.label}
            leftSection={<choice.icon size={16} aria-hidden />}
            onClick={() => void run(choice)}
          >
            {t(choice.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
