import { PasswordInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../bindings.ts';
import { useRefusesScans } from '../scan/refuse-scans.ts';

type PasswordFieldProps = FieldProps<string> & {
  autoComplete: 'current-password' | 'new-password';
  inputMode?: 'numeric';
};

/** A password or PIN; scanned codes are refused. */
export function PasswordField({ onChange, error, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { refused, forget } = useRefusesScans(input);
  const fault = refused ? t('scan.notHere') : error;
  return (
    <PasswordInput
      {...rest}
      ref={input}
      error={fault}
      aria-invalid={fault ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0 }}
      onChange={(event) => {
        forget();
        onChange(event.currentTarget.value);
      }}
    />
  );
}
