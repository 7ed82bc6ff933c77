import { Stack, Text, TextInput } from '@mantine/core';
import { IconBarcode, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import type { Reference } from '../ui/AsyncSelect.tsx';
import { Form } from '../ui/Form.tsx';
import { useForm } from '../ui/form-state.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import { DialogSubmit } from './DialogSubmit.tsx';
import { PositionField } from './PositionField.tsx';
import type { TaskProps } from './VolumeDialog.tsx';

/** Two readings: the label that was stuck on the volume, then the position it stands in. */
export function LaunchForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('volumes.launchHint')}
      </Text>
      {volume.state === 'registered' ? (
        <LabelStep id={volume.id} code={volume.code} />
      ) : (
        <div>
          <StateBadge tone="good" icon={IconCircleCheck} label={t('volumes.launchTagged')} />
        </div>
      )}
      <PositionStep volume={volume} close={close} />
    </Stack>
  );
}

function LabelStep({ id, code }: { id: number; code: string }) {
  const { t } = useTranslation('inventory');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const tag = useAct(api.volumes.tag, { success: false });
  const read = () => {
    const same = text.trim().toUpperCase() === code;
    setWrong(!same);
    if (same) void tag.run({ params: { id }, body: { code: text } });
    else setText('');
  };
  return (
    <TextInput
      label={t('volumes.launchScanLabel')}
      leftSection={<IconBarcode size={18} aria-hidden />}
      value={text}
      autoComplete="off"
      data-autofocus
      disabled={tag.pending}
      error={wrong && t('volumes.launchOther')}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        read();
      }}
    />
  );
}

function PositionStep({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.launch,
    initial: { position: null as Reference | null },
    send: ({ position }) => ({
      params: { id: volume.id },
      body: { positionId: position?.id ?? Number.NaN },
    }),
    mapError: () => 'position',
    onSaved: close,
  });
  const untagged = volume.state === 'registered';
  return (
    <Form form={form} guard={false}>
      <PositionField
        {...form.field('position')}
        label={t('volumes.launchScanPosition')}
        warehouseId={volume.warehouse.id}
        disabled={untagged}
        required
      />
      {!untagged && <DialogSubmit form={form} label={t('volumes.launch')} />}
    </Form>
  );
}
