import { Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../i18n.ts';
import classes from './PriceBreakdown.module.css';

/** Null is not known: what is left is then the most that can be. */
type Spent = { cost: number; fee: number | null; freight: number | null };

const spentParts = ({ cost, fee, freight }: Spent) => [
  { key: 'cost' as const, value: cost },
  { key: 'fee' as const, value: fee },
  { key: 'freight' as const, value: freight },
];

const isWhole = ({ fee, freight }: Pick<Spent, 'fee' | 'freight'>) => fee !== null && freight !== null;

/** What is left of a price after what is known to leave it. */
export const profitOf = (price: number, { cost, fee, freight }: Spent) =>
  price - cost - (fee ?? 0) - (freight ?? 0);

/** A margin or a profit; said to be the most that can be where fee or freight are not known. */
export function AtMost({ of, children }: { of: Pick<Spent, 'fee' | 'freight'>; children: ReactNode }) {
  const { t } = useTranslation('advertisements');
  return isWhole(of) ? (
    children
  ) : (
    <>
      {t('publish.atMost')} {children}
    </>
  );
}

/** Until the fee of a new price is known, what became of the former one stays: nothing below jumps under a finger. */
export function useLastKnown<T>(now: T | false): T | false {
  const last = useRef(now);
  if (now) last.current = now;
  return last.current;
}

/** As high before a breakdown has come as with it: what is below stays where it is. */
export const BreakdownRoom = ({ children }: { children: ReactNode }) => (
  <div className={classes.room} data-breakdown>
    {children}
  </div>
);

/** What becomes of a price: cost, the marketplace's fee, the seller's freight, and what is left. */
export function PriceBreakdown({ price, former, ...rest }: Spent & { price: number; former: boolean }) {
  const { t } = useTranslation('advertisements');
  const profit = profitOf(price, rest);
  const spent = price - profit;
  const parts = [...spentParts(rest), { key: 'profit' as const, value: profit }];
  const whole = Math.max(price, spent, 1);
  const label = (key: (typeof parts)[number]['key']) =>
    t(key === 'profit' && profit < 0 ? 'publish.loss' : `publish.${key}`);
  const amount = (key: string, value: number | null) => {
    if (value === null) return t('publish.unknown');
    if (key !== 'profit') return formatMoney(value);
    // Of a loss more may be lost, and no less.
    const bound = isWhole(rest) ? '' : `${t(profit < 0 ? 'publish.atLeast' : 'publish.atMost')} `;
    return `${bound}${formatMoney(Math.abs(profit))}`;
  };
  const text = t('publish.breakdown', {
    price: formatMoney(price),
    parts: parts.map(({ key, value }) => `${label(key)} ${amount(key, value)}`).join(', '),
  });
  return (
    <div className={classes.breakdown} data-former={former || undefined}>
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
            {label(key)} {amount(key, value)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The same in a line below a price. */
export function PriceParts(spent: Spent) {
  const { t } = useTranslation('advertisements');
  const whole = (value: number | null) =>
    value === null ? t('publish.unknown') : formatMoney(value).replace(' ', '\u00a0');
  return (
    <Text size="xs" c="dimmed">
      {spentParts(spent)
        .map(({ key, value }) => t(`publish.parts.${key}`, { value: whole(value) }))
        .join(' · ')}
    </Text>
  );
}
