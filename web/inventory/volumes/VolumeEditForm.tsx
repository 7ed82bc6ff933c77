import { api } from '#contract/index.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { changesOf } from '../../ui/form/collection.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { lotBody, noLot } from '../lots/LotFields.tsx';
import { type LineValues, mapLineError, VolumeLines } from './VolumeLines.tsx';
import type { TaskProps } from './volume-task.ts';

const valuesOf = (volume: Volume) => ({
  name: volume.name,
  tested: volume.tested,
  lines: volume.lines.map(
    (line): LineValues => ({
      id: line.id,
      variation: { id: line.variation.id, name: `${line.product.name} · ${line.sku}` },
      quantity: line.quantity,
      price: line.price ?? null,
      asksLots: line.lot !== null,
      lot: line.lot ? { code: line.lot.code, expiresOn: line.lot.expiresOn } : noLot,
    }),
  ),
});

const lineBody = (line: LineValues) => ({
  variationId: line.variation?.id ?? Number.NaN,
  quantity: line.quantity ?? Number.NaN,
  price: line.price,
  ...lotBody(line.lot),
});

/** Name and contents of a volume before its launch. */
export function VolumeEditForm({ volume, close }: TaskProps) {
  const { t } = useTranslation(['inventory', 'ui']);
  const initial = valuesOf(volume);
  const params = { id: volume.id };
  const form = useForm({
    endpoint: api.volumes.update,
    initial,
    version: volume.version,
    send: ({ name, tested, lines }, version) => ({
      params,
      body: { name, tested, lines: changesOf(initial.lines, lines, lineBody) },
      version,
    }),
    mapError: mapLineError,
    onSaved: close,
    conflict: {
      load: async () => {
        const now = await call(api.volumes.detail, { params });
        return { values: valuesOf(now), version: now.version };
      },
    },
  });
  return (
    <Form form={form} guard={false}>
      <FieldRow>
        <TextField {...form.field('name')} data-autofocus label={t('volumes.name')} />
        <SwitchField {...form.field('tested')} label={t('volumes.tested')} />
      </FieldRow>
      <VolumeLines form={form} />
      <DialogSubmit form={form} label={t('ui:act.save')} />
    </Form>
  );
}
