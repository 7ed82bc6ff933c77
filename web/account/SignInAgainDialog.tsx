import { Button, Divider, Group, Modal, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { auth, type SignedIn } from '#contract/account/auth.ts';
import { useAct } from '../acts.ts';
import { call } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import type { Session } from '../session.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { canUsePasskeys } from './passkey-ceremony.ts';
import { passwordRefusal } from './password-refusal.ts';
import type { SignInAgain } from './sign-in-again.ts';

/**
 * Whether the browser now acts as the former person for the former business; switches to that business if necessary.
 */
async function isFormer(former: Session): Promise<boolean> {
  const session: Session = await call(auth.session, {});
  if (session.user.id !== former.user.id) return false;
  if (session.business?.id === former.business?.id) return true;
  if (!former.business) return false;
  const entered = await call(auth.switchBusiness, { body: { businessId: former.business.id } });
  return entered.business?.id === former.business.id;
}

/**
 * Signs the same person in over the open screen, so that typed data is kept and waiting calls continue. Another
 * person is refused, because the waiting calls would be sent in their name.
 */
export default function SignInAgainDialog({ asked: { former, answer } }: { asked: SignInAgain }) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<SignedIn['stage'] | 'passkey'>('full');
  const finish = useCallback(() => void isFormer(former).then(answer, () => answer(false)), [former, answer]);
  // Another tab may have signed in already.
  useEffect(() => {
    const check = () =>
      void isFormer(former).then(
        (again) => again && answer(true),
        () => undefined,
      );
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [former, answer]);
  const goOn = ({ stage, passkey }: SignedIn) => {
    if (stage === 'full') finish();
    else setStep(passkey ? 'passkey' : 'otp');
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={1000}
      title={t('again.title')}
    >
      <Stack gap="sm">
        <Text>{t('again.text')}</Text>
        <Text fw={600}>
          {former.user.email}
          {former.business && ` · ${former.business.name}`}
        </Text>
        {step === 'full' ? (
          <PasswordStep email={former.user.email} onOpened={goOn} />
        ) : (
          <SecondStep
            byPasskey={step === 'passkey' && canUsePasskeys()}
            onOpened={goOn}
            onOver={() => setStep('full')}
          />
        )}
        <Button variant="subtle" onClick={() => answer(false)}>
          {t('again.leave')}
        </Button>
      </Stack>
    </Modal>
  );
}

function PasswordStep({ email, onOpened }: { email: string; onOpened: (opened: SignedIn) => void }) {
  const { t } = useTranslation('account');
  const form = useForm({
    endpoint: auth.signIn,
    initial: { password: '' },
    send: ({ password }) => ({ body: { email, password } }),
    success: false,
    onFailure: (failure) => {
      // Only the password is asked here: it is the only thing that may be wrong.
      const wrong = failure.problem.code === 'sign_in_failed' ? t('again.wrong') : undefined;
      const refusal = passwordRefusal(failure, t('login.locked')) ?? wrong;
      if (refusal !== undefined) form.setErrors({ password: refusal });
      return refusal !== undefined;
    },
    onSaved: onOpened,
  });
  return (
    <Form form={form} guard={false}>
      <PasswordField
        {...form.field('password')}
        label={t('fields.password')}
        autoComplete="current-password"
        required
        autoFocus
      />
      <Group justify="flex-end">
        <Button type="submit" loading={form.pending}>
          {t('login.submit')}
        </Button>
      </Group>
    </Form>
  );
}

type SecondStepProps = { byPasskey: boolean; onOpened: (opened: SignedIn) => void; onOver: () => void };

function SecondStep({ byPasskey, onOpened, onOver }: SecondStepProps) {
  const { t } = useTranslation('account');
  const validate = useAct(auth.validatePasskey, { success: false, onSuccess: onOpened });
  const form = useForm({
    endpoint: auth.validateOtp,
    initial: { token: '' },
    send: (body) => ({ body }),
    success: false,
    onFailure: (failure) => {
      const refusal = passwordRefusal(failure, t('twoStep.stepLocked'));
      if (refusal !== undefined) form.setErrors({ token: refusal });
      else if (failure.problem.status === 401) onOver();
      return refusal !== undefined || failure.problem.status === 401;
    },
    onSaved: onOpened,
  });
  return (
    <Form form={form} guard={false}>
      {byPasskey && (
        <>
          <PasskeyButton
            at="sign-in"
            fullWidth
            onProof={(proof) => validate.run({ body: { passkey: proof } })}
            pending={validate.pending}
          />
          <Divider label={t('passkeys.orCode')} />
        </>
      )}
      <CodeField {...form.field('token')} autoFocus={!byPasskey} />
      <Group justify="flex-end">
        <Button type="submit" loading={form.pending}>
          {t('twoStep.stepSubmit')}
        </Button>
      </Group>
    </Form>
  );
}
