import { Anchor, Button, Divider, Text } from '@mantine/core';
import { auth, type SignedIn } from '#contract/account/auth.ts';
import { useAct } from '../acts.ts';
import type { Failure } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { Link, useGo } from '../ui/page/navigation.tsx';
import { CodeField } from './CodeField.tsx';
import { EntryCard } from './EntryCard.tsx';
import { enter } from './entering.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { canUsePasskeys } from './passkey-ceremony.ts';
import { passwordRefusal } from './password-refusal.ts';

type CodeStepProps = { redirect: string | undefined; passkey: boolean };

/** The second step of a sign-in. Without a first step the page returns to sign-in. */
export default function CodeStep({ redirect, passkey }: CodeStepProps) {
  const { t } = useTranslation('account');
  const go = useGo();
  const start = paths.account.login({ redirect });
  /** True if no sign-in waits for a second step. */
  const startAgain = ({ problem }: Failure) => {
    const over = problem.status === 401 || problem.code === 'forbidden';
    if (over) go(start, { replace: true });
    return over;
  };
  const goOn = (opened: SignedIn) => void enter(opened, redirect).then((to) => go(to, { replace: true }));
  const validate = useAct(auth.validatePasskey, {
    success: false,
    onSuccess: goOn,
    onFailure: startAgain,
  });
  const form = useForm({
    endpoint: auth.validateOtp,
    initial: { token: '' },
    send: (body) => ({ body }),
    success: false,
    onFailure: (failure) => {
      if (startAgain(failure)) return true;
      const refusal = passwordRefusal(failure, t('twoStep.stepLocked'));
      if (refusal !== undefined) form.setErrors({ token: refusal });
      return refusal !== undefined;
    },
    onSaved: goOn,
  });
  const byPasskey = passkey && canUsePasskeys();
  return (
    <EntryCard
      title={t(byPasskey ? 'passkeys.stepTitle' : 'twoStep.stepTitle')}
      hint={t(byPasskey ? 'passkeys.stepHint' : 'twoStep.stepHint')}
    >
      <Form form={form} guard={false}>
        {byPasskey && (
          <>
            <PasskeyButton
              at="sign-in"
              size="md"
              fullWidth
              onProof={(proof) => validate.run({ body: { passkey: proof } })}
              onFailure={startAgain}
              pending={validate.pending}
            />
            <Divider label={t('passkeys.orCode')} />
          </>
        )}
        <CodeField {...form.field('token')} size="md" autoFocus={!byPasskey} />
        <Text size="sm" c="dimmed">
          {t('twoStep.stepRecovery')}
        </Text>
        <Button
          type="submit"
          size="md"
          variant={byPasskey ? 'default' : 'filled'}
          loading={form.pending}
          fullWidth
        >
          {t('twoStep.stepSubmit')}
        </Button>
        <Anchor component={Link} to={start} size="sm">
          {t('twoStep.stepBack')}
        </Anchor>
      </Form>
    </EntryCard>
  );
}
