import { Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ScheduledPrice } from '#contract/advertisements/price-schedule.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { type Translate, useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';

/** The next change of a price by its schedule; one call for all of a screen. */
function useScheduledPrice(publications: readonly number[]): ScheduledPrice | undefined {
  const marks = useApi(api.priceSchedules.marks, {}).data?.items ?? [];
  return marks.find(({ publication }) => publications.includes(publication));
}

function said(t: Translate<'advertisements'>, { state, beginsAt, endsAt, inForce }: ScheduledPrice): string {
  const until = endsAt === null ? '' : formatInstant(endsAt);
  if (state === 'running') return t(inForce ? 'schedules.running' : 'schedules.runningOther', { until });
  const at = formatInstant(beginsAt);
  return endsAt === null ? t('schedules.waits', { at }) : t('schedules.waitsUntil', { at, until });
}

/** The middle of the icon is at the middle of the digits. */
const inLine = { verticalAlign: '-2px' };

/** On the page of an ad: when its price changes, or goes back. */
export function ScheduledPriceNote({ publication }: { publication: number }) {
  const { t } = useTranslation('advertisements');
  const next = useScheduledPrice([publication]);
  if (!next) return null;
  return (
    <Text size="sm" c={next.state === 'running' ? 'orange' : 'dimmed'}>
      <IconClock size={14} aria-hidden style={inLine} /> {said(t, next)}
    </Text>
  );
}

/** The same in a list, as an icon. */
export function ScheduledPriceIcon({ publications }: { publications: readonly number[] }) {
  const { t } = useTranslation('advertisements');
  const next = useScheduledPrice(publications);
  if (!next) return null;
  const text = said(t, next);
  return (
    <span title={text}>
      <IconClock size={14} role="img" aria-label={text} style={inLine} />{' '}
    </span>
  );
}
