import { FileInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';

type ProofFieldProps = {
  value: File | null;
  onChange: (file: File | null) => void;
  description?: string;
  missing: boolean;
};

/** The proof of a payment, as a PDF or a picture. */
export function ProofField({ value, onChange, description, missing }: ProofFieldProps) {
  const { t } = useTranslation('dropshipping');
  const { t: words } = useTranslation('fields');
  const { t: ui } = useTranslation();
  return (
    <FileInput
      label={t('settlement.pay.proof')}
      description={description}
      placeholder={t('settlement.pay.chooseFile')}
      accept="application/pdf,image/png,image/jpeg"
      leftSection={<IconPaperclip size={16} aria-hidden />}
      value={value}
      onChange={onChange}
      error={missing ? words('required') : undefined}
      required
      clearable
      clearButtonProps={{ 'aria-label': ui('field.clear') }}
    />
  );
}
