import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../i18n.ts';
import { Waiting } from '../layouts/ErrorLayout.tsx';
import { paths } from '../paths.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link, useGo, useParam } from '../ui/page/navigation.tsx';
import { DeadLink } from './DeadLink.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';
import { useTokenCheck } from './mail-token-check.ts';
import { passwordRefusal } from './password-refusal.ts';

export default function ActivationPage() {
  const { t } = useTranslation('account');
  const token = useParam('token');
  const go = useGo();
  const check = useTokenCheck(token, 'activation');
  const [dead, setDead] = useState(false);
  const form = useForm({
    endpoint: auth.activate,
    initial: { password: '' },
    send: ({ password }) => ({ body: { token, password } }),
    success: false,
    onFailure: (failure) => {
      const { code } = failure.problem;
      if (code === 'token_invalid') setDead(true);
      const refusal = passwordRefusal(failure, t('login.locked'));
      if (refusal !== undefined) form.setErrors({ password: refusal });
      return code === 'token_invalid' || refusal !== undefined;
    },
    onSaved: (opened) => void enter(opened, undefined).then((to) => go(to, { replace: true })),
  });
  if (check.failure) return <ErrorState failure={check.failure} retry={check.retry} />;
  if (!check.data) return <Waiting />;
  if (!check.data.valid || dead) return <DeadLink kind="activation" />;
  return (
    <EntryCard title={t('activation.title')} hint={t('activation.hint')}>
      <Form form={form} guard={false}>
        <PasswordField
          {...form.field('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          required
        />
        <Button type="submit" size="md" loading={form.pending} fullWidth>
          {t('activation.submit')}
        </Button>
        <Anchor component={Link} to={paths.account.forgotPassword()} size="sm" ta="center">
          {t('activation.forgot')}
        </Anchor>
      </Form>
    </EntryCard>
  );
}
