import { type RefCallback, useCallback, useState } from 'react';
import type { Href } from '../../paths.ts';
import { onDemand } from '../on-demand.tsx';
import { Link } from '../page/navigation.tsx';
import { useDensity } from '../table/use-density.ts';
import { MoreTrigger } from './MoreTabsTrigger.tsx';
import classes from './StatusTabs.module.css';
import { type Tab, TabText } from './TabText.tsx';

const MoreTabs = onDemand(MoreTrigger, () => import('./MoreTabsMenu.tsx'));

export type StatusTab<K extends string> = { key: K; label: string; count?: number | undefined };

type StatusTabsProps<K extends string> = {
  label: string;
  tabs: readonly StatusTab<K>[];
  /** Filters across the statuses that may be an alarm: before the statuses, so that a narrow row shows them too. */
  links: readonly { label: string; count: number | undefined; to: Href; chosen: boolean }[];
  /** The chosen status; `all` if none filters the list. It is not lit beside a chosen link. */
  chosen: string;
  onChoose: (key: K) => void;
};

/**
 * The statuses of a list in one line, each with its count; what finds no room is in a menu at its end. Late ones are red
 * as soon as there is one. A count has a line of its own, so that nothing moves when it comes.
 */
export function StatusTabs<K extends string>({ label, tabs, links, chosen, onChoose }: StatusTabsProps<K>) {
  const statuses = tabs.findIndex(({ key }) => key !== 'all' && key !== 'late');
  const isLinked = links.some((link) => link.chosen);
  const ofStatus = (tab: StatusTab<K>): Tab => ({
    key: tab.key,
    label: tab.label,
    count: tab.count,
    alarm: tab.key === 'late' && (tab.count ?? 0) > 0,
    pressed: chosen === tab.key && !isLinked,
    choose: () => onChoose(tab.key),
  });
  const row: Tab[] = [
    ...tabs.slice(0, statuses).map(ofStatus),
    ...links.map(({ label: name, count, to, chosen: pressed }) => ({
      key: to,
      label: name,
      count,
      to,
      pressed,
      alarm: (count ?? 0) > 0,
    })),
    ...tabs.slice(statuses).map(ofStatus),
  ];
  const { ref, first } = useFirstBeyond();
  const [density] = useDensity();
  return (
    <div className={classes.row} data-density={density}>
      <div ref={ref} className={classes.tabs} role="toolbar" aria-label={label}>
        {row.map((tab, index) => (
          <TabButton key={tab.key} tab={tab} isBeyond={index >= first} />
        ))}
      </div>
      {first < row.length && <MoreTabs tabs={row.slice(first)} />}
    </div>
  );
}

function TabButton({ tab, isBeyond }: { tab: Tab; isBeyond: boolean }) {
  const tabProps = { className: classes.tab, 'data-alarm': tab.alarm, 'data-beyond': isBeyond };
  if (tab.to !== undefined)
    return (
      <Link to={tab.to} {...tabProps} aria-current={tab.pressed ? 'page' : undefined}>
        <TabText tab={tab} />
      </Link>
    );
  return (
    <button type="button" {...tabProps} aria-pressed={tab.pressed} onClick={tab.choose}>
      <TabText tab={tab} />
    </button>
  );
}

/** The first tab that has wrapped out of the line. On a phone the line is moved by a finger and none wraps. */
function useFirstBeyond(): { ref: RefCallback<HTMLElement>; first: number } {
  const [first, setFirst] = useState(Number.POSITIVE_INFINITY);
  const ref = useCallback((line: HTMLElement | null) => {
    if (!line) return;
    const measure = () => {
      const tops = [...line.children].map((tab) => (tab as HTMLElement).offsetTop);
      const wrapped = tops.findIndex((top) => top > (tops[0] ?? 0));
      setFirst(wrapped < 0 ? Number.POSITIVE_INFINITY : wrapped);
      scrollIntoLine(line);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [line, ...line.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, first };
}

/** On a phone: the line is moved to the chosen tab, never the page. */
function scrollIntoLine(line: HTMLElement): void {
  const chosen = line.querySelector<HTMLElement>('[aria-pressed="true"], [aria-current]');
  if (!chosen) return;
  const hidden =
    chosen.offsetLeft + chosen.offsetWidth - line.offsetLeft - line.clientWidth - line.scrollLeft;
  if (hidden > 0) line.scrollLeft += hidden + fadeWidth;
}
const fadeWidth = 48;
