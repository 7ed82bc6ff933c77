import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  IconCash,
  IconFileTypePdf,
  IconInfoCircle,
  IconReceiptOff,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '#contract/dates.ts';
import type { Dropinvoice } from '#contract/dropshipping/dropinvoice.ts';
import { canDropinvoice, dropinvoiceActs, isWithoutBank } from '#contract/dropshipping/dropinvoice-states.ts';
import { txidOf } from '#contract/dropshipping/pix.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';
import { Day, Money } from '../../ui/page/values.tsx';
import { CreditDialog } from './CreditDialog.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { InvoiceDisputes } from './InvoiceDisputes.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { InvoiceSettlements } from './InvoiceSettlements.tsx';
import { InvoiceState } from './InvoiceState.tsx';
import type { Side } from './invoice-side.ts';
import { PaymentForm } from './PaymentForm.tsx';
import { PixPanel } from './PixPanel.tsx';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { WithoutBank } from './WithoutBank.tsx';
import { WriteOffDialog } from './WriteOffDialog.tsx';

/** One invoice for both sides; each side sees its own next step. */
export function InvoiceDetail({ id, side }: { id: number; side: Side }) {
  const { t } = useTranslation('dropshipping');
  const result = useApi(api.dropinvoices.detail, { params: { id } });
  const attach = useAct(api.dropinvoices.attach, {});
  const [dialog, setDialog] = useState<'credit' | 'receive' | 'writeOff' | null>(null);
  const invoice = result.data;
  if (result.error && !invoice)
    return <ErrorState title={t('settlement.number')} failure={result.error} retry={result.refetch} />;
  if (!invoice) return <Skeleton height={420} />;
  const isPayable = canDropinvoice('pay', invoice) && invoice.payableCentavos > 0;
  const deciding = side === 'supplier' && canDropinvoice('approve', invoice);
  const choose = () => chooseFile((file) => attach.run({ params: { id }, files: [file] }));
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} size="h3">
            #{invoice.number} · <Day value={invoice.day} />
          </Title>
          <Text c="dimmed">{side === 'seller' ? invoice.supplier.name : invoice.seller.name}</Text>
        </div>
        <InvoiceState invoice={invoice} side={side} />
      </Group>
      <Group gap="xl">
        <Figure label={t('settlement.value')}>
          <Money value={invoice.totalCentavos} />
        </Figure>
        {invoice.closedAt !== null && (
          <Figure label={t(side === 'seller' ? 'settlement.toPay' : 'settlement.toReceive')}>
            <Money value={invoice.state === 'complete' ? 0 : invoice.payableCentavos} />
          </Figure>
        )}
        {invoice.disputedCentavos > 0 && (
          <Figure label={t('settlement.disputed')}>
            <Money value={invoice.disputedCentavos} />
          </Figure>
        )}
        <Figure label={t('settlement.quantity')}>{invoice.productQuantity}</Figure>
        <Figure label={t('settlement.due')}>
          <Day value={invoice.dueOn} />
        </Figure>
      </Group>
      {invoice.closedAt === null && (
        <Alert icon={<IconInfoCircle aria-hidden />} variant="light">
          {t('settlement.detail.open')}
        </Alert>
      )}
      {invoice.rejectedReason && invoice.state === 'pending' && (
        <Alert color="red" variant="light">
          {t('settlement.detail.rejected', { reason: invoice.rejectedReason })}
        </Alert>
      )}
      {invoice.closedAt !== null && invoice.state === 'pending' && !isPayable && (
        <Alert icon={<IconInfoCircle aria-hidden />} variant="light">
          {t('settlement.detail.settledText')}
        </Alert>
      )}
      {side === 'supplier' && isWithoutBank(invoice) && (
        <WithoutBank onEntered={() => void result.refetch()} />
      )}
      {side === 'seller' && isPayable && <PixPanel of={invoice} />}
      {side === 'seller' && (isPayable || canDropinvoice('editProof', invoice)) && (
        <PaymentForm invoice={invoice} onDone={() => void result.refetch()} />
      )}
      <PaidWith invoice={invoice} />
      {deciding && <DecisionForm invoice={invoice} />}
      <Actions
        items={[
          invoice.hasDocument && {
            key: 'document',
            label: t('settlement.detail.openDocument'),
            icon: IconFileTypePdf,
            run: () => fetchToDisk(api.dropinvoices.document, { params: { id } }),
          },
          side === 'supplier' && {
            key: 'attach',
            label: t('settlement.detail.attachDocument'),
            permission: 'dropinvoices.attach',
            run: choose,
          },
          side === 'supplier' &&
            canDropinvoice('receive', invoice) &&
            (isPayable || invoice.state === 'waiting_approval') && {
              key: 'receive',
              label: t('settlement.receive.act'),
              icon: IconCash,
              permission: dropinvoiceActs.receive.permission,
              run: () => setDialog('receive'),
            },
          side === 'supplier' && {
            key: 'credit',
            label: t('settlement.credit.act'),
            icon: IconReceiptRefund,
            permission: 'dropinvoices.credit',
            run: () => setDialog('credit'),
          },
          side === 'supplier' &&
            isPayable && {
              key: 'writeOff',
              label: t('settlement.writeOff.act'),
              icon: IconReceiptOff,
              permission: dropinvoiceActs.writeOff.permission,
              tone: 'bad',
              run: () => setDialog('writeOff'),
            },
          !deciding &&
            invoice.proofs.some((proof) => proof.rejectedAt === null) && {
              key: 'proof',
              label: t('settlement.detail.openProof'),
              run: () => fetchToDisk(api.dropinvoices.proof, { params: { id } }),
            },
        ]}
      />
      {invoice.proofs.length > 0 && (
        <Timeline
          label={t('settlement.detail.proofs')}
          events={invoice.proofs.map((proof) => ({
            key: proof.id,
            at: proof.at,
            author: invoice.seller.name,
            title: `${writeMoney(proof.paidCentavos)} · ${t('settlement.detail.paidOn', { day: formatDay(proof.paidOn) })}`,
            detail: proof.rejectedReason
              ? t('settlement.detail.rejected', { reason: proof.rejectedReason })
              : proof.note,
            tone: proof.rejectedAt ? 'bad' : 'info',
          }))}
        />
      )}
      <InvoiceSettlements settlements={invoice.settlements} />
      <InvoiceDisputes disputes={invoice.disputes} side={side} />
      <InvoiceLines invoice={invoice} />
      {dialog === 'credit' && <CreditDialog seller={invoice.seller} onClose={() => setDialog(null)} />}
      {dialog === 'receive' && <ReceiveDialog invoice={invoice} onClose={() => setDialog(null)} />}
      {dialog === 'writeOff' && <WriteOffDialog invoice={invoice} onClose={() => setDialog(null)} />}
    </Stack>
  );
}

/** One proof pays several invoices, so the bank statement shows their sum. */
function PaidWith({ invoice }: { invoice: Dropinvoice }) {
  const { t } = useTranslation('dropshipping');
  const { paidWith } = invoice;
  if (paidWith.length === 0) return null;
  const total = paidWith.reduce((sum, other) => sum + other.totalCentavos, invoice.totalCentavos);
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} variant="light">
      {t('settlement.together.paidWith', {
        numbers: paidWith.map(({ number }) => `#${number}`).join(', '),
        total: writeMoney(total),
        txid: txidOf([invoice.number, ...paidWith.map(({ number }) => number)]),
      })}
    </Alert>
  );
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="lg" fw={600}>
        {children}
      </Text>
    </div>
  );
}

function chooseFile(take: (file: File) => unknown): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'application/pdf,image/png,image/jpeg';
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) take(file);
  };
  input.click();
}
