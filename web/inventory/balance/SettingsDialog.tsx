import { Modal } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { BalanceSettings } from '#contract/inventory/balance.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';

/** The owner's rules for counting. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('inventory');
  const { t: ui } = useTranslation();
  const settings = useApi(api.balances.settings, {});
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('balances.settings')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      {settings.data ? (
        <SettingsForm settings={settings.data} onClose={onClose} />
      ) : (
        settings.error && <ErrorState failure={settings.error} retry={() => void settings.refetch()} />
      )}
    </Modal>
  );
}

type Values = {
  toleranceUnits: number | null;
  tolerancePercent: number | null;
  limitCentavos: number | null;
};

function SettingsForm({ settings, onClose }: { settings: BalanceSettings; onClose: () => void }) {
  const { t } = useTranslation('inventory');
  const { t: ui } = useTranslation();
  const { version, ...rest } = settings;
  const initial: Values = rest;
  const form = useForm({
    endpoint: api.balances.updateSettings,
    initial,
    version,
    send: ({ toleranceUnits, tolerancePercent, limitCentavos }, known) => ({
      body: {
        toleranceUnits: toleranceUnits ?? Number.NaN,
        tolerancePercent: tolerancePercent ?? Number.NaN,
        limitCentavos,
      },
      version: known,
    }),
    onSaved: onClose,
  });
  return (
    <Form form={form} guard={false}>
      <FieldRow>
        <NumberField
          {...form.field('toleranceUnits')}
          data-autofocus
          label={t('balances.toleranceUnits')}
          required
        />
        <NumberField {...form.field('tolerancePercent')} label={t('balances.tolerancePercent')} required />
      </FieldRow>
      <MoneyField
        {...form.field('limitCentavos')}
        label={t('balances.limit')}
        description={`${t('balances.toleranceHint')} ${t('balances.limitHint')}`}
      />
      <DialogSubmit form={form} label={ui('act.save')} />
    </Form>
  );
}
