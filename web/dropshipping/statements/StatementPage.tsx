import { Paper, Stack, Table, Title } from '@mantine/core';
import { IconCalendar, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { addDays, firstOfNextMonth, formatMonth } from '#contract/dates.ts';
import type { Statement } from '#contract/dropshipping/statement.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Bars } from '../../ui/charts/charts.tsx';
import { useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Money } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { StatementEntries } from './StatementEntries.tsx';

/** Everything between two partners in a month, equal for both. */
export default function StatementPage() {
  const { t } = useTranslation('dropshipping');
  const id = useIdParam();
  const { session } = useSession();
  const go = useGo();
  const statement = useApi(api.statements.detail, { params: { id } });
  const trail = [{ label: t('statements.title'), to: paths.dropshipping.statements() }];
  if (!statement.data)
    return (
      <UnreadPage
        title={t('statements.one')}
        trail={trail}
        failed={actMessage('failures', 'statements.detail')}
        result={statement}
      />
    );
  const { data } = statement;
  const params = { id };
  const partner = session?.business?.type === 'supply' ? data.seller : data.supplier;
  const first = `${data.month}-01`;
  return (
    <Page
      title={t('statements.of', { month: formatMonth(data.month) })}
      trail={trail}
      hint={`${t('settlement.seller')}: ${data.seller.name} · ${t('settlement.supplier')}: ${data.supplier.name}`}
      actions={
        <Actions
          items={[
            {
              key: 'pdf',
              label: t('statements.pdf'),
              icon: IconFileTypePdf,
              run: () => fetchToDisk(api.statements.pdf, { params }),
            },
            {
              key: 'csv',
              label: t('statements.csv'),
              icon: IconFileSpreadsheet,
              run: () => fetchToDisk(api.statements.csv, { params }),
            },
            {
              key: 'days',
              label: t('statements.anyDays'),
              icon: IconCalendar,
              run: () =>
                go(
                  paths.dropshipping.periodStatement({
                    ...{ partner: partner.id, from: first, to: addDays(firstOfNextMonth(first), -1) },
                  }),
                ),
            },
          ]}
        />
      }
    >
      <Stack gap="md">
        <StatGrid>
          <Stat label={t('statements.opening')} value={<Money value={data.openingCentavos} />} />
          <Stat label={t('statements.posted')} value={<Money value={data.postedCentavos} />} tone="info" />
          <Stat label={t('statements.paid')} value={<Money value={data.paidCentavos} />} tone="good" />
          <Stat
            label={t('statements.closing')}
            value={<Money value={data.closingCentavos} />}
            hint={t('statements.closingHint')}
          />
        </StatGrid>
        <Paper p="md">
          <Title order={2} size="h4" mb="sm">
            {t('statements.year')}
          </Title>
          <Bars
            label={t('statements.year')}
            data={data.months.map(({ month, postedCentavos: posted, paidCentavos: paid }) => ({
              month: formatMonth(month),
              posted,
              paid,
            }))}
            by="month"
            axis={t('statements.month')}
            series={[
              { name: 'posted', label: t('statements.posted') },
              { name: 'paid', label: t('statements.paid') },
            ]}
            format={writeMoney}
            height={180}
          />
        </Paper>
        <Section title={t('statements.sums')}>
          <Sums statement={data} />
        </Section>
        <Section title={t('statements.entries')}>
          <StatementEntries entries={data.entries} />
        </Section>
      </Stack>
    </Page>
  );
}

function Sums({ statement }: { statement: Statement }) {
  const { t } = useTranslation('dropshipping');
  const rows = [
    [t('statements.opening'), statement.openingCentavos] as const,
    ...statement.sums.map(
      ({ kind, totalCentavos }) => [t(`statements.kinds.${kind}`), totalCentavos] as const,
    ),
    [t('statements.closing'), statement.closingCentavos] as const,
    [t('statements.invoicesLeft'), statement.invoicesCentavos] as const,
    [t('statements.balanceLeft'), statement.balanceCentavos] as const,
  ];
  return (
    <Table aria-label={t('statements.sums')} maw={480}>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw="inherit">
              {label}
            </Table.Th>
            <Table.Td ta="right">
              <Money value={value} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
