import type { WornTag } from '#contract/products/product-tag.ts';
import { useTranslation } from '../../i18n.ts';
import cells from '../../ui/table/cells.module.css';
import classes from './Tags.module.css';

/** Number of tags that fit in a cell. */
const shown = 2;

/** Tags of a product in a row; the others are counted and named. */
export function TagChips({ tags }: { tags: readonly WornTag[] }) {
  const { t } = useTranslation('products');
  if (tags.length === 0) return '—';
  const rest = tags.slice(shown).map(({ name }) => name);
  return (
    <span className={cells.line}>
      {tags.slice(0, shown).map(({ id, name, colour }) => (
        <span key={id} className={classes.chip} data-colour={colour} title={name}>
          {name}
        </span>
      ))}
      {rest.length > 0 && (
        <span
          className={cells.count}
          role="img"
          aria-label={t('tags.rest', { names: rest.join(', ') })}
          title={rest.join(', ')}
        >
          {t('list.more', { count: rest.length })}
        </span>
      )}
    </span>
  );
}
