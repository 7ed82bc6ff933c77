import { Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import {
  type BlockCause,
  blockCauses,
  maxBlockPhotos,
  writeOffCauses,
} from '#contract/inventory/volume-states.ts';
import { useTranslation } from '../../i18n.ts';
import { keepPictures } from '../../products/images/image-upload.ts';
import { filesOf } from '../../products/images/picture-parts.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { TaskProps } from './volume-task.ts';

/** Holds a volume back as damaged, in quarantine or failed in a test, until it is released or written off. */
export function BlockForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.block,
    initial: { cause: 'quarantine' as BlockCause | null, reason: '', photos: [] as ImageItem[] },
    send: ({ cause, reason, photos }) => ({
      params: { id: volume.id },
      body: { ...(cause && { cause }), reason },
      ...filesOf(photos),
    }),
    onSaved: close,
  });
  const options = blockCauses.map((value) => ({ value, label: t(`volumes.blockCauses.${value}`) }));
  return (
    <Form form={form} guard={false}>
      <SelectField {...form.field('cause')} label={t('volumes.blockCause')} options={options} required />
      <TextField {...form.field('reason')} label={t('volumes.reason')} required autoFocus />
      <ImagesField
        {...form.field('photos')}
        label={t('volumes.blockPhotos')}
        upload={keepPictures}
        max={maxBlockPhotos}
        camera
      />
      <DialogSubmit form={form} label={t('volumes.block')} />
    </Form>
  );
}

export function WriteOffForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.writeOff,
    initial: { cause: 'damaged' as (typeof writeOffCauses)[number] | null, reason: '' },
    send: ({ cause, reason }) => ({
      params: { id: volume.id },
      body: { cause: cause ?? 'damaged', reason },
    }),
    onSaved: close,
  });
  const options = writeOffCauses.map((value) => ({ value, label: t(`balances.causes.${value}`) }));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('volumes.writeOffHint')}
      </Text>
      <Form form={form} guard={false}>
        <SelectField {...form.field('cause')} label={t('volumes.writeOffCause')} options={options} required />
        <TextField {...form.field('reason')} label={t('volumes.reason')} required autoFocus />
        <DialogSubmit form={form} label={t('volumes.writeOff')} />
      </Form>
    </Stack>
  );
}
