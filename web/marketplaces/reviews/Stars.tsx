import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { formatDecimal } from '../../quantity.ts';
import classes from './Reviews.module.css';

const five = [1, 2, 3, 4, 5] as const;

/** Hundredths of stars with two decimals: 4,67. */
export const formatAverage = (hundredths: number) => formatDecimal(hundredths / 100, 2, 2);

/** A rating as stars, with the number for screen readers. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation('marketplaces');
  return (
    <span className={classes.stars} role="img" aria-label={t('reviews.stars', { count: rating })}>
      {five.map((star) =>
        star <= rating ? (
          <IconStarFilled key={star} size={16} aria-hidden />
        ) : (
          <IconStar key={star} size={16} aria-hidden />
        ),
      )}
    </span>
  );
}
