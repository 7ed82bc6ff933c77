import { IconClock } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { useNow } from '../../clock.ts';
import { useTranslation } from '../../i18n.ts';
import classes from './Questions.module.css';

const minuteMs = 60_000;
/** Buyers who wait longer buy elsewhere. */
const soonMinutes = 60;
const lateMinutes = 60 * 24;

/** Waiting time, more urgent the longer it is; for answered questions only their age. */
export function TimeSince({ at, waits }: { at: string; waits: boolean }) {
  const { t } = useTranslation('marketplaces');
  const minutes = Math.max(0, Math.floor((useNow().getTime() - new Date(at).getTime()) / minuteMs));
  const time =
    minutes < 60
      ? t('questions.minutes', { count: minutes })
      : minutes < lateMinutes
        ? t('questions.hours', { count: Math.floor(minutes / 60) })
        : t('questions.days', { count: Math.floor(minutes / lateMinutes) });
  const tone = !waits
    ? 'neutral'
    : minutes >= lateMinutes
      ? 'bad'
      : minutes >= soonMinutes
        ? 'attention'
        : 'good';
  return (
    <time dateTime={at} title={formatInstant(at)} className={classes.since} data-tone={tone}>
      <IconClock size={14} aria-hidden />
      {t('questions.askedAgo', { time })}
    </time>
  );
}
