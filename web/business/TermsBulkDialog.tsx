import { acceptModes, type Company } from '#contract/business/company.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { BulkDialog } from '../ui/table/BulkDialog.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';

type Terms = {
  acceptMode: string | null;
  dueDays: number | null;
  overdueDays: number | null;
  creditLimit: number | null;
  noLimit: boolean;
};

const untouched: Terms = {
  acceptMode: null,
  dueDays: null,
  overdueDays: null,
  creditLimit: null,
  noLimit: false,
};

/** The same terms for many sellers; empty fields are not changed. */
export default function TermsBulkDialog({
  chosen,
  onClose,
}: {
  chosen: Chosen<Company>;
  onClose: () => void;
}) {
  const { t } = useTranslation('business');
  const form = useForm({
    endpoint: api.companies.bulkUpdate,
    initial: untouched,
    success: false,
    send: ({ acceptMode, dueDays, overdueDays, creditLimit, noLimit }) => ({
      body: {
        ...chosen.body,
        change: {
          ...(acceptMode && {
            acceptMode: acceptMode === 'manual' ? ('manual' as const) : ('auto' as const),
          }),
          ...(dueDays !== null && { dueDays }),
          ...(overdueDays !== null && { overdueDays }),
          ...(noLimit ? { creditLimit: null } : creditLimit !== null && { creditLimit }),
        },
      },
    }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      chosen.settle(outcome, actMessage('successes', 'companies.bulkUpdate') ?? '');
      onClose();
    },
  });
  return (
    <BulkDialog title={t('companies.termsOfMany')} chosen={chosen} form={form} onClose={onClose}>
      <SelectField
        {...form.field('acceptMode')}
        onChange={(next) => form.set('acceptMode', next)}
        label={t('companies.accept')}
        options={acceptModes.map((value) => ({ value, label: t(`companies.acceptModes.${value}`) }))}
        clearable
      />
      <FieldRow>
        <NumberField
          {...form.field('dueDays')}
          label={t('companies.dueDays')}
          description={t('companies.dueHint')}
          max={90}
        />
        <NumberField
          {...form.field('overdueDays')}
          label={t('companies.overdueDays')}
          description={t('companies.overdueHint')}
          max={90}
        />
      </FieldRow>
      <MoneyField
        {...form.field('creditLimit')}
        label={t('companies.creditLimit')}
        disabled={form.values.noLimit}
      />
      <SwitchField {...form.field('noLimit')} label={t('companies.noLimit')} />
    </BulkDialog>
  );
}
