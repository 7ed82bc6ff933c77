import { Anchor, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconClipboardCheck, IconMinus, IconPencil, IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import { type Day, dayOf, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import {
  type AccuracyGroup,
  type BalanceReport,
  reportedMost,
  reportFrom,
  usualReportDays,
} from '#contract/inventory/balance-report.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { formatPercent } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Money } from '../../ui/page/values.tsx';
import { CauseTable } from './CauseTable.tsx';

/** Accuracy of the ledger by period, warehouse, product and owner, and its corrections. */
export default function BalanceReportPage() {
  const { t } = useTranslation('inventory');
  const today = dayOf(systemClock.now());
  const [from, setFrom] = useState<Day | null>(reportFrom(today, usualReportDays));
  const [to, setTo] = useState<Day | null>(today);
  const days = { from: from ?? reportFrom(today, usualReportDays), to: to ?? today };
  const report = useApi(api.balances.report, { query: days });
  return (
    <Page
      title={t('balances.report.title')}
      trail={[{ label: t('balances.title'), to: paths.inventory.balance() }]}
    >
      <Group align="flex-end">
        <DayField label={t('balances.report.from')} value={from} onChange={setFrom} max={days.to} />
        <DayField label={t('balances.report.to')} value={to} onChange={setTo} min={days.from} max={today} />
        <Anchor
          data-touch
          component={Link}
          to={paths.inventory.balance({
            query: `state:checked,corrected started:${days.from}..${days.to}`,
          })}
        >
          {t('balances.report.detail')}
        </Anchor>
      </Group>
      {report.error && !report.data ? (
        <ErrorState
          title={actMessage('failures', 'balances.report')}
          failure={report.error}
          retry={report.refetch}
        />
      ) : report.data ? (
        <Report report={report.data} />
      ) : (
        <Skeleton height={480} />
      )}
    </Page>
  );
}

function Report({ report }: { report: BalanceReport }) {
  const { t } = useTranslation('inventory');
  const { counted, right, corrections, found, lost, centavos } = report.total;
  if (counted === 0)
    return (
      <EmptyState
        title={t('balances.report.empty')}
        hint={t('balances.report.emptyHint')}
        action={<GoTo place="balance" to={paths.inventory.balance()} permission="balances.start" />}
      />
    );
  return (
    <>
      <StatGrid>
        <Stat
          label={t('balances.report.accuracy')}
          icon={IconTargetArrow}
          value={formatPercent(Math.round((right / counted) * 1000) * 10)}
        />
        <Stat label={t('balances.report.counted')} icon={IconClipboardCheck} value={counted} />
        <Stat label={t('balances.report.corrections')} icon={IconPencil} value={corrections} />
        <Stat label={t('balances.report.found')} icon={IconPlus} value={found} />
        <Stat label={t('balances.report.lost')} icon={IconMinus} value={lost} />
        {centavos !== undefined && (
          <Stat label={t('balances.report.effect')} value={<Money value={centavos} />} />
        )}
      </StatGrid>
      <Section title={t('balances.report.causes')}>
        <CauseTable causes={report.causes} />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Accuracy
          title={t('balances.report.positions')}
          groups={report.positions.map((group) => ({
            ...group,
            name: group.name || t('balances.noPosition'),
          }))}
        />
        <Accuracy title={t('balances.report.products')} groups={report.products} />
        <Accuracy
          title={t('balances.report.people')}
          hint={t('balances.report.peopleHint')}
          groups={report.people}
        />
      </SimpleGrid>
    </>
  );
}

type AccuracyProps = { title: string; hint?: string; groups: readonly AccuracyGroup[] };

function Accuracy({ title, hint, groups }: AccuracyProps) {
  const { t } = useTranslation('inventory');
  return (
    <Section title={title} hint={hint}>
      <Bars
        label={title}
        data={groups.map(({ name, counted, right }) => ({ name, right, wrong: counted - right }))}
        by="name"
        axis={title}
        series={[
          { name: 'right', label: t('balances.report.right'), color: 'petrol.6' },
          { name: 'wrong', label: t('balances.report.wrong'), color: 'red.5' },
        ]}
        stacked
        height={220}
      />
      {groups.length === reportedMost && (
        <Text size="sm" c="dimmed">
          {t('balances.report.most', { count: reportedMost })}
        </Text>
      )}
    </Section>
  );
}
