import { useTranslation } from '../i18n.ts';
import type { Binding } from '../ui/bindings.ts';
import { FieldRow } from '../ui/form/Form.tsx';
import { PasswordField } from '../ui/form/PasswordField.tsx';

type NewPasswordFieldsProps = { password: Binding<string>; confirmation: Binding<string>; label: string };

/** A new password and its repetition. */
export function NewPasswordFields({ password, confirmation, label }: NewPasswordFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <FieldRow>
      <PasswordField
        {...password}
        label={label}
        description={t('fields.passwordHint')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...confirmation}
        label={t('fields.passwordConfirmation')}
        autoComplete="new-password"
        required
      />
    </FieldRow>
  );
}
