import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';

/** Assigns the list to a person by one press. */
export function AssignDialog({ list, onClose }: { list: PickingList; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'ui']);
  const params = { id: list.id };
  const people = useApi(api.picking.people, { params });
  const assign = useAct(api.picking.assign, { onSuccess: onClose });
  const choices = [{ id: null, name: t('picking.anyone') }, ...(people.data?.people ?? [])];
  const current = list.assignee?.id ?? null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('picking.assignee')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {people.error && !people.data ? (
        <ErrorState
          failure={people.error}
          title={actMessage('failures', 'picking.people') ?? ''}
          retry={() => void people.refetch()}
        />
      ) : (
        <Stack gap="xs">
          {people.data ? (
            choices.map(({ id, name }) => (
              <Button
                key={id}
                size="floor"
                variant="default"
                justify="space-between"
                aria-pressed={id === current}
                rightSection={id === current && <IconCheck aria-hidden />}
                disabled={assign.pending}
                onClick={() => assign.run({ params, body: { assigneeId: id } })}
              >
                {name}
              </Button>
            ))
          ) : (
            <Skeleton height={180} />
          )}
        </Stack>
      )}
    </Modal>
  );
}
