import { Modal, Stack, Text } from '@mantine/core';
import { addDays, type Day, dayOf, systemClock } from '#contract/dates.ts';
import { maxExtensionDays, type OverdueCase } from '#contract/dropshipping/overdue-case.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';

const usualDays = 7;

/** The new due date of an overdue invoice. */
export default function ExtendDialog({ overdue, onClose }: { overdue: OverdueCase; onClose: () => void }) {
  const { t } = useTranslation(['dropshipping', 'ui']);
  const today = dayOf(systemClock.now());
  const initial: { until: Day | null } = { until: addDays(today, usualDays) };
  const form = useForm({
    endpoint: api.overdueCases.extend,
    initial,
    send: ({ until }) => ({ params: { id: overdue.id }, body: { until: until ?? '' } }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('overdue.extendTitle', { seller: overdue.seller.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm">{t('overdue.extendHint')}</Text>
          <DayField
            {...form.field('until')}
            label={t('overdue.until')}
            min={today}
            max={addDays(today, maxExtensionDays)}
            required
          />
          <DialogSubmit form={form} label={t('overdue.extend')} />
        </Stack>
      </Form>
    </Modal>
  );
}
