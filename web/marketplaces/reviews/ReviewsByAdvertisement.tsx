import { Anchor } from '@mantine/core';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { DrawnReviews } from '#contract/marketplaces/review.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { formatQuantity } from '../../quantity.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import classes from './Reviews.module.css';
import { formatAverage } from './Stars.tsx';

type Summary = ResponseOf<typeof api.reviews.summary>;

/** Number of reviews by rating, in total and by advertisement; bad ones red, good ones green, with figures. */
export function ReviewsByAdvertisement({ summary }: { summary: Summary }) {
  const { t } = useTranslation('marketplaces');
  const { stars, total } = summary;
  const counted = [
    { rating: 5, count: stars.five, tone: 'high' },
    { rating: 4, count: stars.four, tone: 'high' },
    { rating: 3, count: stars.three, tone: 'middle' },
    { rating: 2, count: stars.two, tone: 'low' },
    { rating: 1, count: stars.one, tone: 'low' },
  ] as const;
  return (
    <div className={classes.drawn}>
      <Section title={t('reviews.byStars')}>
        <ul className={classes.rows}>
          {counted.map(({ rating, count, tone }) => (
            <li key={rating} className={classes.row}>
              <Anchor component={Link} to={paths.reviews.list({ query: `rating:${rating}` })}>
                {t('reviews.stars', { count: rating })}
              </Anchor>
              <Bar parts={[[tone, count]]} total={total} />
              <span className={classes.figure}>{formatQuantity(count)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('reviews.byAdvertisement')}>
        <ul className={classes.rows} aria-label={t('reviews.worst')}>
          {summary.items.map((one) => (
            <Drawn key={one.advertisement?.id ?? 0} drawn={one} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Drawn({ drawn }: { drawn: DrawnReviews }) {
  const { t } = useTranslation('marketplaces');
  const { advertisement, stars, total, average } = drawn;
  return (
    <li className={classes.row}>
      {advertisement ? (
        <Anchor
          className={classes.name}
          component={Link}
          to={paths.reviews.list({ query: `advertisement:${advertisement.id}` })}
        >
          {advertisement.name}
        </Anchor>
      ) : (
        <span>{t('reviews.others')}</span>
      )}
      <Bar
        parts={[
          ['low', stars.one + stars.two],
          ['middle', stars.three],
          ['high', stars.four + stars.five],
        ]}
        total={total}
      />
      <span className={classes.figure}>
        {formatAverage(average)} · {formatQuantity(total)}
      </span>
    </li>
  );
}

type Part = readonly ['low' | 'middle' | 'high', number];

function Bar({ parts, total }: { parts: readonly Part[]; total: number }) {
  return (
    <span className={classes.bar} aria-hidden>
      {parts.map(([tone, count]) => (
        <span
          key={tone}
          className={classes[tone]}
          style={{ width: `${(100 * count) / Math.max(1, total)}%` }}
        />
      ))}
    </span>
  );
}
