import { Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../i18n.ts';
import { writeMoney } from '../quantity.ts';
import parted from '../ui/page/PriceParts.module.css';
import classes from './PriceBreakdown.module.css';

/** Fee and freight are null if unknown; the margin is then an upper bound. */
type Spent = { cost: number; fee: number | null; freight: number | null; tax: number };

/** The tax is a part only for sellers who entered one. */
const spentParts = ({ cost, fee, freight, tax }: Spent) => [
  { key: 'cost' as const, value: cost },
  { key: 'fee' as const, value: fee },
  { key: 'freight' as const, value: freight },
  ...(tax > 0 ? [{ key: 'tax' as const, value: tax }] : []),
];

const isWhole = ({ fee, freight }: Pick<Spent, 'fee' | 'freight'>) => fee !== null && freight !== null;

/** The margin of a price after its known deductions. */
export const profitOf = (price: number, { cost, fee, freight, tax }: Spent) =>
  price - cost - (fee ?? 0) - (freight ?? 0) - tax;

/** A margin or profit, marked as an upper bound if fee or freight are unknown. */
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

/** Keeps the former breakdown until the fee of the new price is known, so that nothing moves under a finger. */
export function useLastKnown<T>(now: T | false): T | false {
  const last = useRef(now);
  if (now) last.current = now;
  return last.current;
}

/** Reserves the height of a breakdown, so that what is below does not move. */
export const BreakdownRoom = ({ children }: { children: ReactNode }) => (
  <div className={classes.room} data-breakdown>
    {children}
  </div>
);

/** Breakdown of a price: cost, fee of the marketplace, freight and tax of the seller, and margin. */
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
    if (key !== 'profit') return writeMoney(value);
    // An unknown fee can only increase a loss.
    const bound = isWhole(rest) ? '' : `${t(profit < 0 ? 'publish.atLeast' : 'publish.atMost')} `;
    return `${bound}${writeMoney(Math.abs(profit))}`;
  };
  const text = t('publish.breakdown', {
    price: writeMoney(price),
    parts: parts.map(({ key, value }) => `${label(key)} ${amount(key, value)}`).join(', '),
  });
  return (
    <div className={classes.breakdown} data-former={former || undefined}>
      <div className={parted.bar} role="img" aria-label={text} title={text}>
        {parts.map(({ key, value }) => (
          <span
            key={key}
            className={parted[key]}
            style={{ width: `${(Math.max(value ?? 0, 0) / whole) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.legend} aria-hidden>
        {parts.map(({ key, value }) => (
          <span key={key} data-loss={(value ?? 0) < 0 || undefined}>
            <i className={`${parted.dot} ${(value ?? 0) < 0 ? parted.loss : parted[key]}`} />
            {label(key)} {amount(key, value)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The same in one line below a price. */
export function PriceParts(spent: Spent) {
  const { t } = useTranslation('advertisements');
  const whole = (value: number | null) => (value === null ? t('publish.unknown') : writeMoney(value));
  return (
    <Text size="xs" c="dimmed">
      {spentParts(spent)
        .map(({ key, value }) => t(`publish.parts.${key}`, { value: whole(value) }))
        .join(' · ')}
    </Text>
  );
}
