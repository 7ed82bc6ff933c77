import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import {
  deliveryStates,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveryFilter,
  webhookDeliverySorts,
} from '#contract/business/webhook.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant, nothing, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';

const badges = {
  waiting: { tone: 'neutral', icon: IconClock },
  delivered: { tone: 'good', icon: IconCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const;

/** Deliveries with event, address and response. */
export function DeliveriesTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('business');
  const list = useListState({ fields: webhookDeliveryFilter, sorts: webhookDeliverySorts, sort: '-id' });
  const deliveries = useApi(api.webhookDeliveries.list, { query: list.query });
  return (
    <Stack>
      <FilterBar
        list={list}
        wordless
        controls={[
          {
            field: 'webhook',
            label: t('webhooks.to'),
            options: webhooks.map(({ id, url }) => ({ value: String(id), label: url })),
          },
          {
            field: 'state',
            label: t('webhooks.state'),
            options: deliveryStates.map((value) => ({ value, label: t(`webhooks.deliveryStates.${value}`) })),
          },
          { field: 'at', label: t('webhooks.at') },
        ]}
      />
      <DataTable
        name="webhook-deliveries"
        label={t('webhooks.deliveries')}
        list={list}
        result={deliveries}
        failed={actMessage('failures', 'webhookDeliveries.list')}
        columns={useColumns()}
        empty={{
          title: t('webhooks.deliveriesEmpty'),
          hint: t('webhooks.deliveriesEmptyHint'),
          noAction: 'the test delivery is above it',
        }}
      />
    </Stack>
  );
}

function useColumns(): Column<WebhookDelivery, string, SortKey<typeof webhookDeliverySorts>>[] {
  const { t } = useTranslation('business');
  return [
    { key: 'at', label: t('webhooks.at'), cell: (row) => <Instant value={row.at} />, sort: 'id', width: 150 },
    { key: 'type', label: t('webhooks.type'), cell: (row) => row.type, card: 'title', width: 190 },
    {
      key: 'state',
      label: t('webhooks.state'),
      cell: (row) => <StateBadge {...badges[row.state]} label={t(`webhooks.deliveryStates.${row.state}`)} />,
      card: 'badge',
      width: 140,
    },
    {
      key: 'attempts',
      label: t('webhooks.attempts'),
      cell: (row) => <Quantity value={row.attempts} />,
      align: 'right',
      width: 100,
    },
    { key: 'answer', label: t('webhooks.answer'), cell: (row) => <Answer row={row} />, wrap: true },
    { key: 'to', label: t('webhooks.to'), cell: (row) => row.webhook.name },
    {
      key: 'replay',
      label: t('webhooks.replay'),
      cell: (row) => <Replay row={row} />,
      card: 'acts',
      width: 150,
    },
  ];
}

function Answer({ row }: { row: WebhookDelivery }) {
  const { t } = useTranslation('business');
  if (row.triedAt === null) return nothing;
  return (
    <>
      <Text size="sm">
        {row.answerStatus ?? row.error}
        {row.tookMs !== null && ` · ${t('webhooks.took', { ms: row.tookMs })}`}
      </Text>
      {row.answer && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {row.answer}
        </Text>
      )}
    </>
  );
}

function Replay({ row }: { row: WebhookDelivery }) {
  const { t } = useTranslation('business');
  const replay = useAct(api.webhookDeliveries.replay);
  return (
    <Actions
      items={[
        {
          key: 'replay',
          label: t('webhooks.replay'),
          icon: IconRefresh,
          permission: 'webhooks.manage',
          refused: row.state === 'waiting' && t('webhooks.notYet'),
          run: () => replay.run({ params: { id: row.id } }),
        },
      ]}
    />
  );
}
