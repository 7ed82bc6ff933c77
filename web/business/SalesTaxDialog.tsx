import { Modal, Text } from '@mantine/core';
import { maxSalesTaxes, type SalesTax, type TaxRegime, taxRegimes } from '#contract/business/sales-tax.ts';
import { type Day, dayOf, firstOfMonth } from '#contract/dates.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { serverClock } from '../clock.ts';
import { useTranslation } from '../i18n.ts';
import { PercentField } from '../ui/form/brazilian-fields.tsx';
import { DayField } from '../ui/form/DayField.tsx';
import { DialogSubmit } from '../ui/form/DialogSubmit.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormRows } from '../ui/form/FormRows.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { SelectField } from '../ui/form/SelectField.tsx';

type Body = BodyInputOf<typeof api.business.taxSales>;
type TaxValues = { from: Day | null; regime: TaxRegime | null; basisPoints: number | null };

/** The regime rarely changes, and most rates begin with a month. */
function nextOf(taxes: readonly TaxValues[]): TaxValues {
  const thisMonth = firstOfMonth(dayOf(serverClock.now()));
  return {
    from: taxes.some(({ from }) => from === thisMonth) ? null : thisMonth,
    regime: taxes[0]?.regime ?? 'simples',
    basisPoints: null,
  };
}

type SalesTaxDialogProps = { salesTaxes: readonly SalesTax[]; onClose: () => void };

/** The rates of taxes on sales, one row for each day from which another one counts. */
export default function SalesTaxDialog({ salesTaxes, onClose }: SalesTaxDialogProps) {
  const { t } = useTranslation(['business', 'ui']);
  const taxes: TaxValues[] = salesTaxes.length > 0 ? [...salesTaxes] : [nextOf([])];
  const form = useForm({
    endpoint: api.business.taxSales,
    initial: { salesTaxes: taxes },
    // Empty fields are refused by the schema.
    send: (values) => ({ body: values as Body }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t('salesTax.title')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Text size="sm">{t('salesTax.explained')}</Text>
        <FormRows
          count={form.values.salesTaxes.length}
          most={maxSalesTaxes}
          nameOf={(number) => t('salesTax.row', { number })}
          removeLabelOf={(number) => t('salesTax.remove', { number })}
          addLabel={t('salesTax.add')}
          error={form.errorOf('salesTaxes')}
          add={() => form.add('salesTaxes', nextOf(form.values.salesTaxes))}
          remove={(index) => form.remove('salesTaxes', index)}
        >
          {(index) => (
            <>
              <DayField {...form.field(`salesTaxes.${index}.from`)} label={t('salesTax.from')} required />
              <SelectField
                {...form.field(`salesTaxes.${index}.regime`)}
                label={t('salesTax.regime')}
                options={taxRegimes.map((value) => ({ value, label: t(`salesTax.regimes.${value}`) }))}
                required
              />
              <PercentField
                {...form.field(`salesTaxes.${index}.basisPoints`)}
                label={t('salesTax.rate')}
                required
                autoFocus={index === 0}
              />
            </>
          )}
        </FormRows>
        <DialogSubmit form={form} label={t('ui:act.save')} />
      </Form>
    </Modal>
  );
}
