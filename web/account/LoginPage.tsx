import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import type { Failure } from '../api.ts';
import { reasonOf } from '../failure-text.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Link, useGo } from '../ui/page/navigation.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';

// Most people have no second step.
const CodeStep = lazyWithFallback(() => import('./CodeStep.tsx'));

export default function LoginPage() {
  const { step, redirect }: { step?: string; redirect?: string } = useSearch({ strict: false });
  if (step !== 'code' && step !== 'passkey') return <PasswordStep redirect={redirect} />;
  return <CodeStep redirect={redirect} passkey={step === 'passkey'} />;
}

function PasswordStep({ redirect }: { redirect: string | undefined }) {
  const { t } = useTranslation('account');
  const go = useGo();
  const [refused, setRefused] = useState<Failure | null>(null);
  const form = useForm({
    endpoint: auth.signIn,
    initial: { email: '', password: '' },
    send: (body) => ({ body }),
    success: false,
    onFailure: (failure) => {
      if (failure.problem.status >= 500 || failure.problem.status === 0) return false;
      setRefused(failure.fieldErrors ? null : failure);
      return failure.fieldErrors === undefined;
    },
    onSaved: (opened) => void enter(opened, redirect).then((to) => go(to, { replace: true })),
  });
  return (
    <EntryCard
      title={t('login.title')}
      footer={
        <Text ta="center" size="sm" c="dimmed">
          {t('login.noAccount')}{' '}
          <Anchor component={Link} to={paths.account.registerBusiness()} inherit underline="always">
            {t('login.register')}
          </Anchor>
        </Text>
      }
    >
      <Form form={form} guard={false}>
        {refused && <Refusal failure={refused} email={form.values.email} />}
        <TextField
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          size="md"
          required
          autoFocus
        />
        <PasswordField
          {...form.field('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          size="md"
          required
        />
        <Button type="submit" size="md" loading={form.pending} fullWidth>
          {t('login.submit')}
        </Button>
        <Group justify="space-between">
          <Anchor component={Link} to={paths.account.forgotPassword()} size="sm">
            {t('login.forgot')}
          </Anchor>
          <Anchor component={Link} to={paths.account.resendActivation()} size="sm">
            {t('login.resend')}
          </Anchor>
        </Group>
      </Form>
    </EntryCard>
  );
}

/** Why sign-in was refused, and what to do about it. */
function Refusal({ failure, email }: { failure: Failure; email: string }) {
  const { t } = useTranslation('account');
  const { code } = failure.problem;
  return (
    <Alert
      color={code === 'not_activated' ? 'yellow' : 'red'}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      {code === 'too_many_requests' ? t('login.locked') : reasonOf(failure)}
      {code === 'not_activated' && (
        <Anchor
          component={Link}
          to={paths.account.resendActivation({ email })}
          display="block"
          inherit
          mt={4}
        >
          {t('login.resend')}
        </Anchor>
      )}
    </Alert>
  );
}
