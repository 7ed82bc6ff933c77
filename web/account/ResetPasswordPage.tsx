import { Button } from '@mantine/core';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../i18n.ts';
import { Waiting } from '../layouts/ErrorLayout.tsx';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { useGo, useParam } from '../ui/page/navigation.tsx';
import { toast } from '../ui/toasts.ts';
import { DeadLink } from './DeadLink.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';
import { useTokenCheck } from './mail-token-check.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

export default function ResetPasswordPage() {
  const { t } = useTranslation('account');
  const go = useGo();
  const token = useParam('token');
  const check = useTokenCheck(token, 'reset');
  const [dead, setDead] = useState(false);
  const form = useForm({
    endpoint: auth.resetPassword,
    initial: { password: '', passwordConfirmation: '', endApiKeys: false },
    send: (values) => ({ body: { ...values, token } }),
    success: false,
    onFailure: (failure) => {
      if (failure.problem.code !== 'token_invalid') return false;
      setDead(true);
      return true;
    },
    onSaved: ({ keysEnded, keysLeft, ...opened }) => {
      if (keysEnded > 0) toast.success(t('user.keysEnded', { count: keysEnded }));
      if (keysLeft > 0) toast.info(t('user.keysLeft', { count: keysLeft }));
      void enter(opened, undefined).then((to) => go(to, { replace: true }));
    },
  });
  if (check.failure) return <ErrorState failure={check.failure} retry={check.retry} />;
  if (!check.data) return <Waiting />;
  if (!check.data.valid || dead) return <DeadLink kind="reset" />;
  return (
    <EntryCard title={t('reset.title')} hint={t('reset.hint')}>
      <Form form={form} guard={false}>
        <NewPasswordFields
          password={form.field('password')}
          confirmation={form.field('passwordConfirmation')}
          label={t('fields.newPassword')}
        />
        {check.data.apiKeys > 0 && (
          <SwitchField
            {...form.field('endApiKeys')}
            label={t('user.endApiKeys', { count: check.data.apiKeys })}
            description={t('user.apiKeysLive')}
          />
        )}
        <Button type="submit" size="md" loading={form.pending} fullWidth>
          {t('reset.submit')}
        </Button>
      </Form>
    </EntryCard>
  );
}
