import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { labelSizes } from '#contract/inventory/volume-tag.ts';
import { fetchToDisk } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import type { Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { TaskProps } from './volume-task.ts';

/** An act that only needs a reason. */
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

/** Copies with codes of their own, whose labels are printed at once. */
export function ReplicateForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const [made, setMade] = useState<readonly Reference[]>([]);
  const form = useForm({
    endpoint: api.volumes.replicate,
    initial: { copies: 1 as number | null },
    send: ({ copies }) => ({ params: { id: volume.id }, body: { copies: copies ?? Number.NaN } }),
    onSaved: ({ items }) => setMade(items),
  });
  if (made.length > 0) return <LabelsOfCopies copies={made} close={close} />;
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

function LabelsOfCopies({ copies, close }: { copies: readonly Reference[]; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const volumes = copies.map(({ id }) => id).join(',');
  return (
    <Stack>
      <Text>{t('volumes.copiesMade', { codes: copies.map(({ name }) => name).join(', ') })}</Text>
      <Group>
        {labelSizes.map((size) => (
          <Button
            key={size}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void fetchToDisk(api.volumesTags.batchPdf, { query: { volumes, size } })}
          >
            {t(`volumes.copyLabels.${size}`)}
          </Button>
        ))}
        <Button variant="default" onClick={close}>
          {t('ui:act.close')}
        </Button>
      </Group>
    </Stack>
  );
}
