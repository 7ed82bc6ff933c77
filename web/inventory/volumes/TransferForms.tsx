import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { play } from '../../ui/scan/sounds.ts';
import { PositionField } from './PositionField.tsx';
import type { TaskProps } from './volume-task.ts';

/** To another warehouse of the business; its document is printed when it leaves. */
export function TransferForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.transfer,
    initial: { warehouseId: null as Reference | null, reason: '' },
    send: ({ warehouseId, reason }) => ({
      params: { id: volume.id },
      body: { warehouseId: warehouseId?.id ?? Number.NaN, reason },
    }),
    onSaved: close,
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('volumes.transferHint')}
      </Text>
      <Form form={form} guard={false}>
        <AsyncSelect
          {...form.field('warehouseId')}
          label={t('volumes.transferTo')}
          endpoint={api.warehouses.list}
          option={(item) => ({ id: item.id, name: item.name })}
          required
          autoFocus
        />
        <TextField {...form.field('reason')} label={t('volumes.reason')} required />
        <DialogSubmit form={form} label={t('volumes.transfer')} />
      </Form>
    </Stack>
  );
}

export function TransferPaperButton({ volume }: Pick<TaskProps, 'volume'>) {
  const { t } = useTranslation('inventory');
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void fetchToDisk(api.volumes.transferPdf, { params: { id: volume.id } })}
    >
      {t('volumes.transferPaper')}
    </Button>
  );
}

/** Arrival: first its label is scanned, and a wrong one refused at once, then the position. */
export function ArriveForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const [wrong, setWrong] = useState(false);
  const form = useForm({
    endpoint: api.volumes.arrive,
    initial: { code: '', positionId: null as Reference | null },
    send: ({ code, positionId }) => ({
      params: { id: volume.id },
      body: { code, positionId: positionId?.id ?? Number.NaN },
    }),
    onSaved: () => {
      play('done');
      close();
    },
  });
  const position = useRef<HTMLInputElement>(null);
  const { code } = form.values;
  const isRead = asCode(code) === volume.code;
  const label = useRef<HTMLInputElement>(null);
  useCodeField(isRead ? position : label);
  const read = () => {
    setWrong(!isRead);
    play(isRead ? 'good' : 'bad');
    if (isRead) position.current?.focus();
    else form.set('code', '');
  };
  return (
    <Form form={form} guard={false}>
      <TextInput
        ref={label}
        label={t('volumes.launchScanLabel')}
        value={code}
        autoComplete="off"
        data-autofocus
        required
        error={wrong ? t('volumes.launchOther') : form.errorOf('code')}
        onChange={(event) => {
          form.set('code', event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          read();
        }}
      />
      <PositionField
        {...form.field('positionId')}
        label={t('volumes.launchScanPosition')}
        description={t('volumes.positionOf', { warehouse: volume.warehouse.name })}
        warehouseId={volume.warehouse.id}
        ref={position}
        onExact={() => isRead && void form.submit()}
        required
      />
      <DialogSubmit form={form} label={t('volumes.arrive')} />
    </Form>
  );
}
