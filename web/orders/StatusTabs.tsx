import { Text } from '@mantine/core';
import { orderBadges } from './order-badges.ts';
import classes from './StatusTabs.module.css';

export type StatusTab = {
  key: keyof typeof orderBadges | 'all';
  label: string;
  count?: number | undefined;
};

type StatusTabsProps = {
  label: string;
  tabs: readonly StatusTab[];
  /** The one that is chosen; `all` where no status narrows the list. */
  chosen: string;
  onChoose: (key: StatusTab['key']) => void;
};

/** A status is one tap away, with how many stand in it; late ones are red as soon as there is one. */
export function StatusTabs({ label, tabs, chosen, onChoose }: StatusTabsProps) {
  return (
    <div className={classes.tabs} role="toolbar" aria-label={label}>
      {tabs.map((tab) => {
        const Icon = tab.key === 'all' ? null : orderBadges[tab.key].icon;
        return (
          <button
            key={tab.key}
            type="button"
            className={classes.tab}
            aria-pressed={chosen === tab.key}
            data-alarm={tab.key === 'late' && (tab.count ?? 0) > 0}
            onClick={() => onChoose(tab.key)}
          >
            {Icon && <Icon size={16} aria-hidden />}
            {tab.label}
            {tab.count !== undefined && (
              <Text span inherit className={classes.count}>
                {tab.count >= 10_000 ? '10.000+' : tab.count}
              </Text>
            )}
          </button>
        );
      })}
    </div>
  );
}
