import { Button, FileButton } from '@mantine/core';
import { IconFileUpload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { useAct } from '../../acts.ts';
import { download } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/Actions.tsx';
import { Checklist } from '../../ui/Checklist.tsx';
import { Section } from '../../ui/Section.tsx';
import { useSession } from '../../use-session.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** NF-e and label: what is missing, with the button that fixes it. */
export function BenchDocuments({ sale }: { sale: Checkout }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const [asking, setAsking] = useState(false);
  const params = { id: sale.id };
  const send = useAct(api.orders.sendInvoice);
  const print = useAct(api.checkout.print);
  const documented = sale.document === 'accepted' || sale.document === 'not_required';
  const printable = canAct(orderActs, 'printLabel', sale.status);
  const upload = (file: File | null) => void (file && send.run({ params, files: [file] }));
  const press = async () => {
    if (sale.labelPrintedAt) return setAsking(true);
    const done = await print.run({ params, body: { reason: '' } });
    if (done.ok) await download(api.checkout.downloadTag, { params, query: { format: 'pdf' } });
  };
  const labelState = sale.labelPrintedAt
    ? 'printed'
    : !sale.labelReady || !documented
      ? 'waiting'
      : printable
        ? 'ready'
        : 'after';
  return (
    <Section title={t('bench.bench.documents')}>
      <Checklist
        label={t('bench.bench.documents')}
        items={[
          {
            key: 'document',
            label: t(`bench.bench.documentStates.${documentState(sale)}`, {
              reason: sale.documentError ?? '',
            }),
            state: documented ? 'done' : 'missing',
            action: !documented && can('checkout.document') && (
              <FileButton onChange={upload} accept="application/xml,text/xml,.xml">
                {(props) => (
                  <Button
                    {...props}
                    size="floor"
                    variant="default"
                    loading={send.pending}
                    leftSection={<IconFileUpload aria-hidden />}
                  >
                    {t('bench.bench.upload')}
                  </Button>
                )}
              </FileButton>
            ),
          },
          {
            key: 'label',
            label: t(`bench.bench.labelStates.${labelState}`),
            state: sale.labelPrintedAt ? 'done' : 'missing',
            action: can(orderActs.printLabel.permission) && printable && documented && sale.labelReady && (
              <Button
                size="floor"
                loading={print.pending}
                leftSection={<IconPrinter aria-hidden />}
                onClick={press}
              >
                {t(sale.labelPrintedAt ? 'bench.bench.reprint' : 'bench.bench.print')}
              </Button>
            ),
          },
        ]}
      />
      <Actions
        items={[
          sale.labelFormats.includes('pdf') && {
            key: 'pdf',
            label: t('bench.bench.pdf'),
            permission: 'checkout.label',
            run: () => download(api.checkout.downloadTag, { params, query: { format: 'pdf' } }),
          },
          sale.labelFormats.includes('zpl') && {
            key: 'zpl',
            label: t('bench.bench.zpl'),
            permission: 'checkout.label',
            run: () => download(api.checkout.downloadTag, { params, query: { format: 'zpl' } }),
          },
          sale.hasInvoice && {
            key: 'nfe',
            label: t('bench.bench.nfe'),
            permission: 'checkout.label',
            run: () => download(api.checkout.downloadNfe, { params }),
          },
        ]}
      />
      {asking && (
        <ReasonDialog
          title={t('bench.bench.reprint')}
          label={t('bench.bench.reason')}
          act={t('bench.bench.reprint')}
          required
          onClose={() => setAsking(false)}
          onGiven={async (reason) => {
            const done = await print.run({ params, body: { reason } });
            if (done.ok) await download(api.checkout.downloadTag, { params, query: { format: 'pdf' } });
            return done.ok;
          }}
        />
      )}
    </Section>
  );
}

const states = ['missing', 'sent', 'accepted', 'rejected', 'not_required'] as const;

function documentState(sale: Checkout) {
  return states.find((state) => state === sale.document) ?? 'missing';
}
