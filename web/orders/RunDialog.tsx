import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { showRuns } from '../layouts/runs-asked.ts';

type RunDialogProps = {
  title: string;
  hint: string;
  submit: string;
  pending: boolean;
  disabled?: boolean;
  /** The button has the focus first, instead of a field. */
  isReady?: boolean;
  start: () => Promise<{ ok: boolean }>;
  /** The selection ends once the work has begun. */
  chosen?: { clear: () => void };
  onClose: () => void;
  children: ReactNode;
};

/** Starts long work on many sales, which goes on in the list of tasks. */
export function RunDialog(props: RunDialogProps) {
  const { title, hint, submit, pending, disabled = false, isReady = false, start, chosen, onClose } = props;
  const { t } = useTranslation();
  const begin = async () => {
    const done = await start();
    if (!done.ok) return;
    chosen?.clear();
    onClose();
    showRuns();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Stack>
        <Text size="sm">{hint}</Text>
        {props.children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('act.cancel')}
          </Button>
          <Button
            loading={pending}
            disabled={disabled}
            onClick={() => void begin()}
            data-autofocus={isReady || undefined}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
