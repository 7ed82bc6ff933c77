import { Anchor, Text } from '@mantine/core';
import type { PartReasons } from '#contract/advertisements/quantity-reasons.ts';
import { useTranslation } from '../../i18n.ts';
import classes from '../../inventory/QuantityTerms.module.css';
import { QuantityTerms, type Term } from '../../inventory/QuantityTerms.tsx';
import { StockReasons } from '../../inventory/StockReasons.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { KitsOf } from '../kits/KitsOf.tsx';

/** What is sold: an ad, a kit, or an offer of the catalogue. */
export type Sold = 'advertisement' | 'kit' | 'offers';

type PartProps = { part: PartReasons; sold: Sold; isOne: boolean };

/** What one part allows to sell, term by term. Of another business only the available quantity is shown. */
export function PartSection({ part, sold, isOne }: PartProps) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const { terms, held, active, sellable, makes } = part;
  const ofShelf = terms !== null && can('volumes.read') && isOne;
  const remark =
    sellable === null ? 'withdrawn' : held ? (makes > 0 ? 'heldLater' : 'held') : active ? null : 'offerOff';
  return (
    <section aria-label={part.offer.name}>
      <Text fw={600}>{part.offer.name}</Text>
      <Text size="xs" c="dimmed" mb={6}>
        {[part.sku, part.supplier?.name, part.isScarcest && t('reasons.isScarcest')]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <PartTerms part={part} sold={sold} ofShelf={ofShelf} />
      {remark && (
        <Text size="sm" c="red">
          {t(`reasons.${remark}`)}
        </Text>
      )}
      {ofShelf ? <StockReasons stockId={terms.stockId} /> : <OwnSales part={part} />}
      {!ofShelf && <KitsOf offer={part.offer.id} />}
    </section>
  );
}

/** The terms of the stock level follow below if they are shown at all. */
function PartTerms({ part, sold, ofShelf }: Omit<PartProps, 'isOne'> & { ofShelf: boolean }) {
  const { t } = useTranslation('advertisements');
  const { sellable, cap, perUnit, makes } = part;
  const terms = ofShelf ? null : part.terms;
  const taken = terms
    ? (['reserved', 'soft', 'hold', 'buffer'] as const).filter((key) => terms[key] !== 0)
    : [];
  const rows: (Term | false | null)[] = [
    terms && { label: t('reasons.onHand'), value: terms.onHand },
    ...taken.map((key): Term => ({ label: t(`reasons.terms.${key}`), value: terms?.[key], sign: '−' })),
    sellable !== null && {
      label: t(part.terms ? 'reasons.sellable' : 'reasons.sellableThere'),
      value: sellable,
      ...(terms && { sign: '=' }),
    },
    perUnit > 1 && {
      label: t(sold === 'kit' ? 'reasons.perKit' : 'reasons.perUnit'),
      value: perUnit,
      sign: '÷',
    },
    cap !== null && { label: t('reasons.cap'), value: cap },
    { label: t(`reasons.makes.${sold}`), value: makes, sign: '=', strong: true },
  ];
  return <QuantityTerms terms={rows.filter((row) => row !== null && row !== false)} />;
}

/** Open sales of the reader that reserve units of a stock level. */
function OwnSales({ part: { sales, salesUnits } }: { part: PartReasons }) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  if (!can('orders.read')) return null;
  return (
    <>
      <Text size="sm" fw={600} mt="xs">
        {t('reasons.sales', { count: salesUnits })}
      </Text>
      {sales.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('reasons.noSales')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {sales.map((sale) => (
            <li key={sale.id}>
              <Quantity value={sale.quantity} /> ·{' '}
              <Anchor component={Link} underline="always" to={paths.orders.order(sale.id)}>
                {t('reasons.sale', { id: sale.id })}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                ({t(`reasons.kinds.${sale.kind}`)})
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
