import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../i18n.ts';
import classes from './PriceBreakdown.module.css';

type PriceBreakdownProps = { price: number; cost: number; fee: number; freight: number | null };

/** What becomes of a price: cost, the marketplace's fee, the seller's freight, and what is left. */
export function PriceBreakdown({ price, cost, fee, freight }: PriceBreakdownProps) {
  const { t } = useTranslation('advertisements');
  const spent = cost + fee + (freight ?? 0);
  const profit = price - spent;
  const parts = [
    { key: 'cost', value: cost },
    { key: 'fee', value: fee },
    { key: 'freight', value: freight },
    { key: 'profit', value: profit },
  ] as const;
  const whole = Math.max(price, spent, 1);
  const amount = (value: number | null) =>
    value === null ? t('publish.freightUnknown') : formatMoney(value);
  const text = t('publish.breakdown', {
    price: formatMoney(price),
    cost: formatMoney(cost),
    fee: formatMoney(fee),
    freight: amount(freight),
    profit: formatMoney(profit),
  });
  return (
    <div>
      <div className={classes.bar} role="img" aria-label={text} title={text}>
        {parts.map(({ key, value }) => (
          <span
            key={key}
            className={classes[key]}
            style={{ width: `${(Math.max(value ?? 0, 0) / whole) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.legend} aria-hidden>
        {parts.map(({ key, value }) => (
          <span key={key} data-loss={(value ?? 0) < 0 || undefined}>
            <i className={(value ?? 0) < 0 ? classes.loss : classes[key]} />
            {t(key === 'profit' && profit < 0 ? 'publish.loss' : `publish.${key}`)}{' '}
            {amount(key === 'profit' ? Math.abs(profit) : value)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The same in a line below a price. */
export function PriceParts({ cost, fee, freight }: Omit<PriceBreakdownProps, 'price'>) {
  const { t } = useTranslation('advertisements');
  const whole = (value: number) => formatMoney(value).replace(' ', '\u00a0');
  return (
    <Text size="xs" c="dimmed">
      {t('publish.parts', {
        cost: whole(cost),
        fee: whole(fee),
        freight: freight === null ? t('publish.freightUnknown') : whole(freight),
      })}
    </Text>
  );
}
