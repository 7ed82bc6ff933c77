import { Alert, Button, FileButton, Group, Table, Text, Title } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf, formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { Receipt, ReceivedInvoice } from '#contract/supply/receiving.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Money, Quantity } from '../ui/page/values.tsx';
import { StackedTable } from '../ui/table/StackedTable.tsx';
import { useSession } from '../use-session.ts';
import { nfeTypes, useNfeRefusal } from './nfe-refusal.ts';
import { nameOf, soldOf } from './requests/request-values.ts';

/** Quantities of the vendor's documents beside those ordered. */
export function InvoiceSection({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation(['supply']);
  const { can } = useSession();
  const refusal = useNfeRefusal();
  const send = useAct(api.supplyRequests.receiveInvoice, { onFailure: refusal.onFailure });
  const take = (file: File | null) => {
    if (!file) return;
    refusal.clear();
    void send.run({ params: { id: receipt.id }, files: [file] });
  };
  const takes = ['in_transport', 'check_volumes'].includes(receipt.state) && can('receiving.advance');
  if (!takes && receipt.invoices.length === 0) return null;
  return (
    <Section
      title={t('supply:invoice.title')}
      hint={t('supply:invoice.hint')}
      actions={
        takes && (
          <FileButton onChange={take} accept={nfeTypes}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={send.pending}
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                {t('supply:invoice.upload')}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {refusal.text && (
        <Alert color="red" role="alert">
          {refusal.text}
        </Alert>
      )}
      {receipt.invoices.map((invoice) => (
        <Invoice key={invoice.id} invoice={invoice} receipt={receipt} asks={takes} />
      ))}
    </Section>
  );
}

type InvoiceProps = { invoice: ReceivedInvoice; receipt: Receipt; asks: boolean };

function Invoice({ invoice, receipt, asks }: InvoiceProps) {
  const { t } = useTranslation('supply');
  const priced = invoice.totalCentavos !== undefined;
  const day = formatDay(dayOf(new Date(invoice.issuedAt)));
  const title = t('invoice.numbered', { number: invoice.number, day });
  return (
    <>
      <Title order={3}>{title}</Title>
      <StackedTable aria-label={title} from={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('requests.product')}</Table.Th>
            <Table.Th data-figure>{t('invoice.units')}</Table.Th>
            <Table.Th data-figure>{t('invoice.wanted')}</Table.Th>
            {priced && <Table.Th data-figure>{t('invoice.price')}</Table.Th>}
            {priced && <Table.Th data-figure>{t('invoice.agreed')}</Table.Th>}
            {priced && <Table.Th data-figure>{t('invoice.cost')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoice.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                {item.name}
                <Verdict item={item} />
                {asks && item.lineId === null && <AskLine receipt={receipt} item={item} />}
                {asks && item.units === null && <AskUnits receipt={receipt} item={item} />}
                <ReportDifference requestId={receipt.id} number={invoice.number} item={item} />
              </Table.Td>
              <Table.Td data-label={t('invoice.units')} data-figure>
                <Quantity value={item.units} />
              </Table.Td>
              <Table.Td data-label={t('invoice.wanted')} data-figure>
                <Quantity value={item.wanted} />
              </Table.Td>
              {priced && (
                <Table.Td data-label={t('invoice.price')} data-figure>
                  <Money value={item.priceCentavos ?? undefined} />
                </Table.Td>
              )}
              {priced && (
                <Table.Td data-label={t('invoice.agreed')} data-figure>
                  <Money value={item.agreedCentavos ?? undefined} />
                </Table.Td>
              )}
              {priced && (
                <Table.Td data-label={t('invoice.cost')} data-figure>
                  <Money value={item.costCentavos ?? undefined} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
    </>
  );
}

type Item = ReceivedInvoice['items'][number];

const isAsAgreed = (item: Item) =>
  item.units === item.wanted && (item.priceCentavos ?? undefined) === (item.agreedCentavos ?? undefined);

/** Goods without a known code: the receiver assigns them to a line. */
function AskLine({ receipt, item }: { receipt: Receipt; item: Item }) {
  const { t } = useTranslation('supply');
  const match = useAct(api.supplyRequests.matchInvoiceItem);
  return (
    <SelectField
      value={null}
      onChange={(lineId) =>
        lineId &&
        void match.run({ params: { id: receipt.id }, body: { itemId: item.id, lineId: Number(lineId) } })
      }
      aria-label={t('invoice.ask', { name: item.name })}
      placeholder={t('invoice.which')}
      options={receipt.lines.map((line) => ({
        value: String(line.id),
        label: `${line.sku} · ${nameOf(line)}`,
      }))}
      disabled={match.pending}
    />
  );
}

/** Quantities without a certain number of units: the field shows the document's own unit beside it. */
function AskUnits({ receipt, item }: { receipt: Receipt; item: Item }) {
  const { t } = useTranslation('supply');
  const [units, setUnits] = useState<number | null>(null);
  const match = useAct(api.supplyRequests.matchInvoiceItem);
  return (
    <Group gap="xs" align="end">
      <NumberField
        value={units}
        onChange={setUnits}
        min={1}
        label={t('invoice.soldAs', soldOf(item.sold))}
        aria-label={t('invoice.unitsAsked', { name: item.name })}
      />
      <Button
        variant="default"
        disabled={units === null || !(units >= 1)}
        loading={match.pending}
        onClick={() =>
          units !== null && void match.run({ params: { id: receipt.id }, body: { itemId: item.id, units } })
        }
      >
        {t('invoice.keepUnits')}
      </Button>
    </Group>
  );
}

/** One press reports a difference as a problem of its line. */
function ReportDifference({ requestId, number, item }: { requestId: number; number: string; item: Item }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const report = useAct(api.reportedProblems.create);
  const { lineId, units, wanted } = item;
  if (isAsAgreed(item) || units === null || !can('reported-problems.create')) return null;
  const kind =
    lineId === null || wanted === null
      ? 'wrong'
      : units < wanted
        ? 'missing'
        : units > wanted
          ? 'too_many'
          : 'price';
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={report.pending}
      onClick={() =>
        void report.run({
          body: {
            requestId,
            kind,
            title: t('invoice.problemTitle', { number, name: item.name }).slice(0, 120),
            description: t('invoice.problemUnits', { units, wanted: wanted ?? 0 }),
            ...(lineId !== null && { lineId }),
          },
        })
      }
    >
      {t('invoice.asProblem')}
    </Button>
  );
}

function Verdict({ item }: { item: Item }) {
  const { t } = useTranslation('supply');
  const same = isAsAgreed(item);
  const verdict = item.lineId === null ? 'notInRequest' : same ? 'same' : 'differs';
  return (
    <Text size="xs" c={same ? 'dimmed' : 'var(--easy-attention-text)'}>
      {[item.code, t(`invoice.${verdict}`)].filter(Boolean).join(' · ')}
    </Text>
  );
}
