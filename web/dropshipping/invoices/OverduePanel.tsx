import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBan, IconCalendarPlus, IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { formatDay } from '#contract/dates.ts';
import type { OverdueCase } from '#contract/dropshipping/overdue-case.ts';
import { overdueActs } from '#contract/dropshipping/overdue-case-states.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { ShowAll, useFirst } from '../../ui/page/ShowAll.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import type { Side } from './invoice-side.ts';
import { overdueBadges } from './overdue-badges.ts';

const ExtendDialog = lazyWithFallback(() => import('./ExtendDialog.tsx'));

const screens = { seller: paths.dropshipping.sellerInvoices, supplier: paths.dropshipping.supplierInvoices };

export const useOverdueCases = () => useApi(api.overdueCases.list, { query: { size: '100' } });

/** One leaves room for the first invoices below it. */
const shown = 1;

/** Partners with overdue invoices: the next step with its day, and the supplier's decision. */
export function OverduePanel({ side, found }: { side: Side; found: ReturnType<typeof useOverdueCases> }) {
  const { t } = useTranslation('dropshipping');
  const { first, ...fold } = useFirst(found.data?.items ?? [], shown);
  if (found.error && !found.data)
    return (
      <ErrorState
        failure={found.error}
        title={actMessage('failures', 'overdueCases.list')}
        retry={() => void found.refetch()}
      />
    );
  if (!found.data?.items.length) return null;
  return (
    <Paper component="section" px="sm" py="xs" aria-labelledby="overdue-title">
      <Group align="start" gap="md" justify="space-between">
        <Title order={2} size="h5" id="overdue-title">
          {t('overdue.title')}
        </Title>
        <Stack gap="xs" style={{ flex: '1 1 20rem' }}>
          {first.map((overdue) => (
            <OverdueRow key={overdue.id} overdue={overdue} side={side} />
          ))}
        </Stack>
        <ShowAll {...fold} />
      </Group>
    </Paper>
  );
}

function OverdueRow({ overdue, side }: { overdue: OverdueCase; side: Side }) {
  const { t } = useTranslation('dropshipping');
  const [extending, setExtending] = useState(false);
  const hold = useAct(api.overdueCases.hold);
  const { id, seller, state, next, dueOn, extendedUntil, invoiceCount: count } = overdue;
  const saidPaid = overdue.saidPaidCentavos;
  const partner = overdue[side === 'seller' ? 'supplier' : 'seller'].name;
  const decides = side === 'supplier';
  return (
    <article aria-label={partner}>
      <Group justify="space-between" align="start" gap="sm">
        <Stack gap={2} style={{ flex: '1 1 280px' }}>
          <Group gap="4px 12px">
            <Text fw={600}>{partner}</Text>
            <StateBadge
              {...overdueBadges[state]}
              label={t(`overdue.states.${state === 'noticed' && side === 'seller' ? 'noticedYou' : state}`, {
                day: extendedUntil ? formatDay(extendedUntil) : '',
              })}
            />
            <Text size="sm">
              {t('overdue.owes', { count, value: writeMoney(overdue.totalCentavos), day: formatDay(dueOn) })}
            </Text>
          </Group>
          {saidPaid > 0 && (
            <Text size="sm">
              {t('overdue.saidPaid', {
                value: writeMoney(saidPaid),
                rest: writeMoney(overdue.totalCentavos - saidPaid),
              })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t(`overdue.next.${side}.${next.step}`, { day: next.on ? formatDay(next.on) : '' })}
          </Text>
        </Stack>
        <Actions
          size="xs"
          items={[
            {
              key: 'invoices',
              label: t('overdue.show'),
              icon: IconFileInvoice,
              to: screens[side]({
                query: `overdue:yes ${side === 'seller' ? 'supplier' : 'seller'}:"${partner}"`,
              }),
            },
            decides && {
              key: 'extend',
              label: t('overdue.extend'),
              icon: IconCalendarPlus,
              permission: overdueActs.extend.permission,
              run: () => setExtending(true),
            },
            decides &&
              canAct(overdueActs, 'hold', state) && {
                key: 'hold',
                label: t('overdue.hold'),
                icon: IconBan,
                permission: overdueActs.hold.permission,
                tone: 'bad',
                confirm: {
                  title: t('overdue.holdSure', { seller: seller.name }),
                  message: t('overdue.holdText'),
                  confirm: t('overdue.hold'),
                  tone: 'bad',
                },
                run: () => hold.run({ params: { id } }),
              },
          ]}
        />
      </Group>
      {extending && <ExtendDialog overdue={overdue} onClose={() => setExtending(false)} />}
    </article>
  );
}
