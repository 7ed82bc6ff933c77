import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import type { TriggerProps } from '../on-demand.tsx';
import classes from './StatusTabs.module.css';
import { type Tab, TabText } from './TabText.tsx';

export type MoreProps = { tabs: readonly Tab[] };

/** Shows the chosen tab where that one is in the menu. */
export function MoreTrigger({ tabs, ...trigger }: MoreProps & TriggerProps) {
  const { t } = useTranslation();
  const chosen = tabs.find(({ pressed }) => pressed);
  return (
    <button
      {...trigger}
      type="button"
      className={`${classes.tab} ${classes.more}`}
      aria-haspopup="menu"
      aria-pressed={chosen !== undefined}
      data-alarm={tabs.some(({ alarm }) => alarm)}
    >
      <TabText tab={chosen ?? { label: t('table.moreTabs') }} />
      <IconChevronDown size={15} aria-hidden />
    </button>
  );
}
