import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useCodeField } from '../../ui/scan/code-field.ts';
import { PositionField } from './PositionField.tsx';
import type { TaskProps } from './volume-task.ts';

type Values = {
  quantities: (number | null)[];
  where: 'existing' | 'new';
  target: Reference | null;
  position: Reference | null;
  name: string;
};

export function MoveProductsForm({ volume, close }: TaskProps) {
  const { t } = useTranslation(['inventory', 'fields']);
  const initial: Values = {
    quantities: volume.lines.map(() => null),
    where: 'existing',
    target: null,
    position: null,
    name: '',
  };
  /** Lines to move, each with its row of the form. */
  const chosen = (values: Values) =>
    values.quantities.flatMap((quantity, row) => {
      const line = volume.lines[row];
      return quantity && line ? [{ row, lineId: line.id, quantity }] : [];
    });
  const sent = useRef<number[]>([]);
  const target = useRef<HTMLInputElement>(null);
  useCodeField(target);
  const form = useForm({
    endpoint: api.volumes.moveProducts,
    initial,
    send: (values) => {
      sent.current = chosen(values).map(({ row }) => row);
      return {
        params: { id: volume.id },
        body: {
          lines: chosen(values).map(({ lineId, quantity }) => ({ lineId, quantity })),
          ...(values.where === 'existing'
            ? { targetId: values.target?.id ?? Number.NaN }
            : { create: { positionId: values.position?.id ?? Number.NaN, name: values.name } }),
        },
      };
    },
    mapError: (path) => {
      const row = sent.current[Number(/^lines\.(\d+)/.exec(path)?.[1])];
      if (row !== undefined) return `quantities.${row}`;
      if (path === 'lines') return 'quantities.0';
      return { targetId: 'target', 'create.positionId': 'position', 'create.name': 'name' }[path] ?? path;
    },
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <Stack gap="xs">
        {volume.lines.map((line, row) => (
          <FieldRow key={line.id}>
            <Text style={{ alignSelf: 'center' }}>
              {line.product.name}
              {line.variation.name &&
                line.variation.name !== line.product.name &&
                ` · ${line.variation.name}`}
              <Text size="xs" c="dimmed">
                {line.sku}
              </Text>
            </Text>
            <NumberField
              {...form.field(`quantities.${row}`)}
              aria-label={`${t('volumes.quantity')} ${line.sku}`}
              placeholder={t('volumes.free', { count: line.quantity - line.pinned })}
              max={line.quantity - line.pinned}
            />
          </FieldRow>
        ))}
      </Stack>
      <SegmentedControl
        aria-label={t('volumes.moveWhere')}
        value={form.values.where}
        onChange={(where) => form.set('where', where === 'new' ? 'new' : 'existing')}
        data={[
          { value: 'existing', label: t('volumes.moveExisting') },
          { value: 'new', label: t('volumes.moveNew') },
        ]}
      />
      {form.values.where === 'existing' ? (
        <AsyncSelect
          {...form.field('target')}
          label={t('volumes.target')}
          endpoint={api.volumes.list}
          always={`warehouse:${volume.warehouse.id} state:active,empty`}
          option={(item) => ({ id: item.id, name: item.code, hint: item.position?.code })}
          required
          ref={target}
          // A scanned label selects its volume; the quantity to move is typed.
          onExact={() => undefined}
        />
      ) : (
        <FieldRow>
          <PositionField
            {...form.field('position')}
            label={t('volumes.position')}
            warehouseId={volume.warehouse.id}
            required
          />
          <TextField {...form.field('name')} label={t('volumes.moveNewName')} />
        </FieldRow>
      )}
      <DialogSubmit form={form} label={t('volumes.moveProducts')} />
    </Form>
  );
}
