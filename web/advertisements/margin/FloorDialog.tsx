import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type FloorAction, floorActions, type MarginFloor } from '#contract/advertisements/margin-change.ts';
import { useTranslation } from '../../i18n.ts';
import { PercentField } from '../../ui/form/brazilian-fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';

type FloorDialogProps = {
  title: string;
  hint: string;
  /** Explains a missing floor. */
  none: string;
  floor: MarginFloor | null;
  pending: boolean;
  save: (floor: MarginFloor | null) => Promise<{ ok: boolean }>;
  onClose: () => void;
};

/** The margin floor of an account or a publication, and what happens below it. */
export function FloorDialog({ title, hint, none, floor, pending, save, onClose }: FloorDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [action, setAction] = useState<FloorAction | 'off'>(floor?.action ?? 'off');
  const [margin, setMargin] = useState<number | null>(floor?.basisPoints ?? 1000);
  const isAmiss = action !== 'off' && !(margin !== null && margin >= -10_000 && margin <= 9_000);
  const submit = async () => {
    const next = action === 'off' || margin === null ? null : { basisPoints: margin, action };
    if ((await save(next)).ok) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui:act.close') }}>
      <Stack>
        <Text size="sm">{hint}</Text>
        <SelectField
          label={t('margin.floor.action')}
          value={action}
          options={[
            { value: 'off' as const, label: none },
            ...floorActions.map((value) => ({ value, label: t(`margin.actions.${value}`) })),
          ]}
          onChange={(next) => setAction(next ?? 'off')}
        />
        {action !== 'off' && (
          <PercentField label={t('margin.floor.margin')} value={margin} onChange={setMargin} required />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button loading={pending} disabled={isAmiss} onClick={() => void submit()}>
            {t('margin.floor.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
