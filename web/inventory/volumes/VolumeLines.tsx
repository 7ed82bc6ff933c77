import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { variationLabel } from '#contract/products/variation.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { newTempId } from '../../ui/form/collection.ts';
import { FieldRow } from '../../ui/form/Form.tsx';
import type { FormState } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { useSession } from '../../use-session.ts';
import { LotFields, type LotValues, noLot } from '../lots/LotFields.tsx';

export type LineValues = {
  id?: number;
  tempId?: string;
  variation: Reference | null;
  quantity: number | null;
  price: number | null;
  /** Products that require a lot have fields for code and last day. */
  asksLots: boolean;
  lot: LotValues;
};
type LinesForm = Pick<FormState<{ lines: LineValues[] }>, 'values' | 'field' | 'add' | 'remove' | 'set'>;

export const newLine = (): LineValues => ({
  tempId: newTempId(),
  variation: null,
  quantity: 1,
  price: null,
  asksLots: false,
  lot: noLot,
});

/** Products of a volume with their quantities. */
export function VolumeLines({ form }: { form: LinesForm }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const { lines } = form.values;
  return (
    <Stack gap="xs">
      {lines.map((line, index) => (
        <div
          key={line.id ?? line.tempId}
          style={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 8, alignItems: 'end' }}
        >
          <FieldRow>
            <AsyncSelect
              {...form.field(`lines.${index}.variation`)}
              label={t('volumes.product')}
              endpoint={api.productsVariations.list}
              option={(item) => ({ id: item.id, name: variationLabel(item), hint: item.sku })}
              disabled={line.id !== undefined}
              onPick={(item) => form.set(`lines.${index}.asksLots`, item?.asksLots ?? false)}
              required
            />
            <NumberField
              {...form.field(`lines.${index}.quantity`)}
              label={t('volumes.quantity')}
              min={1}
              required
            />
            {can('prices.read') && (
              <MoneyField {...form.field(`lines.${index}.price`)} label={t('volumes.price')} />
            )}
            {line.asksLots && (
              <LotFields
                code={form.field(`lines.${index}.lot.code`)}
                day={form.field(`lines.${index}.lot.expiresOn`)}
              />
            )}
          </FieldRow>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('volumes.removeProduct', { position: index + 1 })}
            disabled={lines.length === 1}
            onClick={() => form.remove('lines', index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.add('lines', newLine())}
        style={{ alignSelf: 'start' }}
      >
        {t('volumes.addProduct')}
      </Button>
    </Stack>
  );
}

/** `lines.0.variationId` of the endpoint is `lines.0.variation` of the form. */
export const mapLineError = (path: string) =>
  path
    .replace(/^(lines\..*)\.variationId$/, '$1.variation')
    .replace(/^(lines\..*\.lot)$/, '$1.code')
    .replace(/^warehouseId$/, 'warehouse');
