import type { WornTag } from '#contract/business/tag.ts';
import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import type { TagKindName } from './tag-kind.ts';
import { WornTagsField } from './WornTagsField.tsx';

/** Tags that many records get and lose. */
export type TagBulkValues = { add: WornTag[]; remove: WornTag[] };
export const noTags: TagBulkValues = { add: [], remove: [] };

/** Errors of the body land on the two fields. */
export const tagFieldOf = (path: string): string => path.replace(/^change\.tags\.(add|remove)\b.*$/, '$1');

type TagBulkFieldsProps = { kind: TagKindName; form: Pick<FormState<TagBulkValues>, 'field'> };

export function TagBulkFields({ kind, form }: TagBulkFieldsProps) {
  const { t } = useTranslation(kind);
  return (
    <>
      <WornTagsField
        kind={kind}
        {...form.field('add')}
        label={t('tags.add')}
        placeholder={t('tags.placeholder')}
        creatable
      />
      <WornTagsField
        kind={kind}
        {...form.field('remove')}
        label={t('tags.takeOff')}
        placeholder={t('tags.takeOffPlaceholder')}
      />
    </>
  );
}
