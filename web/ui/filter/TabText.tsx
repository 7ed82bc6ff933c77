import type { Href } from '../../paths.ts';
import { formatCount } from '../../quantity.ts';
import classes from './StatusTabs.module.css';

/** A tab selects a status, or links to a filter across statuses. */
export type Tab = {
  key: string;
  label: string;
  count?: number | undefined;
  alarm: boolean;
} & ({ pressed: boolean; choose: () => void; to?: undefined } | { to: Href; pressed: boolean });

export function TabText({ tab: { label, count } }: { tab: Pick<Tab, 'label' | 'count'> }) {
  return (
    <>
      <span className={classes.label} data-text={label}>
        {label}
      </span>
      <span className={classes.count}>{count !== undefined && formatCount(count)}</span>
    </>
  );
}
