import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { VendorReturn, VendorReturnLine } from '#contract/inventory/vendor-return.ts';
import { type VendorReturnReason, vendorReturnReasons } from '#contract/inventory/vendor-return-states.ts';
import { serverClock } from '../../clock.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

type DialogProps = { shown: VendorReturn; close: () => void };

function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      {children}
    </Modal>
  );
}

/** How many units of a line go back, and why. */
export function LineDialog({ shown, line, close }: DialogProps & { line: VendorReturnLine }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const form = useForm({
    endpoint: api.vendorReturns.changeLine,
    initial: { quantity: line.quantity as number | null, reason: line.reason as string | null },
    send: ({ quantity, reason }) => ({
      params: { id: shown.id },
      body: { lineId: line.id, quantity: quantity ?? Number.NaN, reason: reason as VendorReturnReason },
    }),
    onSaved: close,
  });
  return (
    <Dialog title={t('vendorReturns.editLine', { sku: line.sku, volume: line.volume.code })} close={close}>
      <Form form={form} guard={false}>
        <NumberField
          {...form.field('quantity')}
          label={t('vendorReturns.quantity')}
          description={t('vendorReturns.quantityHint', { inside: line.inside })}
          min={1}
          max={line.inside}
          required
          data-autofocus
        />
        <SelectField
          {...form.field('reason')}
          label={t('vendorReturns.reason')}
          options={vendorReturnReasons.map((value) => ({
            value,
            label: t(`vendorReturns.reasons.${value}`),
          }))}
          required
        />
        <DialogSubmit form={form} label={t('ui:act.save')} />
      </Form>
    </Dialog>
  );
}

export function CancelReturnDialog({ shown, close }: DialogProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.vendorReturns.cancel,
    initial: { reason: '' },
    send: (body) => ({ params: { id: shown.id }, body }),
    onSaved: close,
  });
  return (
    <Dialog title={t('vendorReturns.cancelTitle', { number: shown.number })} close={close}>
      <Form form={form} guard={false}>
        <Text size="sm">{t('vendorReturns.cancelText')}</Text>
        <TextField
          {...form.field('reason')}
          label={t('vendorReturns.cancelReason')}
          required
          data-autofocus
        />
        <DialogSubmit form={form} label={t('vendorReturns.cancel')} />
      </Form>
    </Dialog>
  );
}

/** What the vendor credited, and when. */
export function CreditReturnDialog({ shown, close }: DialogProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.vendorReturns.credit,
    initial: {
      creditedOn: dayOf(serverClock.now()) as string | null,
      creditCentavos: null as number | null,
    },
    send: ({ creditedOn, creditCentavos }) => ({
      params: { id: shown.id },
      body: { creditedOn: creditedOn ?? '', creditCentavos },
    }),
    onSaved: close,
  });
  return (
    <Dialog title={t('vendorReturns.creditTitle', { number: shown.number })} close={close}>
      <Form form={form} guard={false}>
        <DayField {...form.field('creditedOn')} label={t('vendorReturns.creditedOn')} required />
        <MoneyField
          {...form.field('creditCentavos')}
          label={t('vendorReturns.credit')}
          description={t('vendorReturns.creditHint')}
          data-autofocus
        />
        <DialogSubmit form={form} label={t('vendorReturns.creditAct')} />
      </Form>
    </Dialog>
  );
}
