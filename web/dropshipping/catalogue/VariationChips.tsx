import type { CatalogueOffer } from '#contract/dropshipping/catalogue.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import classes from './Catalogue.module.css';

/** Number that fits on a card; the drawer shows the others. */
const shown = 4;

type ChipsProps = {
  offers: readonly CatalogueOffer[];
  isChosen: (offer: CatalogueOffer) => boolean;
  choose: (offers: readonly CatalogueOffer[], isChosen: boolean) => void;
};

/** Variations of a product, each selectable on its own. */
export function VariationChips({ offers, isChosen, choose }: ChipsProps) {
  const { t } = useTranslation('dropshipping');
  return (
    <fieldset className={classes.chips} aria-label={t('catalogue.variations')}>
      {offers.slice(0, shown).map((offer) => (
        <button
          key={offer.id}
          type="button"
          className={classes.chip}
          aria-pressed={isChosen(offer)}
          title={`${offer.variation || offer.sku} · ${writeMoney(offer.price)}`}
          onClick={() => choose([offer], !isChosen(offer))}
        >
          {offer.variation || offer.sku}
        </button>
      ))}
      {offers.length > shown && (
        <small className={classes.furtherChips}>
          {t('catalogue.more', { count: offers.length - shown })}
        </small>
      )}
    </fieldset>
  );
}
