import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ListedAdvertisement, maxCapsUndone } from '#contract/advertisements/advertisement.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';

const canUndo = (caps: number) => caps > 0 && caps <= maxCapsUndone;

type CapDialogProps = { chosen: Chosen<ListedAdvertisement>; onClose: () => void };

/** Maximum quantity that many advertisements show; an empty value removes the cap. */
export default function CapDialog({ chosen, onClose }: CapDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [quantityCap, setCap] = useState<number | null>(null);
  const change = useAct(api.advertisements.bulkUpdate, { success: false });
  const takeBack = useAct(api.advertisements.undo, { success: false });
  const save = async () => {
    const done = await change.run({ body: { ...chosen.body, change: { quantityCap } } });
    if (!done.ok) return;
    const { capped: rows } = done.response;
    const undo = async () => {
      const back = await takeBack.run({ body: { left: quantityCap, rows } });
      return back.ok ? back.response : null;
    };
    const message = actMessage('successes', 'advertisements.bulkUpdate') ?? '';
    chosen.settle(done.response, message, canUndo(rows.length) ? undo : undefined);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.capTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <Text size="sm">{t('ui:table.selected', { rows: chosen.rowsText })}</Text>
        <Text size="sm">{t('bulk.capHint')}</Text>
        <NumberField label={t('bulk.cap')} value={quantityCap} onChange={setCap} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button loading={change.pending} disabled={Number.isNaN(quantityCap)} onClick={() => void save()}>
            {t('bulk.capSubmit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
