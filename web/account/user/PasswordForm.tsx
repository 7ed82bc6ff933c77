import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { actMessage, i18n, useTranslation } from '../../i18n.ts';
import { invalidate, useApi } from '../../queries.ts';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { toast } from '../../ui/toasts.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { passwordRefusal } from '../password-refusal.ts';

const nothing = { currentPassword: '', password: '', passwordConfirmation: '', endApiKeys: false };

export function PasswordSection() {
  const [round, setRound] = useState(0);
  // A new key remounts the form and clears the typed passwords.
  return <PasswordForm key={round} onDone={() => setRound((count) => count + 1)} />;
}

/** What the change ended, including API keys, which outlive sessions. */
function savedText(keysEnded: number, keysLeft: number): string {
  const done = actMessage('successes', 'user.changePassword') ?? '';
  if (keysEnded > 0) return `${done} ${i18n.t('account:user.keysEnded', { count: keysEnded })}`;
  return keysLeft > 0 ? `${done} ${i18n.t('account:user.keysLeft', { count: keysLeft })}` : done;
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const keys = useApi(api.user.apiKeys, {}).data?.items ?? [];
  const form = useForm({
    endpoint: api.user.changePassword,
    initial: nothing,
    send: (body) => ({ body }),
    onFailure: (failure) => {
      const refusal = passwordRefusal(failure, t('login.locked'));
      if (refusal !== undefined) form.setErrors({ currentPassword: refusal });
      return refusal !== undefined;
    },
    success: false,
    onSaved: ({ keysEnded, keysLeft }) => {
      toast.success(savedText(keysEnded, keysLeft));
      void invalidate('user.sessions');
      void invalidate('user.apiKeys');
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
        {keys.length > 0 && (
          <div>
            <SwitchField
              {...form.field('endApiKeys')}
              label={t('user.endApiKeys', { count: keys.length })}
              description={t('user.apiKeysLive')}
            />
            <ul>
              {keys.map((key) => (
                <li key={key.id}>
                  {key.name} · {key.business.name}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={form.pending}>
            {t('user.submitPassword')}
          </Button>
        </Group>
      </Section>
    </Form>
  );
}
