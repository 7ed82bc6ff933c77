import { Text } from '@mantine/core';
import { marginBeforeTax } from '#contract/money.ts';
import { useTranslation } from '../i18n.ts';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../ui/form/Form.tsx';
import type { FormState } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Money, Percent } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';

export type TermValues = {
  quantityCap: number | null;
  buffer: number | null;
  price: number | null;
  active: boolean;
  linkedOnly: boolean;
  example: string;
};
type TermsForm = Pick<FormState<TermValues>, 'values' | 'field'>;

/** Quantity, price and buyers of an offer; `cost` shows the profit per unit. */
export function DropshipItemFields({ form, cost }: { form: TermsForm; cost?: number | null }) {
  const { t } = useTranslation('dropshipping');
  const { can, session } = useSession();
  const { price } = form.values;
  // Own goods are offered at their product's cost, which is asked for only if it is missing.
  const isOwn = session?.business?.type === 'sales';
  const asksPrice = can('prices.read') && !(isOwn && cost != null);
  return (
    <>
      <FieldRow>
        {asksPrice && (
          <MoneyField
            {...form.field('price')}
            label={t(isOwn ? 'offers.cost' : 'offers.price')}
            description={t(isOwn ? 'offers.ownCostMissing' : 'offers.priceHint')}
            required
          />
        )}
        <NumberField
          {...form.field('quantityCap')}
          label={t('offers.cap')}
          description={t('offers.capHint')}
          required
        />
        <NumberField
          {...form.field('buffer')}
          label={t('offers.buffer')}
          description={t('offers.bufferHint')}
          required
        />
      </FieldRow>
      {isOwn && cost != null && (
        <Text size="sm">
          {t('offers.cost')}: <Money value={cost} strong /> · {t('offers.ownCostHint')}
        </Text>
      )}
      {!isOwn && cost != null && price !== null && price > 0 && (
        <Text size="sm" c="dimmed">
          {t('offers.cost')}: <Money value={cost} /> · {t('offers.margin')}: <Money value={price - cost} /> (
          <Percent value={marginBeforeTax(price, cost, { basisPoints: 0, fixed: 0, freight: null })} />)
        </Text>
      )}
      <FieldRow>
        <SwitchField
          {...form.field('active')}
          label={t('offers.active')}
          description={t('offers.activeHint')}
        />
        <SwitchField
          {...form.field('linkedOnly')}
          label={t('offers.linkedOnly')}
          description={t('offers.linkedHint')}
        />
      </FieldRow>
      <TextField
        {...form.field('example')}
        type="url"
        label={t('offers.example')}
        description={t('offers.exampleHint')}
        placeholder="https://"
        maxLength={600}
      />
    </>
  );
}
