import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { maxProductLabels, type ProductLabel, productLabelSizes } from '#contract/products/product-label.ts';
import { fetchToDisk } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';

type ProductLabelsDialogProps = {
  /** The variations, as a filter of their list. */
  query: string;
  /** Suggested number by variation; one by default. */
  copies?: ReadonlyMap<number, number>;
  onClose: () => void;
};

const words = { a4: 'labels.sheet', '60x40': 'labels.roll' } as const;

/** Labels for units of each variation, for the connected printer. */
export default function ProductLabelsDialog({ query, copies, onClose }: ProductLabelsDialogProps) {
  const { t } = useTranslation(['products', 'ui']);
  const found = useApi(api.productsLabels.list, { query: { query, size: '100' } });
  const [typed, setTyped] = useState<ReadonlyMap<number, number | null>>(new Map());
  const rows = found.data?.items ?? [];
  const copiesOf = ({ id }: ProductLabel) => (typed.has(id) ? typed.get(id) : (copies?.get(id) ?? 1)) ?? 0;
  const isUnread = rows.some((row) => Number.isNaN(copiesOf(row)));
  const wanted = rows.filter((row) => copiesOf(row) > 0);
  const total = wanted.reduce((sum, row) => sum + copiesOf(row), 0);
  const labels = wanted.map((row) => `${row.id}x${copiesOf(row)}`).join(',');
  const refused = isUnread || total === 0 || total > maxProductLabels;
  const files = [
    ...productLabelSizes.map((size) => ({
      key: size,
      label: t(words[size]),
      run: () => fetchToDisk(api.productsLabels.pdf, { query: { labels, size } }),
    })),
    {
      key: 'zpl',
      label: t('labels.zpl'),
      run: () => fetchToDisk(api.productsLabels.zpl, { query: { labels } }),
    },
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('labels.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('labels.hint')}
        </Text>
        {found.error && !found.data && (
          <ErrorState failure={found.error} retry={() => void found.refetch()} />
        )}
        {!found.data && !found.error && <Skeleton height={160} />}
        {found.data && found.data.total > rows.length && (
          <Text size="sm">{t('labels.more', { shown: rows.length, total: found.data.total })}</Text>
        )}
        {rows.map((row) => (
          <Group key={row.id} wrap="nowrap" justify="space-between" align="flex-end">
            <Stack gap={0} miw={0}>
              <Text size="sm" truncate>
                {row.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {row.code === row.sku ? row.sku : `${row.sku} · ${row.code}`}
              </Text>
            </Stack>
            <div style={{ width: 110, flex: 'none' }}>
              <NumberField
                aria-label={t('labels.copies', { name: row.name, sku: row.sku })}
                value={typed.has(row.id) ? (typed.get(row.id) ?? null) : copiesOf(row)}
                onChange={(next) => setTyped(new Map(typed).set(row.id, next))}
                max={maxProductLabels}
              />
            </div>
          </Group>
        ))}
        <Text size="sm" role="status" c={total > maxProductLabels ? 'red' : undefined}>
          {total > maxProductLabels
            ? t('labels.tooMany', { max: maxProductLabels })
            : t('labels.total', { count: total })}
        </Text>
        <Group justify="flex-end">
          {files.map(({ key, label, run }) => (
            <Button
              key={key}
              variant="default"
              disabled={refused}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void run()}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Modal>
  );
}
