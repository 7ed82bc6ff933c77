import {
  type Day as DayText,
  formatDay,
  formatInstant,
  formatShort,
  type Instant as InstantText,
} from '#contract/dates.ts';
import { type Centavos, formatMoney } from '#contract/money.ts';
import { serverClock } from '../../clock.ts';
import { formatPercent, formatQuantity } from '../../quantity.ts';
import cells from '../table/cells.module.css';

/** Shown instead of a missing value, the same everywhere. */
export const nothing = '—';

type MoneyProps = { value: Centavos | null | undefined; strong?: boolean; loss?: boolean };

/** `R$ 1.234,56`; negative amounts in the colour of a loss. Nothing if the reader may not see prices. */
export function Money({ value, strong, loss = false }: MoneyProps) {
  if (value === null || value === undefined) return nothing;
  return (
    <span
      className={value < 0 || loss ? `${cells.whole} ${cells.bad}` : cells.whole}
      style={strong ? { fontWeight: 650 } : undefined}
    >
      {formatMoney(value)}
    </span>
  );
}

/** dd/mm/yyyy hh:mm in São Paulo. */
export function Instant({ value }: { value: InstantText | null | undefined }) {
  if (!value) return nothing;
  return (
    <time dateTime={value} className={cells.whole}>
      {formatInstant(value)}
    </time>
  );
}

/** For narrow columns: dd/mm hh:mm, or dd/mm/yyyy of another half year; the title has both. */
export function ShortInstant({ value }: { value: InstantText | null | undefined }) {
  if (!value) return nothing;
  return (
    <time dateTime={value} title={formatInstant(value)} className={cells.whole}>
      {formatShort(value, serverClock.now())}
    </time>
  );
}

export function Day({ value }: { value: DayText | null | undefined }) {
  if (!value) return nothing;
  return (
    <time dateTime={value} className={cells.whole}>
      {formatDay(value)}
    </time>
  );
}

/** A number without a column heading, with its label. */
export function Numbered({ noun, children }: { noun: string; children: number }) {
  return (
    <>
      <span className={cells.inCard}>{noun} </span>
      {children}
    </>
  );
}

/** A code on a shelf or label, which is not broken at its hyphen. */
export function Code({ children }: { children: string }) {
  return <span className={cells.whole}>{children}</span>;
}

export function Quantity({ value, unit }: { value: number | null | undefined; unit?: string }) {
  if (value === null || value === undefined) return nothing;
  return (
    <span className={cells.whole}>
      {formatQuantity(value)}
      {unit && ` ${unit}`}
    </span>
  );
}

/** Basis points as a percentage. */
export function Percent({ value }: { value: number | null | undefined }) {
  return value === null || value === undefined ? nothing : formatPercent(value);
}
