import type { HomeSums } from '#contract/business/home-sales.ts';
import { useTranslation } from '../i18n.ts';
import classes from './HomeSales.module.css';

/** Before an amount of which a part is unknown. */
export function AtMost() {
  const { t } = useTranslation('business');
  return (
    <abbr className={classes.atMost} title={t('home.money.atMost')}>
      ≤{' '}
    </abbr>
  );
}

/** The same as text. */
export const bounded = (amount: string, isAtMost: boolean): string => (isAtMost ? `≤ ${amount}` : amount);

/** Without them there is nothing to compare with. */
export const hasSales = ({ sales, canceled }: HomeSums): boolean => sales > 0 || canceled > 0;

type BarProps = { amounts: readonly [now: number, before: number] | undefined; most?: number };

/** An amount above the one before, at the scale of `most` or of the larger one; the numbers are beside it. */
export function Bar({ amounts, most }: BarProps) {
  const [now, before] = amounts ?? [0, 0];
  const whole = Math.max(most ?? 0, Math.abs(now), Math.abs(before), 1);
  const share = (amount: number) => ({ width: `${(Math.abs(amount) / whole) * 100}%` });
  return (
    <span className={classes.bars} aria-hidden>
      <span className={classes.now} data-loss={now < 0} style={share(now)} />
      <span className={classes.then} style={share(before)} />
    </span>
  );
}
