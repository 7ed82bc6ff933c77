import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Unbroken } from '../page/Unbroken.tsx';
import type { Asked } from './confirm.ts';
import { DialogChoice } from './DialogChoice.tsx';

/** The dialog of `confirm()`, loaded with the first question. */
export default function ConfirmDialog({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const locked = asked.type !== undefined && typed.trim() !== asked.type;
  // Enter cancels, whether pressed in a hurry or by a scanner.
  const backFocused = !asked.type && (asked.tone === 'bad' || asked.careful === true);
  const act = (
    <Button
      size={asked.floor ? 'floor' : undefined}
      color={asked.tone === 'bad' ? 'red' : undefined}
      disabled={locked}
      data-autofocus={(!asked.type && !backFocused) || undefined}
      onClick={() => asked.answer(true)}
    >
      {asked.confirm ?? t('act.confirm')}
    </Button>
  );
  return (
    <Modal
      opened
      onClose={() => asked.answer(false)}
      title={<Unbroken text={asked.title} />}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Stack>
        {asked.message && <Text style={{ whiteSpace: 'pre-line' }}>{asked.message}</Text>}
        {asked.type && (
          <TextInput
            data-autofocus
            label={t('confirm.type', { word: asked.type })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {asked.floor ? (
          <DialogChoice back={asked.cancel} backFocused={backFocused} onBack={() => asked.answer(false)}>
            {act}
          </DialogChoice>
        ) : (
          <Group justify="flex-end">
            <Button
              variant="default"
              data-autofocus={backFocused || undefined}
              onClick={() => asked.answer(false)}
            >
              {asked.cancel ?? t('act.cancel')}
            </Button>
            {act}
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
