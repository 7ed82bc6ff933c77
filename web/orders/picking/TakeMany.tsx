import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { PickingBeep, PickingStop } from '#contract/orders/picking.ts';
import { newKey } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

type TakeManyProps = {
  id: number;
  stop: PickingStop;
  /** The scan of the first unit and its place. */
  scanned: { code: string; from: string };
  onTaken: (done: PickingBeep) => void;
};

/** After one unit is scanned, the others of the same product at this place are counted by typing their number. */
export function TakeMany({ id, stop, scanned, onTaken }: TakeManyProps) {
  const { t } = useTranslation('orders');
  // One idempotency key per entry, so that a retry after a lost answer counts once.
  const [clientId] = useState(newKey);
  const form = useForm({
    endpoint: api.picking.beep,
    initial: { quantity: stop.quantity as number | null },
    success: false,
    send: ({ quantity }) => ({
      params: { id },
      body: { ...scanned, quantity: quantity ?? Number.NaN, clientId },
    }),
    onSaved: onTaken,
  });
  return (
    <Form form={form} guard={false}>
      <Group align="end" gap="sm">
        <NumberField
          size="floor"
          {...form.field('quantity')}
          label={t('picking.more', { sku: stop.sku, all: stop.quantity })}
          min={1}
          max={stop.quantity}
        />
        <Button type="submit" size="floor" variant="default" loading={form.pending}>
          {t('picking.takeMany')}
        </Button>
      </Group>
    </Form>
  );
}
