import type { WornTag } from '#contract/business/tag.ts';
import { useTranslation } from '../../i18n.ts';
import cells from '../../ui/table/cells.module.css';
import classes from './Tags.module.css';
import type { TagKindName } from './tag-kind.ts';

type TagChipsProps = {
  kind: TagKindName;
  tags: readonly WornTag[];
  /** One narrow tag before the text of a cell. */
  compact?: boolean;
};

/** Tags of a record in a row; the others are counted and named. */
export function TagChips({ kind, tags, compact }: TagChipsProps) {
  const { t } = useTranslation(kind);
  if (tags.length === 0) return '—';
  const shown = compact ? 1 : 2;
  const rest = tags.slice(shown).map(({ name }) => name);
  return (
    <span className={compact ? `${cells.line} ${classes.compact}` : cells.line}>
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
          {t('tags.others', { count: rest.length })}
        </span>
      )}
    </span>
  );
}
