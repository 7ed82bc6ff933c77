import { Stack } from '@mantine/core';
import { type Warranty, warrantyUnits } from '#contract/advertisements/sale-terms.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { FieldRow } from '../../ui/form/Form.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { type PublishFormProps, titleOf } from './publish-form.ts';

type TermsProps = PublishFormProps & { saved: boolean };

/** Warranty and shipping terms of the ad, as far as its marketplace supports them. */
export function SaleTermsSection(props: TermsProps) {
  const { t } = useTranslation('advertisements');
  const { form, causeText, saved } = props;
  const capabilities = form.values.account?.capabilities;
  if (!capabilities) return null;
  const { conditions, warranties, handlingDays, freeShipping } = capabilities;
  if (conditions.length === 0 && warranties.length === 0 && !handlingDays && !freeShipping) return null;
  return (
    <Section title={titleOf(t('terms.title'), props.of)}>
      <Stack gap="md">
        {(conditions.length > 0 || handlingDays) && (
          <FieldRow>
            {conditions.length > 0 && (
              <SelectField
                {...form.field('condition')}
                label={t('terms.condition')}
                placeholder={t(saved ? 'terms.asThere' : 'terms.unsaid')}
                options={conditions.map((value) => ({ value, label: t(`terms.conditions.${value}`) }))}
                error={form.errors.condition ?? causeText('condition')}
              />
            )}
            {handlingDays && (
              <NumberField
                {...form.field('handlingDays')}
                label={t('terms.handling')}
                description={t('terms.handlingHint', handlingDays)}
                error={form.errors.handlingDays ?? causeText('handlingDays')}
              />
            )}
          </FieldRow>
        )}
        {warranties.length > 0 && <WarrantyFields {...props} />}
        {freeShipping && <FreightField {...props} obligedFrom={freeShipping.obligedFrom} />}
      </Stack>
    </Section>
  );
}

function WarrantyFields({ form, causeText, saved }: TermsProps) {
  const { t } = useTranslation('advertisements');
  const { account, warranty } = form.values;
  form.shownPaths.add('warranty').add('warranty.by').add('warranty.time');
  const set = (next: Partial<Warranty>) =>
    form.set('warranty', { ...(warranty ?? { by: 'seller', time: 90, unit: 'days' }), ...next });
  const refused = form.errors['warranty.by'] ?? form.errors.warranty ?? causeText('warranty');
  return (
    <FieldRow>
      <SelectField
        label={t('terms.warranty')}
        placeholder={t(saved ? 'terms.asThere' : 'terms.unsaid')}
        value={warranty?.by ?? null}
        options={(account?.capabilities.warranties ?? []).map((value) => ({
          value,
          label: t(`terms.warrantors.${value}`),
        }))}
        clearable
        error={refused}
        onChange={(by) => {
          if (by === null) form.set('warranty', null);
          else if (by === 'none') set({ by, time: 0, unit: 'days' });
          else set({ by, time: warranty?.time || 90 });
        }}
      />
      {warranty && warranty.by !== 'none' && (
        <>
          <NumberField
            label={t('terms.time')}
            value={warranty.time || null}
            error={form.errors['warranty.time']}
            onChange={(time) => set({ time: time ?? 0 })}
            required
          />
          <SelectField
            label={t('terms.unit')}
            value={warranty.unit}
            options={warrantyUnits.map((value) => ({ value, label: t(`terms.units.${value}`) }))}
            onChange={(unit) => set({ unit: unit ?? 'days' })}
          />
        </>
      )}
    </FieldRow>
  );
}

/** If the price makes it mandatory, the switch only shows it. */
function FreightField({ form, causeText, obligedFrom }: TermsProps & { obligedFrom: number | null }) {
  const { t } = useTranslation('advertisements');
  const { account, variations } = form.values;
  const { value, ...field } = form.field('freeShipping');
  const isObliged = obligedFrom !== null && variations.every(({ price }) => (price ?? 0) >= obligedFrom);
  const pays = t(account?.capabilities.quotesFreight ? 'terms.youPayQuoted' : 'terms.youPay');
  const limit = obligedFrom === null ? '' : writeMoney(obligedFrom);
  const later = obligedFrom === null ? '' : t('terms.obligedFrom', { price: limit });
  return (
    <SwitchField
      {...field}
      label={t('terms.freeShipping')}
      description={isObliged ? t('terms.obliged', { price: limit }) : `${pays} ${later}`.trim()}
      error={form.errors.freeShipping ?? causeText('freeShipping')}
      value={isObliged || value === true}
      disabled={isObliged}
    />
  );
}
