import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { TagRow } from './TagRow.tsx';

/** Renames, recolours and removes tags of the business. */
export default function TagsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['products', 'ui']);
  const tags = useApi(api.productsTags.list, { query: { size: '100' } });
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
          <TagRow key={tag.id} tag={tag} />
        ))}
      </Stack>
    </Modal>
  );
}
