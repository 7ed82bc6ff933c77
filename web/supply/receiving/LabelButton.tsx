import { Button, Menu } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { labelSizes } from '#contract/inventory/volume-tag.ts';
import { download } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';

const words = { a6: 'receiving.labelsPage', '100x50': 'receiving.labelsSmall' } as const;

/** Labels of all volumes of a receipt, for the printer that stands there. */
export function LabelButton({ requestId }: { requestId: number }) {
  const { t } = useTranslation('supply');
  const request = String(requestId);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="floor" leftSection={<IconPrinter size={20} aria-hidden />}>
          {t('receiving.labels')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {labelSizes.map((size) => (
          <Menu.Item
            key={size}
            onClick={() => void download(api.volumesTags.batchPdf, { query: { request, size } })}
          >
            {t(words[size])}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void download(api.volumesTags.batch, { query: { request } })}>
          {t('receiving.labelsZpl')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
