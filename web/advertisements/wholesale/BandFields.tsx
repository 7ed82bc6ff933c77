import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { largestPackage, packageOf } from '#contract/advertisements/package-size.ts';
import type { Publication } from '#contract/advertisements/publication.ts';
import { useTranslation } from '../../i18n.ts';
import type { Binding } from '../../ui/bindings.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { FlooredMargin } from '../margin/FlooredMargin.tsx';
import { useFee } from '../publications/use-fee.ts';
import classes from './BandFields.module.css';

export type BandDraft = { tempId: string; from: number | null; price: number | null };

type BandFieldsProps = {
  publication: Publication;
  band: BandDraft;
  n: number;
  from: Binding<number | null>;
  price: Binding<number | null>;
  onRemove: () => void;
};

const nothing = () => undefined;

/** A quantity, its price, and the margin that the price leaves. */
export function BandFields({ publication, band, n, from, price, onRemove }: BandFieldsProps) {
  const { t } = useTranslation('advertisements');
  const cost = Math.max(...publication.variations.map((variation) => variation.cost));
  const parcel = largestPackage(publication.variations.map((one) => one.package ?? packageOf(publication)));
  const place = { ...publication, listing: publication.remoteItem, package: parcel };
  const { quote, margin } = useFee(place, { price: band.price, cost, margin: null, leads: 'price' }, nothing);
  return (
    <fieldset className={classes.band} aria-label={t('wholesale.band', { n })}>
      <NumberField {...from} label={t('wholesale.from')} unit={t('wholesale.units')} min={2} required />
      <MoneyField {...price} label={t('wholesale.unitPrice')} required />
      <div>
        <Text size="sm" fw={600}>
          {t('wholesale.margin')}
        </Text>
        <Text size="sm" lh="36px" aria-live="polite">
          {quote && margin !== null ? (
            <FlooredMargin
              of={{ marginBasisPoints: margin, fee: quote.total, freight: quote.freight }}
              floor={publication.floor ?? publication.accountFloor}
            />
          ) : (
            '–'
          )}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.remove}
        aria-label={t('wholesale.removeBand', { n })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
