import { type ComponentProps, useRef } from 'react';
import { useTranslation } from '../i18n.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { useRefusesScans } from '../ui/scan/refuse-scans.ts';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/**
 * A code of the authenticator app or a recovery code. Phones offer a code from a message; a scanned product code is
 * refused.
 */
export function CodeField({ onChange, error, ...rest }: CodeFieldProps) {
  const { t } = useTranslation(['account', 'ui']);
  const input = useRef<HTMLInputElement>(null);
  const { refused, forget } = useRefusesScans(input);
  return (
    <TextField
      {...rest}
      ref={input}
      label={t('fields.code')}
      autoComplete="one-time-code"
      maxLength={64}
      required
      error={refused ? t('ui:scan.notHere') : error}
      onChange={(value) => {
        forget();
        onChange(value);
      }}
    />
  );
}
