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
  /** The person; the system if left out. */
  author?: string | null;
  detail?: ReactNode;
  tone?: Tone;
  /** Merges adjacent equal lines and counts them. */
  folds?: boolean;
};

type Line = TimelineEvent & { count: number; since: InstantText };

function linesOf(events: readonly TimelineEvent[]): Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const last = lines.at(-1);
    const isSame = ({ title, detail, author }: Line) =>
      title === event.title && detail === event.detail && author === event.author;
    if (event.folds && last && isSame(last)) {
      last.count += 1;
      last.since = event.at;
    } else lines.push({ ...event, count: 1, since: event.at });
  }
  return lines;
}

/** Events in the given order, newest first. */
export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  const { t } = useTranslation();
  if (events.length === 0) return <Text c="dimmed">{t('timeline.empty')}</Text>;
  return (
    <ol className={classes.timeline} aria-label={label}>
      {linesOf(events).map((event) => (
        <li key={event.key} data-tone={event.tone ?? 'neutral'}>
          <Text fw={550}>
            {event.title}
            {event.count > 1 && ` (${t('timeline.times', { count: event.count })})`}
          </Text>
          {event.detail && (
            <Text size="sm" component="div">
              {event.detail}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {event.count > 1 && (
              <>
                <Instant value={event.since} /> –{' '}
              </>
            )}
            <Instant value={event.at} /> ·{' '}
            {event.author ? t('timeline.by', { author: event.author }) : t('timeline.system')}
          </Text>
        </li>
      ))}
    </ol>
  );
}
