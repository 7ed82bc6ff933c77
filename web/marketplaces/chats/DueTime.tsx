import { IconAlarm, IconClock } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { useNow } from '../../clock.ts';
import { useTranslation } from '../../i18n.ts';
import classes from '../questions/Questions.module.css';

const hourMs = 3_600_000;
const soonHours = 24;

/** Deadline of an answer: red when it has passed, yellow on the last day. */
export function DueTime({ at, given }: { at: string; given: boolean }) {
  const { t } = useTranslation('marketplaces');
  const left = new Date(at).getTime() - useNow().getTime();
  const tone = left < 0 ? 'bad' : left < soonHours * hourMs ? 'attention' : 'good';
  const Icon = left < 0 ? IconAlarm : IconClock;
  const words = left < 0 ? 'chats.overdue' : given ? 'chats.dueIn' : 'chats.dueOwn';
  return (
    <time dateTime={at} className={classes.since} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {t(words, { at: formatInstant(at) })}
    </time>
  );
}
