import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { Asked } from './confirm.ts';

/** The dialog behind `confirm()`; loaded when the first question is asked. */
export default function ConfirmDialog({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const locked = asked.type !== undefined && typed.trim() !== asked.type;
  return (
    <Modal
      opened
      onClose={() => asked.answer(false)}
      title={asked.title}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Stack>
        {asked.message && <Text>{asked.message}</Text>}
        {asked.type && (
          <TextInput
            data-autofocus
            label={t('confirm.type', { word: asked.type })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            // Enter does no harm: not that of a hurried hand, and not a scanner's.
            data-autofocus={!asked.type && asked.tone === 'bad' ? true : undefined}
            onClick={() => asked.answer(false)}
          >
            {asked.cancel ?? t('act.cancel')}
          </Button>
          <Button
            color={asked.tone === 'bad' ? 'red' : undefined}
            disabled={locked}
            data-autofocus={!asked.type && asked.tone !== 'bad' ? true : undefined}
            onClick={() => asked.answer(true)}
          >
            {asked.confirm ?? t('act.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
