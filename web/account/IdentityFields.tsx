import { Group } from '@mantine/core';
import { type PasskeyProof, passkeys } from '#contract/account/passkey.ts';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import type { FormState } from '../ui/form/form-state.ts';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { canUsePasskeys } from './passkey-ceremony.ts';

/** Initial values of a form with password and second step. */
export type Identity = { password: string; token: string; passkey: PasskeyProof | null };
export const noIdentity: Identity = { password: '', token: '', passkey: null };

/** The body of such a form; a passkey takes precedence over a code. */
export const identityBody = ({ password, token, passkey }: Identity, twoStep: boolean) =>
  twoStep ? { password, ...(passkey ? { passkey } : { token }) } : { password };

type IdentityFieldsProps = { form: FormState<Identity>; twoStep: boolean; autoFocus?: boolean };

/** The current password in a form, and the second step of a person who has one. */
export function IdentityFields({ form, twoStep, autoFocus = true }: IdentityFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t('fields.currentPassword')}
        autoComplete="current-password"
        required
        autoFocus={autoFocus}
      />
      {twoStep && <SecondStepField form={form} />}
    </>
  );
}

/** The second step in a form: a code, or a passkey if the person has one; the passkey submits the form. */
function SecondStepField({ form }: { form: FormState<Identity> }) {
  const mine = useApi(passkeys.list, {});
  const has = canUsePasskeys() && (mine.data?.items.length ?? 0) > 0;
  async function sendWith(proof: PasskeyProof) {
    form.set('passkey', proof);
    await form.submit();
    // A proof is valid for one act.
    form.set('passkey', null);
  }
  return (
    <>
      <CodeField {...form.field('token')} />
      {has && (
        <Group>
          <PasskeyButton at="session" variant="default" onProof={sendWith} pending={form.pending} />
        </Group>
      )}
    </>
  );
}
