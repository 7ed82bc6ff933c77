import { Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleXFilled, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n.ts';
import classes from '../table/Lists.module.css';

export type ChecklistItem = {
  key: string;
  label: string;
  state: 'done' | 'missing' | 'waiting' | 'stopped';
  /** Why it is missing, what it waits for, or what failed. */
  detail?: ReactNode;
  /** The button that resolves it. */
  action?: ReactNode;
};

const icons = {
  done: IconCircleCheckFilled,
  missing: IconCircle,
  waiting: IconClock,
  stopped: IconCircleXFilled,
} as const;

/** Requirements of an act, each with the button that fulfills it. */
export function Checklist({ items, label }: { items: readonly ChecklistItem[]; label: string }) {
  const { t } = useTranslation();
  const done = items.filter((item) => item.state === 'done').length;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {t('checklist.progress', { done, total: items.length })}
      </Text>
      <ul className={classes.checklist} aria-label={label}>
        {items.map((item) => {
          const Icon = icons[item.state];
          return (
            <li key={item.key} data-state={item.state}>
              <Icon
                size={20}
                role="img"
                aria-label={t(`checklist.${item.state}`)}
                className={classes.mark}
                {...(item.state === 'stopped' && { style: { color: 'var(--easy-bad-text)' } })}
              />
              <div className={classes.text}>
                <Text fw={550}>{item.label}</Text>
                {item.detail && (
                  <Text size="sm" c="dimmed">
                    {item.detail}
                  </Text>
                )}
              </div>
              {item.action && <Group gap="xs">{item.action}</Group>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
