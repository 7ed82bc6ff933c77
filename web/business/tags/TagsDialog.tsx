import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { TagRow } from './TagRow.tsx';
import { type TagKindName, tagKinds, wornBy } from './tag-kind.ts';

/** Renames, recolours and removes tags of the business. */
export default function TagsDialog({ kind, onClose }: { kind: TagKindName; onClose: () => void }) {
  const { t } = useTranslation([kind, 'ui']);
  const tags = useApi(tagKinds[kind].tags.list, { query: { size: '100' } });
  const rows = tags.data?.items ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tags.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(tags.data?.total === 0 ? 'tags.none' : 'tags.manageHint')}
        </Text>
        {tags.error && !tags.data && <ErrorState failure={tags.error} retry={() => void tags.refetch()} />}
        {!tags.data && !tags.error && <Skeleton height={120} />}
        {tags.data && tags.data.total > rows.length && (
          <Text size="sm">{t('tags.more', { shown: rows.length, total: tags.data.total })}</Text>
        )}
        {rows.map((tag) => (
          <TagRow key={tag.id} kind={kind} tag={tag} worn={wornBy(tag)} />
        ))}
      </Stack>
    </Modal>
  );
}
