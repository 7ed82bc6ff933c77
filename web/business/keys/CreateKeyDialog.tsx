import { Modal } from '@mantine/core';
import { maxKeyDays } from '#contract/business/api-key.ts';
import { addDays, type Day, dayOf, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { type Role, roles } from '#contract/permissions.ts';
import { usePasswordGate } from '../../account/password-gate.tsx';
import { useTranslation } from '../../i18n.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

const usualDays = 90;

export function CreateKeyDialog({ close, made }: { close: () => void; made: (token: string) => void }) {
  const { t } = useTranslation(['business', 'ui']);
  const today = dayOf(systemClock.now());
  const initial: { name: string; role: Role | null; expiresOn: Day | null } = {
    name: '',
    role: null,
    expiresOn: addDays(today, usualDays),
  };
  const gate = usePasswordGate();
  const form = useForm({
    endpoint: api.apiKeys.create,
    initial,
    send: ({ name, role, expiresOn }) => ({ body: { name, role: role as Role, expiresOn: expiresOn ?? '' } }),
    onFailure: (failure) =>
      gate.handles(failure, () => {
        void form.submit();
      }),
    onSaved: ({ token }) => made(token),
  });
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={t('keys.createTitle')}
        closeButtonProps={{ 'aria-label': t('ui:act.close') }}
      >
        <Form form={form} guard={false}>
          <TextField
            {...form.field('name')}
            label={t('keys.name')}
            description={t('keys.nameHint')}
            maxLength={60}
            required
            autoFocus
          />
          <SelectField
            {...form.field('role')}
            label={t('keys.role')}
            description={t('keys.roleHint')}
            options={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
            required
          />
          <DayField
            {...form.field('expiresOn')}
            label={t('keys.expiresOn')}
            min={today}
            max={addDays(today, maxKeyDays)}
            required
          />
          <DialogSubmit form={form} label={t('keys.create')} />
        </Form>
      </Modal>
      {gate.dialog}
    </>
  );
}
