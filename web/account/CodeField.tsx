import type { ComponentProps } from 'react';
import { useTranslation } from '../i18n.ts';
import { TextField } from '../ui/form/TextField.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** A code of the authenticator app or a recovery code; phones offer what they received. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('account');
  return (
    <TextField {...props} label={t('fields.code')} autoComplete="one-time-code" maxLength={64} required />
  );
}
