import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { formatMonth } from '#contract/dates.ts';
import type { Statement, StatementEntry } from '#contract/dropshipping/statement.ts';
import { api } from '#contract/index.ts';
import { formatMoney } from '#contract/money.ts';
import { fetchToDisk } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Bars } from '../../ui/charts/charts.tsx';
import { Link, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Day, Money, nothing } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';

/** What happened between two partners in a month: the same for both. */
export default function StatementPage() {
  const { t } = useTranslation('dropshipping');
  const id = useIdParam();
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
            format={formatMoney}
            height={180}
          />
        </Paper>
        <Section title={t('statements.sums')}>
          <Sums statement={data} />
        </Section>
        <Section title={t('statements.entries')}>
          <Entries statement={data} />
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

function Entries({ statement }: { statement: Statement }) {
  const { t } = useTranslation('dropshipping');
  return (
    <StackedTable aria-label={t('statements.entries')} from={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('statements.entry')}</Table.Th>
          <Table.Th>{t('settlement.day')}</Table.Th>
          <Table.Th>{t('settlement.number')}</Table.Th>
          <Table.Th data-figure>{t('settlement.value')}</Table.Th>
          <Table.Th data-figure>{t('statements.balance')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {statement.entries.map((entry) => (
          <Entry key={`${entry.day} ${entry.invoice?.id} ${entry.kind}`} entry={entry} />
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

function Entry({ entry }: { entry: StatementEntry }) {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const side = session?.business?.type === 'supply' ? 'supplierInvoices' : 'sellerInvoices';
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{t(`statements.kinds.${entry.kind}`)}</Text>
      </Table.Td>
      <Table.Td data-label={t('settlement.day')}>
        <Day value={entry.day} />
      </Table.Td>
      <Table.Td data-label={t('settlement.number')}>
        {entry.invoice ? (
          <Anchor component={Link} to={paths.dropshipping[side]({ invoice: entry.invoice.id })} size="sm">
            #{entry.invoice.number}
          </Anchor>
        ) : (
          nothing
        )}
      </Table.Td>
      <Table.Td data-figure data-label={t('settlement.value')}>
        <Money value={entry.totalCentavos} />
      </Table.Td>
      <Table.Td data-figure data-label={t('statements.balance')}>
        <Money value={entry.balanceCentavos} />
      </Table.Td>
    </Table.Tr>
  );
}
