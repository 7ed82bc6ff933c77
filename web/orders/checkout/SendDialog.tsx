import { Select } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { nameOfCarrier } from '#contract/orders/own-carrier.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { answerOf, isRefusal } from './shown-refusal.ts';
import { keepSale } from './use-packing.ts';

const byRule = 'rule';
const other = 'other';

/** The tracking code of a parcel, and its carrier if neither the code nor the store tells it. */
export function SendDialog({ sale, onClose }: { sale: Checkout; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'fields']);
  const send = useAct(api.checkout.send, { onSuccess: keepSale, onFailure: isRefusal });
  const carriers = useApi(api.carriers.list, {}).data?.items ?? [];
  const [chosen, setChosen] = useState(byRule);
  const carrierId = chosen === other ? null : Number(chosen);
  const give = async (trackingCode: string) => {
    const body = { trackingCode, ...(chosen !== byRule && { carrierId }) };
    const done = await send.run({ params: { id: sale.id }, body });
    const wrong = done.ok ? undefined : done.failure.fieldErrors?.trackingCode;
    if (!Array.isArray(wrong)) return answerOf(done);
    const format = carriers.find(({ id }) => id === carrierId)?.codeFormat;
    return wrong.some(({ code }) => code === 'tracking_format')
      ? `${t('fields:tracking_format')} ${format ?? ''}`
      : t('bench.bench.trackingFormat');
  };
  return (
    <ReasonDialog
      title={t('bench.bench.send')}
      label={t('bench.bench.tracking')}
      act={t('bench.bench.send')}
      required
      scanned
      onClose={onClose}
      onGiven={give}
    >
      {carriers.length > 0 && (
        <Select
          size="floor"
          label={t('carriers.carrier')}
          value={chosen}
          onChange={(next) => setChosen(next ?? byRule)}
          allowDeselect={false}
          data={[
            { value: byRule, label: t('carriers.byRule') },
            ...carriers.map((carrier) => ({ value: String(carrier.id), label: nameOfCarrier(carrier) })),
            { value: other, label: t('carriers.other') },
          ]}
        />
      )}
    </ReasonDialog>
  );
}
