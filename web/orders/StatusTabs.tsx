import { Link } from '../ui/page/navigation.tsx';
import { useFadingEnd } from '../ui/table/use-fading-end.ts';
import type { orderBadges } from './order-badges.ts';
import classes from './StatusTabs.module.css';

export type StatusTab<K extends string = keyof typeof orderBadges | 'all'> = {
  key: K;
  label: string;
  count?: number | undefined;
};

type StatusTabsProps<K extends string> = {
  label: string;
  tabs: readonly StatusTab<K>[];
  /** What cuts across the statuses and may be an alarm: before them, so that it is in sight in a narrow row too. */
  links: readonly { label: string; count: number | undefined; to: string }[];
  /** The one that is chosen; `all` where no status narrows the list. */
  chosen: string;
  onChoose: (key: K) => void;
};

/**
 * A status is one tap away, with how many stand in it; late ones are red as soon as there is one. A count has a line of
 * its own, so that nothing moves when it comes.
 */
export function StatusTabs<K extends string>({ label, tabs, links, chosen, onChoose }: StatusTabsProps<K>) {
  const fading = useFadingEnd(tabs.length + links.length);
  const statuses = tabs.findIndex(({ key }) => key !== 'all' && key !== 'late');
  const face = (tab: StatusTab<K>) => (
    <button
      key={tab.key}
      ref={chosen === tab.key ? bringIntoRow : undefined}
      type="button"
      className={classes.tab}
      aria-pressed={chosen === tab.key}
      data-alarm={tab.key === 'late' && (tab.count ?? 0) > 0}
      onClick={() => onChoose(tab.key)}
    >
      <Face label={tab.label} count={tab.count} />
    </button>
  );
  return (
    <div className={classes.tabs} role="toolbar" aria-label={label} {...fading}>
      {tabs.slice(0, statuses).map(face)}
      {links.map((link) => (
        <Link key={link.to} to={link.to} className={classes.tab} data-alarm={(link.count ?? 0) > 0}>
          <Face label={link.label} count={link.count} />
        </Link>
      ))}
      {tabs.slice(statuses).map(face)}
    </div>
  );
}

/** The row is moved along, never the page. */
function bringIntoRow(tab: HTMLButtonElement | null): void {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const hidden = tab.offsetLeft + tab.offsetWidth - row.offsetLeft - row.clientWidth - row.scrollLeft;
  if (hidden > 0) row.scrollLeft += hidden + fadeWidth;
}
const fadeWidth = 48;

function Face({ label, count }: Pick<StatusTab, 'label' | 'count'>) {
  return (
    <>
      <span className={classes.label} data-text={label}>
        {label}
      </span>
      <span className={classes.count}>{count === undefined ? '' : count >= 10_000 ? '10.000+' : count}</span>
    </>
  );
}
