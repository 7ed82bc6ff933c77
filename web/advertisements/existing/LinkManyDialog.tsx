import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { mostLinks, type RemoteListing } from '#contract/advertisements/publication-link.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { formatQuantity } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import styles from './LinkManyDialog.module.css';
import { LinkManyRow } from './LinkManyRow.tsx';
import { type AdLine, bodyOfAd, draftsOf, type ManyAd } from './many-ads.ts';
import { usePlans } from './use-plans.ts';

type LinkManyProps = { rows: readonly RemoteListing[]; clear: () => void; onClose: () => void };

/** Links many ads at once, after a preview of composition, margin and changes. */
export default function LinkManyDialog({ rows: listings, clear, onClose }: LinkManyProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [ads, setAds] = useState(() => draftsOf(listings));
  const plans = usePlans(ads);
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const start = useAct(api.publicationsLink.linkMany);
  const taken = ads.filter(({ lines }) => lines.some((line) => line.taken));
  const items = taken.flatMap((ad) => {
    const body = bodyOfAd(ad);
    return body
      ? [{ account: body.account, remoteItem: ad.listing.remoteItem, variations: body.variations ?? [] }]
      : [];
  });
  const isWhole = items.length === taken.length;
  const link = async () => {
    const done = await start.run({ body: { items } });
    if (!done.ok) return;
    clear();
    onClose();
    showRuns();
  };
  const change = (ad: ManyAd, line: AdLine, changed: Partial<AdLine>) =>
    setAds(
      ads.map((one) =>
        one === ad
          ? { ...one, lines: one.lines.map((other) => (other === line ? { ...line, ...changed } : other)) }
          : one,
      ),
    );
  return (
    <Modal
      opened
      onClose={onClose}
      size="75rem"
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
        <StackedTable verticalSpacing={6} aria-label={t('existing.manyTitle')} from={860}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36} />
              <Table.Th>{t('existing.ad')}</Table.Th>
              <Table.Th>{t('existing.becomes')}</Table.Th>
              <Table.Th w={120}>{t('publish.margin')}</Table.Th>
              <Table.Th w={130}>{t('publish.price')}</Table.Th>
              <Table.Th w={190}>{t('existing.earns')}</Table.Th>
              <Table.Th data-figure>{t('existing.stockChange')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ads.flatMap((ad) =>
              ad.lines.map((line) => (
                <LinkManyRow
                  key={`${ad.listing.id} ${line.variation.remoteVariation}`}
                  {...{ ad, line }}
                  looked={plans.of(ad)}
                  capabilities={
                    accounts.data?.items.find(({ id }) => id === ad.listing.account.id)?.capabilities
                  }
                  change={(changed) => change(ad, line, changed)}
                />
              )),
            )}
          </Table.Tbody>
        </StackedTable>
        <Group justify="flex-end" className={styles.acts}>
          <Text size="sm" c="dimmed" role="status">
            {plans.waiting > 0 && t('existing.looking', { count: plans.waiting })}
          </Text>
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button
            leftSection={<IconLink size={16} aria-hidden />}
            loading={start.pending}
            disabled={items.length === 0 || items.length > mostLinks || !isWhole || plans.waiting > 0}
            onClick={() => void link()}
          >
            {t('existing.linking', { count: items.length, total: formatQuantity(items.length) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
