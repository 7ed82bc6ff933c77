import type { WornTag } from '#contract/business/tag.ts';
import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { BulkDialog } from '../../ui/table/BulkDialog.tsx';
import { tagChanges } from './tag-changes.ts';
import type { TagKindName } from './tag-kind.ts';
import { WornTagsField } from './WornTagsField.tsx';

/** Tags that many records get and lose. */
type TagBulkValues = { add: WornTag[]; remove: WornTag[] };
const noTags: TagBulkValues = { add: [], remove: [] };

/** What the forms of all kinds have in common; errors of the body land on the two fields. */
export const tagBulkForm = {
  initial: noTags,
  success: false as const,
  mapError: (path: string): string => path.replace(/^change\.tags\.(add|remove)\b.*$/, '$1'),
};

/** The body that gives and takes tags. */
export const tagBulkBody = <S extends object>(selection: S, { add, remove }: TagBulkValues) => ({
  ...selection,
  change: { tags: tagChanges(remove, add) ?? {} },
});

type TagBulkDialogProps<T> = Pick<Parameters<typeof BulkDialog<T>>[0], 'chosen' | 'onClose'> & {
  kind: TagKindName;
  form: FormState<TagBulkValues>;
};

/** Adds tags to many records and removes others. */
export function TagBulkDialog<T>({ kind, chosen, form, onClose }: TagBulkDialogProps<T>) {
  const { t } = useTranslation(kind);
  return (
    <BulkDialog
      title={t('tags.bulkTitle')}
      hint={t('tags.bulkHint')}
      chosen={chosen}
      form={form}
      onClose={onClose}
    >
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
    </BulkDialog>
  );
}
