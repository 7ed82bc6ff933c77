import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { DialogSubmit } from './DialogSubmit.tsx';
import type { TaskProps } from './volume-task.ts';

/** An act that wants nothing but its reason. */
export function UnlaunchForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.unlaunch,
    initial: { reason: '' },
    send: (body) => ({ params: { id: volume.id }, body }),
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <TextField {...form.field('reason')} label={t('volumes.reason')} required autoFocus />
      <DialogSubmit form={form} label={t('volumes.unlaunch')} />
    </Form>
  );
}

export function ReplicateForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.replicate,
    initial: { copies: 1 as number | null },
    send: ({ copies }) => ({ params: { id: volume.id }, body: { copies: copies ?? Number.NaN } }),
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <NumberField
        {...form.field('copies')}
        label={t('volumes.copies')}
        min={1}
        max={100}
        required
        autoFocus
      />
      <DialogSubmit form={form} label={t('volumes.replicate')} />
    </Form>
  );
}
