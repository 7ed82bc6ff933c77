import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Barcode } from '../../ui/codes.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { LotFacts } from '../lots/LotFacts.tsx';
import classes from './VolumeLabel.module.css';
import type { TaskProps } from './volume-task.ts';

/** Preview of the label, to print in the browser or to send to a thermal printer as ZPL. */
export function VolumeLabel({ volume }: TaskProps) {
  const { t } = useTranslation('inventory');
  const params = { id: volume.id };
  const label = useApi(api.volumesTags.detail, { params });
  if (label.error && !label.data)
    return <ErrorState failure={label.error} retry={() => void label.refetch()} />;
  if (!label.data) return <Skeleton height={260} />;
  const { code, name, warehouse, position, lines, createdAt } = label.data;
  return (
    <Stack>
      <div className={classes.label} data-label>
        <Barcode value={code} label={code} height={96} />
        {name && <div className={classes.name}>{name}</div>}
        <div>{[warehouse, position].filter(Boolean).join(' / ')}</div>
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line.sku}>
              {line.quantity !== null && `${line.quantity} × `}
              {line.sku} — {[line.product, line.variation].filter(Boolean).join(' · ')}
              {line.lot && <LotFacts lot={{ ...line.lot, expired: false }} />}
            </li>
          ))}
        </ul>
        <Text size="xs" c="inherit">
          {formatInstant(createdAt)}
        </Text>
      </div>
      <Group>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('volumes.labelPrint')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void fetchToDisk(api.volumesTags.pdf, { params, query: { size: '100x50' } })}
        >
          {t('volumes.labelPdf')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void fetchToDisk(api.volumesTags.zpl, { params })}
        >
          {t('volumes.labelZpl')}
        </Button>
      </Group>
    </Stack>
  );
}
