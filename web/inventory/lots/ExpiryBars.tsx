import { api } from '#contract/index.ts';
import { expiryWindows } from '#contract/inventory/batch.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import type { ListState } from '../../ui/table/list-state.ts';
import { useDensity } from '../../ui/table/use-density.ts';
import classes from './ExpiryBars.module.css';

/** Expired units and those that expire within 30, 60 and 90 days, as bars; a bar filters the list. */
export function ExpiryBars({ list }: { list: ListState }) {
  const { t } = useTranslation('inventory');
  const expiring = useApi(api.batches.expiring, {});
  // Reserves the space of the bars while their figures load.
  const windows =
    expiring.data?.windows ?? expiryWindows.map((due) => ({ due, lots: undefined, units: null }));
  const most = Math.max(1, ...windows.map(({ units }) => units ?? 0));
  const [density] = useDensity();
  const chosen = list.values.due ?? [];
  return (
    <div className={classes.bars} data-density={density} role="toolbar" aria-label={t('lots.windows')}>
      {windows.map(({ due, lots, units }) => {
        const known = units ?? 0;
        const isChosen = chosen.length === 1 && chosen[0] === due;
        return (
          <button
            key={due}
            type="button"
            className={classes.bar}
            aria-pressed={isChosen}
            data-alarm={due === 'expired' && known > 0}
            onClick={() => list.setField('due', isChosen ? [] : [due])}
          >
            <span className={classes.label}>{t(`lots.window.${due}`)}</span>
            <span className={classes.track}>
              <span className={classes.fill} style={{ width: `${(known / most) * 100}%` }} />
            </span>
            <span className={classes.facts}>
              {lots === undefined ? '\u00a0' : t('lots.windowFacts', { units: units ?? '?', lots })}
            </span>
          </button>
        );
      })}
    </div>
  );
}
