import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { isDocumented } from './bench-state.ts';

type SendNfeProps = { sale: Checkout; variant: 'default' | 'filled'; onSent?: () => void };

/** Whether the NF-e of this sale is missing and the person may send it. */
export function useMaySendNfe(sale: Checkout): boolean {
  const { can } = useSession();
  return !isDocumented(sale) && can('checkout.document');
}

/** Sends the XML of the NF-e that the sale waits for. */
export function SendNfe({ sale, variant, onSent }: SendNfeProps) {
  const { t } = useTranslation('orders');
  const send = useAct(api.orders.sendInvoice, { onSuccess: onSent });
  return (
    <FileButton
      onChange={(file) => void (file && send.run({ params: { id: sale.id }, files: [file] }))}
      accept="application/xml,text/xml,.xml"
    >
      {(props) => (
        <Button
          {...props}
          size="floor"
          variant={variant}
          loading={send.pending}
          leftSection={<IconFileUpload aria-hidden />}
        >
          {t('bench.bench.upload')}
        </Button>
      )}
    </FileButton>
  );
}
