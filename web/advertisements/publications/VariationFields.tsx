import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { taxOf } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { AskForRates } from '../../marketplaces/AskForRates.tsx';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { GtinField, MoneyField, PercentField } from '../../ui/form/brazilian-fields.tsx';
import { FieldFault } from '../../ui/form/FieldFault.tsx';
import { FieldRow } from '../../ui/form/Form.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { RetryLine } from '../../ui/page/RetryLine.tsx';
import { Money } from '../../ui/page/values.tsx';
import { BreakdownRoom, PriceBreakdown, useLastKnown } from '../PriceBreakdown.tsx';
import { AttributeField } from './AttributeField.tsx';
import { packageSentFor } from './package-values.ts';
import type { PublishFormProps } from './publish-form.ts';
import { costOfParts, type VariationValues } from './publish-values.ts';
import { useFee } from './use-fee.ts';
import classes from './VariationFields.module.css';

type VariationFieldsProps = PublishFormProps & {
  index: number;
  attribute: CategoryAttribute | undefined;
  change: (next: Partial<VariationValues>) => void;
  /** A typed margin determines its price; otherwise it follows the price of another variation. */
  leads: boolean;
  /** Receives the price of its margin. */
  settle: (price: number | null) => void;
  onUnpriced?: (() => void) | undefined;
};

/** One variation: composition, identity, and price with breakdown. */
export function VariationFields(props: VariationFieldsProps) {
  const { form, causeText, index, attribute, change, first } = props;
  const { t } = useTranslation('advertisements');
  const variation = form.values.variations[index];
  if (!variation) return null;
  const at = (field: string) => {
    form.shownPaths.add(`variations.${index}.${field}`);
    return form.errors[`variations.${index}.${field}`];
  };
  const name = variation.value.valueName || variation.sku;
  return (
    <Paper withBorder p="sm" component="fieldset" aria-label={`${t('publish.variations')}: ${name}`}>
      <Stack gap="xs">
        <Group wrap="nowrap" align="start">
          <div style={{ flex: 1 }}>
            <FieldRow>
              {attribute && (
                <AttributeField
                  attribute={{ ...attribute, required: true }}
                  value={[variation.value]}
                  error={at('value')}
                  disabled={variation.published}
                  onChange={([value]) => value && change({ value })}
                />
              )}
              {!first && (
                <>
                  <ProductChoice {...props} variation={variation} error={at('parts')} />
                  <TextField
                    label={t('publish.sku')}
                    value={variation.sku}
                    onChange={(sku) => change({ sku })}
                    error={at('sku') ?? causeText('sku')}
                    maxLength={60}
                  />
                  <GtinField
                    label={t('publish.gtin')}
                    value={variation.gtin}
                    onChange={(gtin) => change({ gtin })}
                    error={at('gtin') ?? causeText('gtin')}
                  />
                </>
              )}
            </FieldRow>
          </div>
          {!variation.published && form.values.variations.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('publish.removeVariation', { name })}
              onClick={() => form.remove('variations', index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <PriceFields
          {...props}
          variation={variation}
          error={at('price') ?? causeText('price')}
          marginError={at('margin')}
        />
      </Stack>
    </Paper>
  );
}

type PartOfFields = VariationFieldsProps & { variation: VariationValues; error: string | undefined };

/** The first part can be replaced by another offer of the same warehouse; other parts of a kit are fixed. */
function ProductChoice({ form, variation, error, change }: PartOfFields) {
  const { t } = useTranslation('advertisements');
  const [first, ...rest] = variation.parts;
  const more = rest.map((part) => `${part.quantity}× ${part.offer.name}`).join(', ');
  const label =
    first && first.quantity > 1 ? `${t('publish.offer')} (${first.quantity}×)` : t('publish.offer');
  // A first draft has the composition of the advertisement.
  if (!first || (!form.values.varies && variation.id === undefined))
    return (
      <div>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm">{[first?.offer.name, more].filter(Boolean).join(' + ')}</Text>
        <FieldFault>{error}</FieldFault>
      </div>
    );
  return (
    <AsyncSelect<typeof api.dropshipping.list>
      endpoint={api.dropshipping.list}
      label={label}
      description={more && `+ ${more}`}
      value={first.offer}
      error={error}
      onChange={() => undefined}
      onPick={(offer) => {
        if (!offer) return;
        const parts = [
          { offer: { id: offer.id, name: offer.name }, quantity: first.quantity, price: offer.price },
          ...rest,
        ];
        change({ parts, cost: costOfParts(parts), sku: offer.sku, gtin: rest.length > 0 ? '' : offer.gtin });
      }}
    />
  );
}

type PriceFieldsProps = PartOfFields & { marginError: string | undefined };

/** Margin and price, each calculated from the other, with the breakdown. */
function PriceFields(props: PriceFieldsProps) {
  const { form, index, variation, error, marginError, change, leads, settle, onUnpriced } = props;
  const { t } = useTranslation('advertisements');
  const { t: words } = useTranslation('fields');
  const differ = form.values.pricePerVariation || form.values.account?.capabilities.packagesDiffer === true;
  const { quote, margin, refused, failed } = useFee(
    { ...form.values, package: packageSentFor(form.values, index, differ) },
    leads ? variation : { ...variation, leads: 'price' },
    settle,
  );
  const { price } = variation;
  const impossible = refused === 'too_big';
  useEffect(() => {
    if (impossible && price === null && !variation.impossible) change({ impossible });
    if (refused === 'rates_missing' && price === null) onUnpriced?.();
  });
  const known = price !== null && !Number.isNaN(price) && quote !== undefined;
  const last = useLastKnown(
    known && {
      breakdown: {
        ...{ price, cost: variation.cost, fee: quote.total, freight: quote.freight },
        tax: taxOf(price, quote.taxBasisPoints),
      },
      feeFrom: quote.feeFrom,
    },
  );
  const isPriceAsked = variation.leads === 'margin' && variation.margin !== null;
  const shown = (price !== null || isPriceAsked) && last;
  return (
    <>
      <div className={classes.price}>
        <div>
          <Text size="sm" fw={600}>
            {t('publish.cost')}
          </Text>
          <Text lh="36px">
            <Money value={variation.cost} />
          </Text>
        </div>
        <PercentField
          label={t('publish.margin')}
          value={margin}
          // The price of the former margin does not belong to this one; until the new one is known, the margin is
          // sent.
          onChange={(next) => change({ margin: next, leads: 'margin', impossible: false, price: null })}
          error={impossible ? t('publish.impossible') : refused ? words(refused) : marginError}
        />
        <MoneyField
          label={t('publish.price')}
          required
          value={price}
          onChange={(next) => change({ price: next, leads: 'price' })}
          error={error}
        />
        <SwitchField
          label={t('publish.active')}
          value={variation.active}
          onChange={(active) => change({ active })}
        />
      </div>
      {form.values.category && (
        <BreakdownRoom>
          {failed ? (
            <RetryLine endpoint={api.marketplacesCategories.fees} {...failed} />
          ) : (
            shown && !impossible && <PriceBreakdown {...shown.breakdown} former={!known} />
          )}
        </BreakdownRoom>
      )}
      {(refused === 'rates_missing' || (shown && shown.feeFrom === 'missing')) && form.values.account && (
        <AskForRates account={form.values.account} />
      )}
      {shown && shown.feeFrom !== 'marketplace' && (
        <Text size="xs" c="dimmed">
          {t(`publish.feeFrom.${shown.feeFrom}`)}
        </Text>
      )}
    </>
  );
}
