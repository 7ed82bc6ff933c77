import { Text } from '@mantine/core';
import type { PartReasons } from '#contract/advertisements/quantity-reasons.ts';
import { useTranslation } from '../../i18n.ts';
import sums from '../../inventory/StockReasons.module.css';
import { Quantity } from '../../ui/page/values.tsx';

/** What one part lets be sold, term by term; the shelf of another business tells what it can promise and no more. */
export function PartTerms({ part, isOne }: { part: PartReasons; isOne: boolean }) {
  const { t } = useTranslation('advertisements');
  const { terms, sellable, cap, perUnit, makes, active, held } = part;
  const taken = terms
    ? (['reserved', 'soft', 'hold', 'buffer'] as const).filter((key) => terms[key] !== 0)
    : [];
  const remark = sellable === null ? 'withdrawn' : held ? 'held' : active ? null : 'offerOff';
  // The shelf's own terms follow below.
  const isTold = terms !== null && isOne;
  return (
    <>
      <dl className={sums.sum}>
        {terms && !isTold && (
          <div>
            <dt>{t('reasons.onHand')}</dt>
            <dd>
              <Quantity value={terms.onHand} />
            </dd>
          </div>
        )}
        {terms &&
          !isTold &&
          taken.map((key) => (
            <div key={key}>
              <dt>
                <span aria-hidden>−</span> {t(`reasons.terms.${key}`)}
              </dt>
              <dd>
                <Quantity value={terms[key]} />
              </dd>
            </div>
          ))}
        {sellable !== null && (
          <div>
            <dt>
              {terms && !isTold && <span aria-hidden>= </span>}
              {t(terms ? 'reasons.sellable' : 'reasons.sellableThere')}
            </dt>
            <dd>
              <Quantity value={sellable} />
            </dd>
          </div>
        )}
        {perUnit > 1 && (
          <div>
            <dt>
              <span aria-hidden>÷</span> {t('reasons.perUnit')}
            </dt>
            <dd>
              <Quantity value={perUnit} />
            </dd>
          </div>
        )}
        {cap !== null && (
          <div>
            <dt>{t('reasons.cap')}</dt>
            <dd>
              <Quantity value={cap} />
            </dd>
          </div>
        )}
        <div data-strong>
          <dt>
            <span aria-hidden>=</span> {t('reasons.makes')}
          </dt>
          <dd>
            <Quantity value={makes} />
          </dd>
        </div>
      </dl>
      {remark && (
        <Text size="sm" c="red">
          {t(`reasons.${remark}`)}
        </Text>
      )}
    </>
  );
}
