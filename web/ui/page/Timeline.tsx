import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Instant as InstantText } from '#contract/dates.ts';
import { useTranslation } from '../../i18n.ts';
import classes from '../table/Lists.module.css';
import type { Tone } from '../theme.ts';
import { Instant } from './values.tsx';

export type TimelineEvent = {
  key: string | number;
  at: InstantText;
  title: ReactNode;
  /** Who did it; the system where left out. */
  author?: string | null;
  detail?: ReactNode;
  tone?: Tone;
};

/** What happened, newest first as it is given. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  const { t } = useTranslation();
  if (events.length === 0) return <Text c="dimmed">{t('timeline.empty')}</Text>;
  return (
    <ol className={classes.timeline} aria-label={label}>
      {events.map((event) => (
        <li key={event.key} data-tone={event.tone ?? 'neutral'}>
          <Text fw={550}>{event.title}</Text>
          {event.detail && (
            <Text size="sm" component="div">
              {event.detail}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <Instant value={event.at} /> ·{' '}
            {event.author ? t('timeline.by', { author: event.author }) : t('timeline.system')}
          </Text>
        </li>
      ))}
    </ol>
  );
}
