import { Stack, Text, TextInput } from '@mantine/core';
import { IconBarcode, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import type { Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { play } from '../../ui/scan/sounds.ts';
import { PositionField } from './PositionField.tsx';
import type { TaskProps } from './volume-task.ts';

/** Two scans: the label on the volume, then its position. */
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
  const field = useRef<HTMLInputElement>(null);
  useCodeField(field);
  const tag = useAct(api.volumes.tag, { settles: true, success: false, onSuccess: () => play('good') });
  const read = () => {
    const same = asCode(text) === code;
    setWrong(!same);
    if (same) return void tag.run({ params: { id }, body: { code: text } });
    setText('');
    play('bad');
  };
  return (
    <TextInput
      ref={field}
      label={t('volumes.launchScanLabel')}
      leftSection={<IconBarcode size={18} aria-hidden />}
      value={text}
      autoComplete="off"
      data-autofocus
      readOnly={tag.pending}
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
    mapError: () => {
      play('bad');
      return 'position';
    },
    onSaved: () => {
      play('done');
      close();
    },
  });
  const untagged = volume.state === 'registered';
  const field = useRef<HTMLInputElement>(null);
  useCodeField(field);
  // After the label, the next code is the position, wherever the focus is.
  useEffect(() => {
    if (!untagged) field.current?.focus();
  }, [untagged]);
  return (
    <Form form={form} guard={false}>
      <PositionField
        {...form.field('position')}
        label={t('volumes.launchScanPosition')}
        description={t('volumes.positionOf', { warehouse: volume.warehouse.name })}
        warehouseId={volume.warehouse.id}
        disabled={untagged}
        data-autofocus={!untagged || undefined}
        ref={field}
        onExact={() => void form.submit()}
        required
      />
      {!untagged && <DialogSubmit form={form} label={t('volumes.launch')} />}
    </Form>
  );
}
