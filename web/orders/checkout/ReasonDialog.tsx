import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';

type ReasonDialogProps = {
  title: string;
  text?: string;
  label: string;
  /** Word on the button that does it. */
  act: string;
  required?: boolean;
  /** The line is a code: its Enter is the scanner's, and ends the dialog. */
  scanned?: boolean;
  onClose: () => void;
  /** True closes the dialog. */
  onGiven: (value: string) => Promise<boolean>;
};

/**
 * Asks for one line before an act: a reason, a code. A reason is given by a press: whoever goes on scanning over the
 * dialog has typed a code and its Enter, and has decided nothing.
 */
export function ReasonDialog({ title, text, label, act, required, scanned, ...given }: ReasonDialogProps) {
  const { onClose, onGiven } = given;
  const { t } = useTranslation();
  const { t: words } = useTranslation('fields');
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (required && value.trim() === '') return setMissing(true);
    setBusy(true);
    const done = await onGiven(value.trim());
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {text && <Text>{text}</Text>}
          <TextInput
            size="floor"
            label={label}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setMissing(false);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !scanned) event.preventDefault();
            }}
            error={missing ? words('required') : undefined}
            required={required}
            maxLength={300}
            data-autofocus
          />
          <DialogChoice onBack={onClose}>
            <Button size="floor" type="submit" loading={busy}>
              {act}
            </Button>
          </DialogChoice>
        </Stack>
      </form>
    </Modal>
  );
}
