import { Divider, Modal, Stack, Text, Title } from '@mantine/core';
import { api } from '#contract/index.ts';
import { type BalanceSettings, maxStarted } from '#contract/inventory/balance.ts';
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
      size="lg"
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
  scheduledPerDay: number | null;
  daysA: number | null;
  daysB: number | null;
  daysC: number | null;
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
    send: ({ limitCentavos, scheduledPerDay, ...required }, known) => ({
      body: {
        ...{ limitCentavos, scheduledPerDay },
        toleranceUnits: required.toleranceUnits ?? Number.NaN,
        tolerancePercent: required.tolerancePercent ?? Number.NaN,
        daysA: required.daysA ?? Number.NaN,
        daysB: required.daysB ?? Number.NaN,
        daysC: required.daysC ?? Number.NaN,
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
      <Divider />
      <Stack component="section" aria-label={t('balances.schedule')}>
        <Title order={3} size="h5">
          {t('balances.schedule')}
        </Title>
        <NumberField
          {...form.field('scheduledPerDay')}
          label={t('balances.perDay')}
          description={t('balances.perDayHint')}
          min={1}
          max={maxStarted}
        />
        <FieldRow>
          <NumberField {...form.field('daysA')} label={t('balances.daysA')} required />
          <NumberField {...form.field('daysB')} label={t('balances.daysB')} required />
          <NumberField {...form.field('daysC')} label={t('balances.daysC')} required />
        </FieldRow>
        <Text size="sm" c="dimmed">
          {t('balances.classesHint')}
        </Text>
      </Stack>
      <DialogSubmit form={form} label={ui('act.save')} />
    </Form>
  );
}
