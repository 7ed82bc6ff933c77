import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { useRefusesScans } from '../../ui/scan/refuse-scans.ts';

type ReasonDialogProps = {
  title: string;
  text?: string;
  label: string;
  /** Label of the button. */
  act: string;
  required?: boolean;
  /** Common reasons, each given by one press without typing. */
  choices?: readonly string[];
  /** The input is a code: Enter comes from the scanner and submits. */
  scanned?: boolean;
  onClose: () => void;
  /** True closes the dialog; a text is an error of the input. */
  onGiven: (value: string) => Promise<boolean | string>;
  /** Below the input. */
  children?: ReactNode;
};

/**
 * Asks for one line before an act: a reason or a code. Reasons are confirmed by a press, because a scanner types a
 * code and Enter without any decision.
 */
export function ReasonDialog({ title, text, label, act, required, scanned, ...given }: ReasonDialogProps) {
  const { choices = [], onClose, onGiven, children } = given;
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
          {children}
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
