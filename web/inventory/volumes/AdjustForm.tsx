import { Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { variationLabel } from '#contract/products/variation.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { LotFields, lotBody, noLot } from '../lots/LotFields.tsx';
import type { TaskProps } from './volume-task.ts';

export function AdjustForm({ volume, close }: TaskProps) {
  const { t } = useTranslation('inventory');
  const only = volume.lines.length === 1 ? volume.lines[0] : undefined;
  const form = useForm({
    endpoint: api.volumes.adjust,
    initial: {
      variation: (only
        ? { id: only.variation.id, name: `${only.product.name} · ${only.sku}` }
        : null) as Reference | null,
      quantity: (only?.quantity ?? null) as number | null,
      reason: '',
      asksLots: false,
      lot: noLot,
    },
    send: ({ variation, quantity, reason, lot }) => ({
      params: { id: volume.id },
      body: {
        variationId: variation?.id ?? Number.NaN,
        quantity: quantity ?? Number.NaN,
        reason,
        ...lotBody(lot),
      },
    }),
    mapError: (path) => ({ variationId: 'variation', lot: 'lot.code' })[path] ?? path,
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <Text size="sm" c="dimmed">
        {t('volumes.adjustHint')}
      </Text>
      <FieldRow>
        <AsyncSelect
          {...form.field('variation')}
          label={t('volumes.product')}
          endpoint={api.productsVariations.list}
          option={(item) => ({ id: item.id, name: variationLabel(item), hint: item.sku })}
          onPick={(item) => {
            const inside = volume.lines.find((line) => line.variation.id === item?.id);
            form.set('quantity', inside?.quantity ?? 0);
            // Existing contents already have a lot.
            form.set('asksLots', !inside && (item?.asksLots ?? false));
          }}
          required
        />
        <NumberField {...form.field('quantity')} label={t('volumes.newQuantity')} required />
      </FieldRow>
      {form.values.asksLots && (
        <FieldRow>
          <LotFields code={form.field('lot.code')} day={form.field('lot.expiresOn')} />
        </FieldRow>
      )}
      <TextField {...form.field('reason')} label={t('volumes.reason')} required />
      <DialogSubmit form={form} label={t('volumes.adjust')} />
    </Form>
  );
}
