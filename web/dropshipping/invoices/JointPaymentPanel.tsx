import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Day as CalendarDay, dayOf, systemClock } from '#contract/dates.ts';
import type { JointPayment } from '#contract/dropshipping/dropinvoice.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Day, Money } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { PixPanel } from './PixPanel.tsx';
import { ProofField } from './ProofField.tsx';

/** Several invoices of one supplier: their sum, one Pix code and one proof for all. */
export function JointPaymentPanel({ ids, onPaid }: { ids: string; onPaid: () => void }) {
  const result = useApi(api.dropinvoices.together, { query: { ids } });
  const payment = result.data;
  if (result.error && !payment)
    return (
      <ErrorState
        title={actMessage('failures', 'dropinvoices.together')}
        failure={result.error}
        retry={result.refetch}
      />
    );
  if (!payment) return <Skeleton height={420} />;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h3">
          {payment.supplier.name}
        </Title>
        <Text fw={700} size="xl">
          <Money value={payment.totalCentavos} />
        </Text>
      </Group>
      <PaidInvoices payment={payment} />
      <PixPanel of={payment} />
      <ProofForm payment={payment} onPaid={onPaid} />
    </Stack>
  );
}

function PaidInvoices({ payment }: { payment: JointPayment }) {
  const { t } = useTranslation('dropshipping');
  return (
    <StackedTable aria-label={t('settlement.together.invoices')} from={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('settlement.number')}</Table.Th>
          <Table.Th>{t('settlement.day')}</Table.Th>
          <Table.Th>{t('settlement.due')}</Table.Th>
          <Table.Th data-figure>{t('settlement.toPay')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {payment.invoices.map((invoice) => (
          <Table.Tr key={invoice.id}>
            <Table.Td>#{invoice.number}</Table.Td>
            <Table.Td data-label={t('settlement.day')}>
              <Day value={invoice.day} />
            </Table.Td>
            <Table.Td data-label={t('settlement.due')}>
              <Day value={invoice.dueOn} />
            </Table.Td>
            <Table.Td data-figure data-label={t('settlement.toPay')}>
              <Money value={invoice.payableCentavos} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

function ProofForm({ payment, onPaid }: { payment: JointPayment; onPaid: () => void }) {
  const { t } = useTranslation('dropshipping');
  const { t: words } = useTranslation('fields');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const today = dayOf(systemClock.now());
  const form = useForm({
    endpoint: api.dropinvoices.payTogether,
    initial: { paidOn: today as CalendarDay | null },
    send: (values: { paidOn: CalendarDay | null }) => ({
      body: { ids: payment.invoices.map(({ id }) => id), paidOn: values.paidOn ?? '' },
      files: file ? [file] : [],
    }),
    check: () => {
      setMissing(file === null);
      return { ...(file === null && { file: words('required') }) };
    },
    onSaved: onPaid,
  });
  return (
    <Form form={form}>
      <Section title={t('settlement.pay.title')}>
        <DayField {...form.field('paidOn')} label={t('settlement.pay.day')} max={today} required />
        <ProofField
          description={t('settlement.together.proofHint')}
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setMissing(false);
          }}
          missing={missing}
        />
      </Section>
      <FormBar form={form} label={t('settlement.pay.submit')} />
    </Form>
  );
}
