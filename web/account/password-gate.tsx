import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type Act, type ActOptions, type Outcome, useAct } from '../acts.ts';
import type { CallInput, Failure } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { useSession } from '../use-session.ts';
import { refusedField } from './password-refusal.ts';
import { identityBody, noIdentity, SecondStepField } from './SecondStepField.tsx';

export type PasswordGate = {
  /** Render it in the screen; the dialog appears in it. */
  dialog: ReactNode;
  /** Asks for the password; resolves to false if the dialog is closed. */
  ask: () => Promise<boolean>;
  /** For `onFailure`: true if the failure requires a fresh password; `again` runs after it was given. */
  handles: (failure: Failure, again: () => unknown) => boolean;
};

/** Sensitive acts require the password again and continue by themselves afterwards. */
export function usePasswordGate(): PasswordGate {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null);
  const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
  const close = (given: boolean) => {
    setAnswer(null);
    answer?.(given);
  };
  return {
    dialog: answer && <PasswordDialog onClose={close} />,
    ask,
    handles: (failure, again) => {
      if (failure.problem.code !== 'fresh_authentication_required') return false;
      void ask().then((given) => given && again());
      return true;
    },
  };
}

/** `useAct` for an act that may require a fresh password: asks for it and repeats the act. */
export function useFreshAct<E extends AnyEndpoint>(
  endpoint: E,
  options: ActOptions<E> = {},
): Act<E> & { dialog: ReactNode } {
  const gate = usePasswordGate();
  const act = useAct(endpoint, {
    ...options,
    onFailure: (failure, input) =>
      failure.problem.code === 'fresh_authentication_required' || options.onFailure?.(failure, input),
  });
  const run = async (input: CallInput<E>): Promise<Outcome<E>> => {
    const outcome = await act.run(input);
    if (outcome.ok || outcome.failure.problem.code !== 'fresh_authentication_required') return outcome;
    return (await gate.ask()) ? act.run(input) : outcome;
  };
  return { ...act, run, dialog: gate.dialog };
}

function PasswordDialog({ onClose }: { onClose: (given: boolean) => void }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const { session } = useSession();
  const twoStep = session?.twoStep === true;
  const form = useForm({
    endpoint: auth.confirmPassword,
    initial: noIdentity,
    send: (identity) => ({ body: identityBody(identity, twoStep) }),
    success: false,
    onFailure: (failure) => {
      const refused = refusedField(failure, t('login.locked'));
      if (refused) form.setErrors(refused);
      return refused !== undefined;
    },
    onSaved: () => onClose(true),
  });
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={t('gate.title')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Text>{t('gate.text')}</Text>
        <PasswordField
          {...form.field('password')}
          label={t('fields.currentPassword')}
          autoComplete="current-password"
          required
          autoFocus
        />
        {twoStep && <SecondStepField form={form} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>
            {ui('act.cancel')}
          </Button>
          <Button type="submit" loading={form.pending}>
            {t('gate.submit')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
