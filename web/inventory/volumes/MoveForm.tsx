import { useRef } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import type { Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { PositionField } from './PositionField.tsx';
import type { TaskProps } from './volume-task.ts';

export function MoveForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.volumes.move,
    initial: { position: null as Reference | null },
    send: ({ position }) => ({
      params: { id: volume.id },
      body: { positionId: position?.id ?? Number.NaN },
    }),
    mapError: () => 'position',
    onSaved: close,
  });
  const field = useRef<HTMLInputElement>(null);
  useCodeField(field);
  return (
    <Form form={form} guard={false}>
      <PositionField
        {...form.field('position')}
        label={t('volumes.moveTo')}
        description={t('volumes.positionOf', { warehouse: volume.warehouse.name })}
        warehouseId={volume.warehouse.id}
        required
        data-autofocus
        ref={field}
        onExact={() => void form.submit()}
      />
      <DialogSubmit form={form} label={t('volumes.move')} />
    </Form>
  );
}
