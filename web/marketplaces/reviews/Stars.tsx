import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import classes from './Reviews.module.css';

const five = [1, 2, 3, 4, 5] as const;

/** Hundredths of stars as they are read: 4,67. */
export const formatAverage = (hundredths: number) =>
  `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`;

/** A rating as stars; said as a number to who does not see them. */
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
