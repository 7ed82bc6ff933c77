import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useAct } from '../acts.ts';
import type { Failure } from '../api.ts';
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
  const token = useParam('token');
  const check = useTokenCheck(token, 'activation');
  const [dead, setDead] = useState(false);
  if (check.failure) return <ErrorState failure={check.failure} retry={check.retry} />;
  if (!check.data) return <Waiting />;
  if (!check.data.valid || dead) return <DeadLink kind="activation" />;
  return check.data.byLink ? (
    <ByLink token={token} onDead={() => setDead(true)} />
  ) : (
    <ByPassword token={token} onDead={() => setDead(true)} />
  );
}

type ActivationProps = { token: string; onDead: () => void };

/** In the browser of the registration, opening the link activates the account and signs in. */
function ByLink({ token, onDead }: ActivationProps) {
  const go = useGo();
  const [failure, setFailure] = useState<Failure | null>(null);
  const begun = useRef(false);
  const activate = useAct(auth.activate, {
    success: false,
    onFailure: () => true,
    onSuccess: (opened) => void enter(opened, undefined).then((to) => go(to, { replace: true })),
  });
  const run = async () => {
    setFailure(null);
    const done = await activate.run({ body: { token } });
    if (done.ok) return;
    if (done.failure.problem.code === 'token_invalid') onDead();
    else setFailure(done.failure);
  };
  useEffect(() => {
    if (!begun.current) void run();
    begun.current = true;
  });
  return failure ? <ErrorState failure={failure} retry={() => void run()} /> : <Waiting />;
}

/** In another browser, the password of the registration proves that it is the same person. */
function ByPassword({ token, onDead }: ActivationProps) {
  const { t } = useTranslation('account');
  const go = useGo();
  const form = useForm({
    endpoint: auth.activate,
    initial: { password: '' },
    send: ({ password }) => ({ body: { token, password } }),
    success: false,
    onFailure: (failure) => {
      const { code } = failure.problem;
      if (code === 'token_invalid') onDead();
      const refusal = passwordRefusal(failure, t('login.locked'));
      if (refusal !== undefined) form.setErrors({ password: refusal });
      return code === 'token_invalid' || refusal !== undefined;
    },
    onSaved: (opened) => void enter(opened, undefined).then((to) => go(to, { replace: true })),
  });
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
