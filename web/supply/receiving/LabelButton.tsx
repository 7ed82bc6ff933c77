import { Button, Menu } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { labelSizes } from '#contract/inventory/volume-tag.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { fetchToDisk } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';

const ProductLabelsDialog = lazyWithFallback(() => import('../../products/ProductLabelsDialog.tsx'));

const words = { a6: 'receiving.labelsPage', '100x50': 'receiving.labelsSmall' } as const;

/** Labels of all volumes of a receipt and of the units in them, for a label printer. */
export function LabelButton({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const [ofProducts, setOfProducts] = useState(false);
  const request = String(receipt.id);
  return (
    <>
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
              onClick={() => void fetchToDisk(api.volumesTags.batchPdf, { query: { request, size } })}
            >
              {t(words[size])}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void fetchToDisk(api.volumesTags.batch, { query: { request } })}>
            {t('receiving.labelsZpl')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setOfProducts(true)}>{t('receiving.labelsOfProducts')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {ofProducts && <LabelsOfUnits receipt={receipt} onClose={() => setOfProducts(false)} />}
    </>
  );
}

/** As many labels as units of each product were received. */
function LabelsOfUnits({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const copies = new Map(receipt.lines.map((line) => [line.variation.id, line.registeredUnits ?? 0]));
  return (
    <ProductLabelsDialog query={`id:${[...copies.keys()].join(',')}`} copies={copies} onClose={onClose} />
  );
}
