import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { invalidate } from '../../queries.ts';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { passwordRefusal } from '../password-refusal.ts';

const nothing = { currentPassword: '', password: '', passwordConfirmation: '' };

export function PasswordSection() {
  const [round, setRound] = useState(0);
  // A new round is a new form: what was typed leaves the page with the old one.
  return <PasswordForm key={round} onDone={() => setRound((count) => count + 1)} />;
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const form = useForm({
    endpoint: api.user.changePassword,
    initial: nothing,
    send: (body) => ({ body }),
    onFailure: (failure) => {
      const refusal = passwordRefusal(failure, t('login.locked'));
      if (refusal !== undefined) form.setErrors({ currentPassword: refusal });
      return refusal !== undefined;
    },
    onSaved: () => {
      void invalidate('user.sessions');
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Section title={t('user.password')} hint={t('user.passwordHint')}>
        <FieldRow>
          <PasswordField
            {...form.field('currentPassword')}
            label={t('fields.currentPassword')}
            autoComplete="current-password"
            required
          />
        </FieldRow>
        <NewPasswordFields
          password={form.field('password')}
          confirmation={form.field('passwordConfirmation')}
          label={t('fields.newPassword')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={form.pending}>
            {t('user.submitPassword')}
          </Button>
        </Group>
      </Section>
    </Form>
  );
}
