import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import bar from './DialogFoot.module.css';

type Step = { label: string; pending: boolean; possible: boolean; run: () => Promise<void> };

type PreviewDialogProps = {
  title: string;
  onClose: () => void;
  preview: Step;
  /** Null while there is no preview of what is typed. */
  apply: Step | null;
  children: ReactNode;
};

/** A wide dialog of a change of many rows: it is applied once its preview has been seen. */
export function PreviewDialog({ title, onClose, preview, apply, children }: PreviewDialogProps) {
  const { t } = useTranslation();
  const step = apply ?? preview;
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1120px, 100%)"
      title={title}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Stack>
        {children}
        <Group justify="flex-end" className={bar.foot}>
          <Button variant="default" onClick={onClose}>
            {t('act.cancel')}
          </Button>
          <Button
            key={apply ? 'apply' : 'preview'}
            loading={step.pending}
            disabled={!step.possible}
            onClick={() => void step.run()}
          >
            {step.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
