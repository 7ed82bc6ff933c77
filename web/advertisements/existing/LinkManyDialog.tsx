import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { mostLinks, type RemoteListing } from '#contract/advertisements/publication-link.ts';
import { api } from '#contract/index.ts';
import { formatMoney } from '#contract/money.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { formatQuantity, Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { componentsOf } from './existing-ad.ts';
import styles from './LinkManyDialog.module.css';
import { MatchBadge } from './MatchBadge.tsx';

type Row = {
  key: string;
  listing: RemoteListing;
  variation: RemoteListing['variations'][number];
  /** Number of the suggestion; null: left as it is. */
  chosen: number | null;
};

/** What is called alike is looked at by a person before it is taken. */
const rowsOf = (listings: readonly RemoteListing[]): Row[] =>
  listings.flatMap((listing) =>
    listing.variations.map((variation) => {
      const [surest] = variation.suggestions;
      const isSure = surest !== undefined && surest.by !== 'title';
      return {
        key: `${listing.id} ${variation.remoteVariation}`,
        ...{ listing, variation, chosen: isSure ? 0 : null },
      };
    }),
  );

type LinkManyProps = { rows: readonly RemoteListing[]; clear: () => void; onClose: () => void };

/** Many ads in one act: what each becomes and what changes there is seen first; prices stay as they are. */
export default function LinkManyDialog({ rows: listings, clear, onClose }: LinkManyProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [rows, setRows] = useState(() => rowsOf(listings));
  const start = useAct(api.publicationsLink.linkMany);
  const taken = rows.filter((row) => row.chosen !== null);
  const items = [...Map.groupBy(taken, ({ listing }) => listing)].map(([listing, group]) => ({
    account: listing.account.id,
    remoteItem: listing.remoteItem,
    variations: group.flatMap(({ variation, chosen }) => {
      const suggestion = chosen === null ? undefined : variation.suggestions[chosen];
      return suggestion
        ? [{ remoteVariation: variation.remoteVariation, components: componentsOf(suggestion) }]
        : [];
    }),
  }));
  const link = async () => {
    const done = await start.run({ body: { items } });
    if (!done.ok) return;
    clear();
    onClose();
    showRuns();
  };
  const change = (key: string, chosen: number | null) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, chosen } : row)));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('existing.manyTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm">{t('existing.manyHint')}</Text>
        {items.length > mostLinks && (
          <Alert color="yellow" p="xs">
            {t('existing.tooMany', { most: mostLinks })}
          </Alert>
        )}
        <StackedTable verticalSpacing={6} aria-label={t('existing.manyTitle')} from={620}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36} />
              <Table.Th>{t('existing.ad')}</Table.Th>
              <Table.Th>{t('existing.becomes')}</Table.Th>
              <Table.Th data-figure>{t('list.price')}</Table.Th>
              <Table.Th data-figure>{t('existing.stockChange')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <AdRow key={row.key} row={row} change={(chosen) => change(row.key, chosen)} />
            ))}
          </Table.Tbody>
        </StackedTable>
        <Group justify="flex-end" className={styles.acts}>
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button
            leftSection={<IconLink size={16} aria-hidden />}
            loading={start.pending}
            disabled={items.length === 0 || items.length > mostLinks}
            onClick={() => void link()}
          >
            {t('existing.linking', { count: items.length, total: formatQuantity(items.length) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function AdRow({ row, change }: { row: Row; change: (chosen: number | null) => void }) {
  const { t } = useTranslation('advertisements');
  const { listing, variation, chosen } = row;
  const { suggestions } = variation;
  const name =
    variation.name && variation.name !== listing.name ? `${listing.name} · ${variation.name}` : listing.name;
  const shown = suggestions[chosen ?? 0];
  const after = listing.fulfilledByMarketplace ? variation.quantity : (shown?.quantity ?? 0);
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={t('existing.take', { name })}
          checked={chosen !== null}
          disabled={suggestions.length === 0}
          onChange={(event) => change(event.currentTarget.checked ? 0 : null)}
        />
      </Table.Td>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          {[listing.remoteItem, variation.sku].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td data-label={t('existing.becomes')}>
        <Stack gap={4}>
          {shown === undefined ? (
            <Text size="sm" c="dimmed">
              {t('existing.unknown')}
            </Text>
          ) : (
            <>
              {suggestions.length > 1 ? (
                <NativeSelect
                  size="xs"
                  aria-label={t('existing.offerOf', { name })}
                  value={String(chosen ?? 0)}
                  onChange={(event) => change(Number(event.currentTarget.value))}
                  data={suggestions.map((one, index) => ({
                    value: String(index),
                    label: `${one.kit?.name ?? one.parts.map(({ offer }) => offer.name).join(' + ')} · ${formatMoney(one.cost)}`,
                  }))}
                />
              ) : (
                (shown.kit?.name ?? shown.parts.map(({ offer }) => offer.name).join(' + '))
              )}
              <Group gap={6}>
                <MatchBadge by={shown.by} />
                <Text size="xs" c="dimmed">
                  {t('page.cost')} <Money value={shown.cost} />
                </Text>
              </Group>
            </>
          )}
        </Stack>
      </Table.Td>
      <Table.Td data-figure data-label={t('list.price')}>
        <Money value={variation.price} />
      </Table.Td>
      <Table.Td data-figure data-label={t('existing.stockChange')} c={chosen === null ? 'dimmed' : undefined}>
        <span>
          <Quantity value={variation.quantity} />
          {chosen !== null && (
            <>
              {' → '}
              <strong>
                <Quantity value={after} />
              </strong>
            </>
          )}
        </span>
      </Table.Td>
    </Table.Tr>
  );
}
