import { Modal, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { FeeRates } from '#contract/marketplaces/fee-rates.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { CategoryRates } from './CategoryRates.tsx';
import { FeeSteps } from './FeeSteps.tsx';
import { FreightSteps } from './FreightSteps.tsx';
import { type RatesValues, ratesOf, valuesOf } from './rates-values.ts';

type RatesDialogProps = {
  account: { id: number; name: string };
  rates: FeeRates | null;
  onClose: () => void;
};

/** Fee and freight of an account whose marketplace quotes none: typed, or marked as unknown. */
export function RatesDialog({ account, rates, onClose }: RatesDialogProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const form = useForm({
    endpoint: api.marketplaceAccounts.updateRates,
    initial: valuesOf(rates) as RatesValues,
    send: (values) => ({ params: { id: account.id }, body: { rates: ratesOf(values) } }),
    mapError: (path) => path.replace(/^rates\./, ''),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('rates.title', { name: account.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Text size="sm">{t('rates.hint')}</Text>
        <SelectField
          {...form.field('kind')}
          onChange={(kind) => form.set('kind', kind ?? 'typed')}
          label={t('rates.kind')}
          options={(['typed', 'unknown'] as const).map((value) => ({
            value,
            label: t(`rates.kinds.${value}`),
          }))}
        />
        {form.values.kind === 'typed' && (
          <>
            <FeeSteps form={form} at="steps" />
            <CategoryRates form={form} account={account.id} />
            <FreightSteps form={form} />
          </>
        )}
        <DialogSubmit form={form} label={t('rates.submit')} />
      </Form>
    </Modal>
  );
}
