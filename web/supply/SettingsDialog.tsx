import { Modal } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { PurchasingSettings } from '#contract/supply/purchasing.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { changedFields } from '../ui/form/collection.ts';
import { DialogSubmit } from '../ui/form/DialogSubmit.tsx';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';

/** The owner's rules for purchasing. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const settings = useApi(api.purchasing.settings, {});
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings.title')}
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

function SettingsForm({ settings, onClose }: { settings: PurchasingSettings; onClose: () => void }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const { version, ...rest } = settings;
  const initial: Omit<PurchasingSettings, 'version' | 'coverDays'> & { coverDays: number | null } = rest;
  const form = useForm({
    endpoint: api.purchasing.updateSettings,
    initial,
    version,
    send: (values, known) => ({
      body: { ...changedFields(initial, values), coverDays: values.coverDays ?? Number.NaN },
      version: known,
    }),
    onSaved: onClose,
  });
  return (
    <Form form={form} guard={false}>
      <MoneyField
        data-autofocus
        {...form.field('limitCentavos')}
        label={t('settings.limit')}
        description={t('settings.limitHint')}
      />
      <NumberField
        {...form.field('coverDays')}
        label={t('settings.coverDays')}
        description={t('settings.coverDaysHint')}
        min={1}
        required
      />
      <SwitchField
        {...form.field('blindCounting')}
        label={t('settings.blind')}
        description={t('settings.blindHint')}
      />
      <DialogSubmit form={form} label={ui('act.save')} />
    </Form>
  );
}
