import { api } from '#contract/index.ts';
import { locales } from '#contract/messages/locale.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { FieldRow } from '../../ui/form/Form.tsx';
import type { FormState } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import type { RequestValues } from './request-values.ts';

export function RequestFields({ form }: { form: FormState<RequestValues> }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  return (
    <Section title={t('requests.data')}>
      <FieldRow>
        <AsyncSelect
          {...form.field('supplier')}
          endpoint={api.suppliers.list}
          label={t('requests.supplier')}
          option={(item) => ({ id: item.id, name: item.fantasyName || item.name, hint: item.city })}
          required
        />
        <AsyncSelect
          {...form.field('warehouse')}
          endpoint={api.warehouses.list}
          label={t('requests.warehouse')}
          required
        />
        <DayField {...form.field('estimatedDelivery')} label={t('requests.estimatedDelivery')} />
      </FieldRow>
      <FieldRow>
        <SelectField
          {...form.field('locale')}
          onChange={(value) => form.set('locale', value === 'en' ? 'en' : 'pt')}
          label={t('requests.locale')}
          options={locales.map((value) => ({ value, label: ui(`language.${value}`) }))}
        />
        <SwitchField {...form.field('showsPrices')} label={t('requests.showsPrices')} />
      </FieldRow>
      <NotesField {...form.field('notes')} label={t('requests.notes')} />
    </Section>
  );
}
