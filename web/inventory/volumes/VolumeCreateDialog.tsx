import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { lotBody } from '../lots/LotFields.tsx';
import { type LineValues, mapLineError, newLine, VolumeLines } from './VolumeLines.tsx';

type Props = { close: () => void; created: (id: number) => void };
type NewVolumeValues = {
  warehouse: Reference | null;
  name: string;
  reason: string;
  lines: LineValues[];
};

/** Registers a volume by hand, then opens it to print its label and launch it. */
export default function VolumeCreateDialog({ close, created }: Props) {
  const { t } = useTranslation(['inventory', 'ui']);
  const [initial] = useState<NewVolumeValues>(() => ({
    warehouse: null,
    name: '',
    reason: '',
    lines: [newLine()],
  }));
  const form = useForm({
    endpoint: api.volumes.create,
    initial,
    send: ({ warehouse, name, reason, lines }) => ({
      body: {
        warehouseId: warehouse?.id ?? Number.NaN,
        name,
        reason,
        lines: lines.map((line) => ({
          variationId: line.variation?.id ?? Number.NaN,
          quantity: line.quantity ?? Number.NaN,
          price: line.price,
          ...lotBody(line.lot),
        })),
      },
    }),
    mapError: mapLineError,
    onSaved: (volume) => created(volume.id),
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('volumes.new')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Text size="sm" c="dimmed">
          {t('volumes.registerHint')}
        </Text>
        <FieldRow>
          <AsyncSelect
            {...form.field('warehouse')}
            label={t('volumes.warehouse')}
            endpoint={api.warehouses.list}
            pickOnly
            required
          />
          <TextField {...form.field('name')} label={t('volumes.name')} />
          <TextField
            {...form.field('reason')}
            label={t('volumes.reason')}
            placeholder={t('volumes.reasonExample')}
            required
          />
        </FieldRow>
        <VolumeLines form={form} />
        <DialogSubmit form={form} label={t('volumes.registerAndPrint')} />
      </Form>
    </Modal>
  );
}
