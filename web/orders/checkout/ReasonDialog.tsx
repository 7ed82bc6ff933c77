import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { useRefusesScans } from '../../ui/scan/refuse-scans.ts';

type ReasonDialogProps = {
  title: string;
  text?: string;
  label: string;
  /** Word on the button that does it. */
  act: string;
  required?: boolean;
  /** Usual reasons: one press gives it, and nothing is typed. */
  choices?: readonly string[];
  /** The line is a code: its Enter is the scanner's, and ends the dialog. */
  scanned?: boolean;
  onClose: () => void;
  /** True closes the dialog; a text says at the line what is wrong with it. */
  onGiven: (value: string) => Promise<boolean | string>;
};

/**
 * Asks for one line before an act: a reason, a code. A reason is given by a press: whoever goes on scanning over the
 * dialog has typed a code and its Enter, and has decided nothing.
 */
export function ReasonDialog({ title, text, label, act, required, scanned, ...given }: ReasonDialogProps) {
  const { choices = [], onClose, onGiven } = given;
  const { t } = useTranslation();
  const { t: words } = useTranslation('fields');
  const [value, setValue] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useCodeField(field, scanned === true);
  const scan = useRefusesScans(field, scanned !== true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void give(value);
  };
  const give = async (value: string) => {
    if (required && value.trim() === '') return setWrong(words('required'));
    setBusy(true);
    const done = await onGiven(value.trim());
    setBusy(false);
    if (done === true) onClose();
    if (typeof done === 'string') setWrong(done);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {text && <Text>{text}</Text>}
          {choices.map((choice) => (
            <Button
              key={choice}
              size="floor"
              variant="default"
              disabled={busy}
              onClick={() => void give(choice)}
            >
              {choice}
            </Button>
          ))}
          <TextInput
            ref={field}
            size="floor"
            label={label}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setWrong(null);
              scan.forget();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !scanned) event.preventDefault();
            }}
            error={scan.refused ? t('scan.notHere') : (wrong ?? undefined)}
            required={required}
            maxLength={300}
            data-autofocus={choices.length === 0 || undefined}
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
