import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { WaveRule } from '#contract/orders/wave-rule.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { toast } from '../../ui/toasts.ts';

/** What a release would take, before it does. */
export function ReleaseDialog({ rule, onClose }: { rule: WaveRule; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'ui']);
  const params = { id: rule.id };
  const preview = useApi(api.waves.preview, { params });
  const release = useAct(api.waves.release, {
    success: false,
    onSuccess: ({ listIds }) => {
      toast.success(t('waves.releasedNow', { count: listIds.length }));
      onClose();
    },
  });
  const { data } = preview;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('waves.releaseAsk', { name: rule.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        {preview.error && !data && (
          <ErrorState
            failure={preview.error}
            title={actMessage('failures', 'waves.preview')}
            retry={() => void preview.refetch()}
          />
        )}
        {preview.isPending && <Skeleton height={28} />}
        {data && (
          <Text role="status" fz={20} fw={600}>
            {data.sales === 0
              ? t('waves.none')
              : [
                  `${t('waves.preview', { count: data.sales })} ${t('waves.inLists', { count: data.lists })}`,
                  t('waves.units', { count: data.units }),
                  data.urgent && t('waves.urgent', { at: formatInstant(data.urgent) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" size="floor" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button
            data-autofocus
            size="floor"
            disabled={!data || data.sales === 0}
            loading={release.pending}
            onClick={() => void release.run({ params })}
          >
            {t('waves.release')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
