import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { maxFreightSteps } from '#contract/marketplaces/fee-rates.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import type { RatesForm } from './rates-values.ts';
import { StepRow } from './StepRow.tsx';

/** The freight of a sale that the seller pays, by the weight of its parcel. */
export function FreightSteps({ form }: { form: RatesForm }) {
  const { t } = useTranslation('marketplaces');
  const { freight } = form.values;
  const byWeight = freight.length > 1;
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {t('rates.freight')}
      </Text>
      {freight.map((_, index) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are bound to their place in the form
          key={index}
          label={t('rates.freightStep', { number: index + 1 })}
          remove={
            index > 0
              ? { label: t('rates.remove', { number: index + 1 }), run: () => form.remove('freight', index) }
              : undefined
          }
        >
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
        </StepRow>
      ))}
      <FieldFault>{form.errorOf('freight')}</FieldFault>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={freight.length >= maxFreightSteps}
        onClick={() => form.add('freight', { from: null, amount: null })}
      >
        {t('rates.addWeight')}
      </Button>
    </Stack>
  );
}
