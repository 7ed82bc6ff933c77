import { ActionIcon, Group, SegmentedControl } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { writeMoney } from '../quantity.ts';
import { AsyncSelect } from '../ui/form/AsyncSelect.tsx';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../ui/form/Form.tsx';
import type { FormState } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import type { OrderValues } from './order-values.ts';

/** One line of a manual sale: an own advertisement, or an offer of the catalogue. */
export function OrderLineFields({ form, index }: { form: FormState<OrderValues>; index: number }) {
  const { t } = useTranslation('orders');
  const line = form.values.lines[index];
  if (!line) return null;
  const item = form.field(`lines.${index}.item`);
  const choose = (source: string) => {
    form.set(`lines.${index}.source`, source === 'offer' ? 'offer' : 'advertisement');
    form.set(`lines.${index}.item`, null);
  };
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <SegmentedControl
          size="xs"
          aria-label={t('create.source')}
          value={line.source}
          onChange={choose}
          data={[
            { value: 'advertisement', label: t('create.fromAdvertisement') },
            { value: 'offer', label: t('create.fromOffer') },
          ]}
        />
        {form.values.lines.length > 1 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('create.removeLine')}
            onClick={() => form.remove('lines', index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <FieldRow>
        {line.source === 'offer' ? (
          <AsyncSelect
            {...item}
            endpoint={api.dropshipping.list}
            label={t('create.offer')}
            option={(offer) => ({
              id: offer.id,
              name: offer.name,
              hint: `${offer.supplier.name} · ${writeMoney(offer.price)} · ${offer.available}`,
            })}
            required
          />
        ) : (
          <AsyncSelect
            {...item}
            endpoint={api.advertisements.list}
            label={t('create.advertisement')}
            option={(ad) => ({ id: ad.id, name: ad.product })}
            required
          />
        )}
        <NumberField
          {...form.field(`lines.${index}.quantity`)}
          label={t('create.quantity')}
          min={1}
          required
        />
        <MoneyField {...form.field(`lines.${index}.unitPrice`)} label={t('create.unitPrice')} required />
      </FieldRow>
    </div>
  );
}
