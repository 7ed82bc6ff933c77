import { maxFeeSteps } from '#contract/marketplaces/fee-rates.ts';
import { useTranslation } from '../../i18n.ts';
import { MoneyField, PercentField } from '../../ui/form/brazilian-fields.tsx';
import { FormRows } from '../../ui/form/FormRows.tsx';
import { type RatesForm, type StepValues, stepFrom } from './rates-values.ts';

type FeeStepsProps = { form: RatesForm; at: 'steps' | `categories.${number}.steps` };

/** The fee by price: of the account, or of one category. */
export function FeeSteps({ form, at }: FeeStepsProps) {
  const { t } = useTranslation('marketplaces');
  const steps = form.field(at).value as StepValues[];
  return (
    <FormRows
      keepsFirst
      count={steps.length}
      most={maxFeeSteps}
      nameOf={(number) => t('rates.step', { number })}
      removeLabelOf={(number) => t('rates.remove', { number })}
      addLabel={t('rates.add')}
      error={form.errorOf(at)}
      add={() => form.add(at, stepFrom(null))}
      remove={(index) => form.remove(at, index)}
    >
      {(index) => (
        <>
          <MoneyField {...form.field(`${at}.${index}.from`)} label={t('rates.from')} disabled={index === 0} />
          <PercentField {...form.field(`${at}.${index}.basisPoints`)} label={t('rates.percent')} required />
          <MoneyField {...form.field(`${at}.${index}.fixed`)} label={t('rates.fixed')} required />
        </>
      )}
    </FormRows>
  );
}
