import type { ProfitRow } from '#contract/orders/profit.ts';
import { useTranslation } from '../../i18n.ts';
import { Money } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import classes from './ProfitBar.module.css';

/** A profit with its bar; `most` is the largest profit or loss shown. */
export function ProfitBar({
  row: { profit, atMost },
  most,
}: {
  row: Pick<ProfitRow, 'profit' | 'atMost'>;
  most: number;
}) {
  const { t } = useTranslation('orders');
  return (
    <span className={classes.cell}>
      <span className={classes.room} aria-hidden>
        <span
          className={classes.bar}
          data-loss={profit < 0}
          style={{ width: `${(Math.abs(profit) / most) * 100}%` }}
        />
      </span>
      <span className={cells.whole}>
        {atMost && (
          <abbr className={cells.dim} title={t(profit < 0 ? 'result.atLeast' : 'result.atMost')}>
            ≤{' '}
          </abbr>
        )}
        <Money value={profit} />
      </span>
    </span>
  );
}
