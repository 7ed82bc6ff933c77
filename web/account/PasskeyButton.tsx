import { Button, type ButtonProps } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { type PasskeyProof, passkeys } from '#contract/account/passkey.ts';
import { useAct } from '../acts.ts';
import type { Failure } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import { toast } from '../ui/toasts.ts';
import { provePasskey } from './passkey-ceremony.ts';

type PasskeyButtonProps = {
  /** The caller: a sign-in that waits for its second step, or a session. */
  at: 'sign-in' | 'session';
  onProof: (proof: PasskeyProof) => unknown;
  onFailure?: (failure: Failure) => boolean;
  pending: boolean;
} & Pick<ButtonProps, 'size' | 'variant' | 'fullWidth'>;

/** Asks the browser to prove one of the person's passkeys. */
export function PasskeyButton({ at, onProof, onFailure, pending, ...buttonProps }: PasskeyButtonProps) {
  const { t } = useTranslation('account');
  const ask = useAct(at === 'sign-in' ? auth.requestPasskey : passkeys.requestProof, {
    success: false,
    onFailure: (failure) => onFailure?.(failure),
  });
  const [reading, setReading] = useState(false);
  async function use() {
    const asked = await ask.run({});
    if (!asked.ok) return;
    setReading(true);
    const proof = await provePasskey(asked.response);
    setReading(false);
    if (proof) await onProof(proof);
    else toast.failure(t('passkeys.aborted'));
  }
  return (
    <Button
      {...buttonProps}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={ask.pending || reading || pending}
      onClick={() => void use()}
    >
      {t('passkeys.use')}
    </Button>
  );
}
