import { Group, Skeleton, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { type Day, dayOf, firstOfMonth, parseDay, systemClock } from '#contract/dates.ts';
import type { PeriodStatement } from '#contract/dropshipping/statement.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { Money } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { StatementEntries } from './StatementEntries.tsx';

/** The partner and the days, kept in the address of the screen. */
function usePeriod() {
  const go = useGo();
  const { session } = useSession();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const today = dayOf(systemClock.now());
  const to = parseDay(String(search.to ?? '')) ?? today;
  const from = parseDay(String(search.from ?? '')) ?? firstOfMonth(to);
  const partner = /^\d{1,15}$/.test(String(search.partner ?? '')) ? String(search.partner) : null;
  const own = String(session?.business?.id ?? 0);
  const sides =
    session?.business?.type === 'supply'
      ? { seller: partner ?? '0', supplier: own }
      : { seller: own, supplier: partner ?? '0' };
  return {
    ...{ from, to, today, partner },
    query: { ...sides, from, to },
    change: (next: { partner?: number; from?: Day; to?: Day }) =>
      go(paths.dropshipping.periodStatement({ ...(partner && { partner }), from, to, ...next }), {
        replace: true,
      }),
  };
}

/** Everything between two partners within a period, equal for both. */
export default function PeriodStatementPage() {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const { from, to, today, partner, query, change } = usePeriod();
  const statement = useApi(api.statements.period, { query }, { enabled: partner !== null });
  const data = partner === null ? undefined : statement.data;
  const other = session?.business?.type === 'supply' ? 'seller' : 'supplier';
  return (
    <Page
      title={t('statements.anyDays')}
      trail={[{ label: t('statements.title'), to: paths.dropshipping.statements() }]}
      hint={t('statements.anyDaysHint')}
    >
      <Group align="flex-start">
        <AsyncSelect
          label={t('statements.partner')}
          endpoint={api.companies.list}
          option={({ business }) => ({ id: business.id, name: business.name })}
          value={data ? data[other] : null}
          onChange={(chosen) => chosen && change({ partner: chosen.id })}
          clearable={false}
          pickOnly={partner === null}
        />
        <DayField
          label={t('statements.from')}
          value={from}
          onChange={(day) => day && change({ from: day, ...(day > to && { to: day }) })}
          max={today}
        />
        <DayField
          label={t('statements.to')}
          value={to}
          onChange={(day) => day && change({ to: day, ...(day < from && { from: day }) })}
          max={today}
        />
      </Group>
      {partner === null ? (
        <EmptyState title={t('statements.choosePartner')} hint={t('statements.choosePartnerHint')} />
      ) : data ? (
        <Period statement={data} query={query} />
      ) : statement.error ? (
        <ErrorState
          title={actMessage('failures', 'statements.period')}
          failure={statement.error}
          retry={statement.refetch}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  );
}

const sidesOf = ({ seller, supplier }: PeriodStatement, sellerWord: string, supplierWord: string) =>
  `${sellerWord}: ${seller.name} · ${supplierWord}: ${supplier.name}`;

type Query = ReturnType<typeof usePeriod>['query'];

function Exports({ query }: { query: Query }) {
  const { t } = useTranslation('dropshipping');
  return (
    <Actions
      items={[
        {
          key: 'pdf',
          label: t('statements.pdf'),
          icon: IconFileTypePdf,
          run: () => fetchToDisk(api.statements.periodPdf, { query }),
        },
        {
          key: 'csv',
          label: t('statements.csv'),
          icon: IconFileSpreadsheet,
          run: () => fetchToDisk(api.statements.periodCsv, { query }),
        },
      ]}
    />
  );
}

function Period({ statement, query }: { statement: PeriodStatement; query: Query }) {
  const { t } = useTranslation('dropshipping');
  const { openingCentavos, closingCentavos, invoicesCentavos, balanceCentavos, entries } = statement;
  return (
    <>
      <Text size="sm" c="dimmed">
        {sidesOf(statement, t('settlement.seller'), t('settlement.supplier'))}
      </Text>
      <StatGrid>
        <Stat label={t('statements.opening')} value={<Money value={openingCentavos} />} />
        <Stat
          label={t('statements.closing')}
          value={<Money value={closingCentavos} />}
          hint={t('statements.closingHint')}
        />
        <Stat label={t('statements.invoicesLeft')} value={<Money value={invoicesCentavos} />} />
        <Stat label={t('statements.balanceLeft')} value={<Money value={balanceCentavos} />} />
      </StatGrid>
      <Section title={t('statements.entries')} actions={<Exports query={query} />}>
        {entries.length === 0 ? (
          <EmptyState title={t('statements.noEntries')} hint={t('statements.noEntriesHint')} />
        ) : (
          <StatementEntries entries={entries} />
        )}
      </Section>
    </>
  );
}
