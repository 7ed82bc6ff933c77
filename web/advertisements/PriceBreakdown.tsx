import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../i18n.ts';
import classes from './PriceBreakdown.module.css';

type PriceBreakdownProps = { price: number; cost: number; fee: number };

/** What becomes of a price: cost, the marketplace's fee, and what is left. */
export function PriceBreakdown({ price, cost, fee }: PriceBreakdownProps) {
  const { t } = useTranslation('advertisements');
  const profit = price - cost - fee;
  const parts = [
    { key: 'cost', value: cost },
    { key: 'fee', value: fee },
    { key: 'profit', value: profit },
  ] as const;
  const whole = Math.max(price, cost + fee, 1);
  const text = t('publish.breakdown', {
    price: formatMoney(price),
    cost: formatMoney(cost),
    fee: formatMoney(fee),
    profit: formatMoney(profit),
  });
  return (
    <div>
      <div className={classes.bar} role="img" aria-label={text} title={text}>
        {parts.map(({ key, value }) => (
          <span
            key={key}
            className={classes[key]}
            style={{ width: `${(Math.max(value, 0) / whole) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.legend} aria-hidden>
        {parts.map(({ key, value }) => (
          <span key={key} data-loss={value < 0 || undefined}>
            <i className={value < 0 ? classes.loss : classes[key]} />
            {t(key === 'profit' && value < 0 ? 'publish.loss' : `publish.${key}`)} {formatMoney(value)}
          </span>
        ))}
      </div>
    </div>
  );
}
