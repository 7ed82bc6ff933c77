import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { maxFeeSteps } from '#contract/marketplaces/fee-rates.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField, PercentField } from '../../ui/form/brazilian-fields.tsx';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import type { RatesForm, StepValues } from './rates-values.ts';
import { StepRow } from './StepRow.tsx';

type FeeStepsProps = { form: RatesForm; at: 'steps' | `categories.${number}.steps` };

/** The fee by price: of the account, or of one category. */
export function FeeSteps({ form, at }: FeeStepsProps) {
  const { t } = useTranslation('marketplaces');
  const steps = form.field(at).value as StepValues[];
  return (
    <Stack gap="xs">
      {steps.map((_, index) => (
        <StepRow
          // Steps have no identity of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are bound to their place in the form
          key={index}
          label={t('rates.step', { number: index + 1 })}
          remove={
            index > 0
              ? { label: t('rates.remove', { number: index + 1 }), run: () => form.remove(at, index) }
              : undefined
          }
        >
          <MoneyField {...form.field(`${at}.${index}.from`)} label={t('rates.from')} disabled={index === 0} />
          <PercentField {...form.field(`${at}.${index}.basisPoints`)} label={t('rates.percent')} required />
          <MoneyField {...form.field(`${at}.${index}.fixed`)} label={t('rates.fixed')} required />
        </StepRow>
      ))}
      <FieldFault>{form.errorOf(at)}</FieldFault>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={steps.length >= maxFeeSteps}
        onClick={() => form.add(at, { from: null, basisPoints: null, fixed: 0 })}
      >
        {t('rates.add')}
      </Button>
    </Stack>
  );
}
