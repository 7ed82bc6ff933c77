import { Text } from '@mantine/core';
import { maxFreightSteps } from '#contract/marketplaces/fee-rates.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { FormRows } from '../../ui/form/FormRows.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import type { RatesForm } from './rates-values.ts';

/** The freight of a sale that the seller pays, by the weight of its parcel. */
export function FreightSteps({ form }: { form: RatesForm }) {
  const { t } = useTranslation('marketplaces');
  const { freight } = form.values;
  const byWeight = freight.length > 1;
  return (
    <div>
      <Text fw={600} size="sm" mb="xs">
        {t('rates.freight')}
      </Text>
      <FormRows
        keepsFirst
        count={freight.length}
        most={maxFreightSteps}
        nameOf={(number) => t('rates.freightStep', { number })}
        removeLabelOf={(number) => t('rates.remove', { number })}
        addLabel={t('rates.addWeight')}
        error={form.errorOf('freight')}
        add={() => form.add('freight', { from: null, amount: null })}
        remove={(index) => form.remove('freight', index)}
      >
        {(index) => (
          <>
            {byWeight && (
              <NumberField
                {...form.field(`freight.${index}.from`)}
                label={t('rates.fromWeight')}
                unit="g"
                disabled={index === 0}
              />
            )}
            <MoneyField
              {...form.field(`freight.${index}.amount`)}
              label={t('rates.freightAmount')}
              description={byWeight ? undefined : t('rates.freightHint')}
              required={byWeight}
            />
          </>
        )}
      </FormRows>
    </div>
  );
}
