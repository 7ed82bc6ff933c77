import { Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../i18n.ts';
import classes from './PriceBreakdown.module.css';

type Spent = {
  /** A fee or a freight that the marketplace does not tell is not shown. */
  capabilities: Pick<AccountCapabilities, 'quotesFee' | 'quotesFreight'>;
  cost: number;
  fee: number;
  freight: number | null;
};

const spentParts = ({ capabilities, cost, fee, freight }: Spent) => [
  { key: 'cost' as const, value: cost },
  ...(capabilities.quotesFee ? [{ key: 'fee' as const, value: fee }] : []),
  ...(capabilities.quotesFreight ? [{ key: 'freight' as const, value: freight }] : []),
];

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
  const spent = rest.cost + rest.fee + (rest.freight ?? 0);
  const profit = price - spent;
  const parts = [...spentParts(rest), { key: 'profit' as const, value: profit }];
  const whole = Math.max(price, spent, 1);
  const label = (key: (typeof parts)[number]['key']) =>
    t(key === 'profit' && profit < 0 ? 'publish.loss' : `publish.${key}`);
  const amount = (key: string, value: number | null) =>
    value === null ? t('publish.freightUnknown') : formatMoney(key === 'profit' ? Math.abs(profit) : value);
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
    value === null ? t('publish.freightUnknown') : formatMoney(value).replace(' ', '\u00a0');
  return (
    <Text size="xs" c="dimmed">
      {spentParts(spent)
        .map(({ key, value }) => t(`publish.parts.${key}`, { value: whole(value) }))
        .join(' · ')}
    </Text>
  );
}
