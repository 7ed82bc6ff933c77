import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { api } from '#contract/index.ts';
import type { SerialFigures } from '#contract/inventory/serial.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import stacked from '../../ui/table/stacked.module.css';
import { useSession } from '../../use-session.ts';

const RecordSerialsDialog = lazyWithFallback(() => import('./RecordSerialsDialog.tsx'));

/** Units of a product beside its serial numbers. */
export function SerialsOfProduct({ productId }: { productId: number }) {
  // Rendered on a screen of another area, so it loads the texts of this one.
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Figures productId={productId} />
    </Suspense>
  );
}

function Figures({ productId }: { productId: number }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const figures = useApi(api.serials.ofProduct, { params: { id: productId } });
  const [recording, setRecording] = useState(false);
  if (figures.error && !figures.data)
    return <ErrorState failure={figures.error} retry={() => void figures.refetch()} />;
  if (!figures.data) return <Skeleton height={120} />;
  const { variations } = figures.data;
  const isUnknown = variations.some(({ units }) => units === null);
  return (
    <Section
      title={t('serials.title')}
      actions={
        can('serials.record') && (
          <Button variant="default" size="xs" onClick={() => setRecording(true)}>
            {t('serials.record')}
          </Button>
        )
      }
    >
      <Table className={stacked.table} aria-label={t('serials.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>SKU</Table.Th>
            <Table.Th data-figure>{t('serials.units')}</Table.Th>
            <Table.Th data-figure>{t('serials.here')}</Table.Th>
            <Table.Th data-figure>{t('serials.missing')}</Table.Th>
            <Table.Th data-figure>{t('serials.surplus')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variations.map((row) => (
            <Row key={row.variation.id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
      {isUnknown && (
        <Text size="sm" c="dimmed">
          {t('serials.unknownHint')}
        </Text>
      )}
      <Anchor component={Link} to={paths.inventory.serials({ query: `product:${productId}` })} data-touch>
        {t('serials.all')}
      </Anchor>
      {recording && (
        <RecordSerialsDialog
          goods={variations.map(({ variation, sku, missing }) => ({
            variationId: variation.id,
            name: variation.name ? `${sku} · ${variation.name}` : sku,
            isComplete: missing === 0,
          }))}
          close={() => setRecording(false)}
        />
      )}
    </Section>
  );
}

function Row({ row }: { row: SerialFigures }) {
  const { t } = useTranslation('inventory');
  const figure = (value: number | null, alarm = false) =>
    value === null ? (
      <Text span c="dimmed" inherit>
        {t('serials.unknown')}
      </Text>
    ) : (
      <Text span inherit {...(alarm && value > 0 && { c: 'red', fw: 700 })}>
        <Quantity value={value} />
      </Text>
    );
  return (
    <Table.Tr data-serials={row.sku}>
      <Table.Td>{row.sku}</Table.Td>
      <Table.Td data-figure data-label={t('serials.units')}>
        {figure(row.units)}
      </Table.Td>
      <Table.Td data-figure data-label={t('serials.here')}>
        {figure(row.here)}
      </Table.Td>
      <Table.Td data-figure data-label={t('serials.missing')}>
        {figure(row.missing, true)}
      </Table.Td>
      <Table.Td data-figure data-label={t('serials.surplus')}>
        {figure(row.surplus, true)}
      </Table.Td>
    </Table.Tr>
  );
}
