import { Text } from '@mantine/core';
import { daysBetween, formatDay } from '#contract/dates.ts';
import type { FigureBesideLimits, ReputationView } from '#contract/marketplaces/reputation.ts';
import { useTranslation } from '../../i18n.ts';
import classes from './Reputation.module.css';
import { useReputationWords } from './reputation-words.ts';

const [width, height] = [100, 40];

/** Each figure over the stored days, as a line and as a sentence. */
export function Trend({ view: { days, figures } }: { view: ReputationView }) {
  const { t } = useTranslation('marketplaces');
  const drawn = figures.map((figure) => ({ figure, points: pointsOf(days, figure) }));
  const lines = drawn.filter(({ points }) => points.length > 1);
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('reputation.trendShort')}
      </Text>
    );
  return (
    <>
      <Text fw={600}>{t('reputation.trend', { days: days.length })}</Text>
      <ul className={classes.trends}>
        {lines.map(({ figure, points }) => (
          <Line key={figure.code} figure={figure} points={points} />
        ))}
      </ul>
    </>
  );
}

type Point = { day: string; value: number };

const pointsOf = (days: ReputationView['days'], { code }: FigureBesideLimits): Point[] =>
  days.flatMap(({ day, figures }) => {
    const value = figures.find((one) => one.code === code)?.value ?? null;
    return value === null ? [] : [{ day, value }];
  });

function Line({ figure, points }: { figure: FigureBesideLimits; points: readonly Point[] }) {
  const { t } = useTranslation('marketplaces');
  const words = useReputationWords();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const most = Math.max(...points.map(({ value }) => value));
  const span = Math.max(1, daysBetween(first.day, last.day));
  const place = ({ day, value }: Point) =>
    `${(width * daysBetween(first.day, day)) / span},${height - (height * value) / (most || 1)}`;
  return (
    <li>
      <svg className={classes.line} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <polyline points={points.map(place).join(' ')} />
      </svg>
      <Text size="xs" c="dimmed">
        {t('reputation.trendOf', {
          measure: words.measure(figure),
          from: words.value(first.value, figure.unit),
          first: formatDay(first.day),
          to: words.value(last.value, figure.unit),
          last: formatDay(last.day),
          most: words.value(most, figure.unit),
        })}
      </Text>
    </li>
  );
}
