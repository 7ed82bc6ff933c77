import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { fetchToDisk } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Checklist } from '../../ui/page/Checklist.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { useRefusalReason } from '../remote-reason.ts';
import { isDocumented, isLabelReady } from './bench-state.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SendNfe, useMaySendNfe } from './SendNfe.tsx';
import { useLabel } from './use-label.ts';
import { useLabelComing } from './use-label-coming.ts';

/** NF-e and label: what is missing, with the button that provides it. */
export function BenchDocuments({ sale }: { sale: Checkout }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const [asking, setAsking] = useState(false);
  const params = { id: sale.id };
  const maySend = useMaySendNfe(sale);
  const label = useLabel();
  const isComing = useLabelComing(sale.id);
  const documentReason = useRefusalReason();
  const documented = isDocumented(sale);
  const isWhole = sale.status !== 'picking' || sale.beepedCount === sale.unitCount;
  const printable = canAct(orderActs, 'printLabel', sale.status) && isWhole && isLabelReady(sale);
  return (
    <Section title={t('bench.bench.documents')}>
      <Checklist
        label={t('bench.bench.documents')}
        items={[
          {
            key: 'document',
            label: t(`bench.bench.documentStates.${documentState(sale)}`, {
              reason: documentReason(sale.documentError),
            }),
            state: documented ? 'done' : sale.document === 'sent' ? 'waiting' : 'missing',
            action: maySend && <SendNfe sale={sale} variant="default" />,
          },
          {
            key: 'label',
            label: t(`bench.bench.labelStates.${isComing ? 'coming' : labelState(sale)}`),
            state: isLabelReady(sale) && !isComing ? 'done' : 'waiting',
            action: printable && sale.labelPrintedAt && can(orderActs.printLabel.permission) && (
              <Button
                size="floor"
                variant="default"
                loading={label.pending}
                leftSection={<IconPrinter aria-hidden />}
                onClick={() => setAsking(true)}
              >
                {t('bench.bench.reprint')}
              </Button>
            ),
          },
        ]}
      />
      <Actions
        size="floor"
        items={[
          ...(printable ? formatsOf(sale) : []).map((format) => ({
            key: format,
            label: t(`bench.bench.${format}`),
            icon: IconDownload,
            permission: orderActs.printLabel.permission,
            run: () => label.save(sale.id, format),
          })),
          sale.declaration && {
            key: 'declaration',
            label: t('declarations.one', { number: sale.declaration.number }),
            icon: IconPrinter,
            permission: 'content-declarations.read',
            to: paths.orders.declaration(sale.declaration.id),
          },
          ...(sale.parcelLabelAt && !sale.labelPrintedAt ? formats : []).map((format) => ({
            key: `own-${format}`,
            label: t(format === 'pdf' ? 'bench.bench.ownLabelPdf' : 'bench.bench.ownLabelZpl'),
            icon: IconDownload,
            permission: orderActs.printParcelLabel.permission,
            run: () => fetchToDisk(api.checkout.downloadParcelLabel, { params, query: { format } }),
          })),
          sale.hasInvoice && {
            key: 'nfe',
            label: t('bench.bench.nfe'),
            icon: IconDownload,
            permission: 'checkout.label',
            run: () => fetchToDisk(api.checkout.downloadNfe, { params }),
          },
        ]}
      />
      {asking && (
        <ReasonDialog
          title={t('bench.bench.reprint')}
          label={t('bench.bench.reason')}
          act={t('bench.bench.reprint')}
          text={t('bench.bench.reprintText')}
          choices={reprintReasons.map((reason) => t(`bench.bench.reprintReasons.${reason}`))}
          required
          onClose={() => setAsking(false)}
          onGiven={async (reason) => (await label.print(sale.id, reason)) !== null}
        />
      )}
    </Section>
  );
}

/** Common reasons for printing a label again. */
const reprintReasons = ['damaged', 'lost', 'printer'] as const;

/** Both formats until the label is fetched, since a marketplace may provide only one. */
const formatsOf = ({ labelFormats }: Checkout) => (labelFormats.length > 0 ? labelFormats : formats);
const formats = ['pdf', 'zpl'] as const;

const states = ['missing', 'sent', 'accepted', 'rejected', 'not_required'] as const;

function documentState(sale: Checkout) {
  return states.find((state) => state === sale.document) ?? 'missing';
}

/** Statuses in which no label is printed any more. */
const hasLeft: readonly string[] = ['sent', 'complete', 'canceled'];

function labelState(sale: Checkout) {
  if (sale.labelPrintedAt) return 'printed';
  if (sale.labelFormats.length > 0) return 'downloaded';
  if (sale.waitsForLabel) return isLabelReady(sale) ? 'standInReady' : 'standIn';
  if (hasLeft.includes(sale.status)) return 'notHere';
  if (!isLabelReady(sale)) return 'waiting';
  return canAct(orderActs, 'printLabel', sale.status) ? 'ready' : 'after';
}
