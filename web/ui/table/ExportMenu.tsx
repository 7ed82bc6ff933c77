import { Menu } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypeXls } from '@tabler/icons-react';
import { useState } from 'react';
import { showFailure } from '../../acts.ts';
import { download, Failure } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { useOpenAtOnce } from '../on-demand.tsx';
import { ExportFace, type ExportProps } from './TableFaces.tsx';

const formats = [
  { format: 'csv', icon: IconFileTypeCsv, label: 'table.exportCsv' },
  { format: 'xlsx', icon: IconFileTypeXls, label: 'table.exportXlsx' },
] as const;

/** What is filtered, as a file. */
export default function ExportMenu(props: ExportProps) {
  const { endpoint, list, onFailure } = props;
  const { t } = useTranslation();
  const { target, opened, setOpened } = useOpenAtOnce();
  const [busy, setBusy] = useState(false);
  const run = async (format: (typeof formats)[number]['format']) => {
    setBusy(true);
    try {
      await download(endpoint, { query: { query: list.query.query, sort: list.query.sort, format } });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!onFailure?.(error, () => void run(format))) showFailure(endpoint, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <ExportFace {...props} busy={busy} ref={target} />
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
