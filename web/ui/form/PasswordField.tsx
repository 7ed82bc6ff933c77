import { PasswordInput } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import type { FieldProps } from '../bindings.ts';

type PasswordFieldProps = FieldProps<string> & {
  autoComplete: 'current-password' | 'new-password';
  inputMode?: 'numeric';
};

export function PasswordField({ onChange, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...rest}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
