import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Cart } from '#contract/inventory/cart.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';

/** The list gets a cart of its warehouse by one press. */
export function CartDialog({ list, onClose }: { list: PickingList; onClose: () => void }) {
  const { t } = useTranslation(['orders', 'ui']);
  const carts = useApi(api.carts.list, {});
  const take = useAct(api.picking.takeCart, { onSuccess: onClose });
  const run = (code: string | null) => void take.run({ params: { id: list.id }, body: { code } });
  const needed = Math.max(0, ...list.sales.filter((sale) => !sale.leftReason).map(({ place }) => place));
  const why = ({ listId, places }: Cart): string => {
    if (listId !== null && listId !== list.id) return t('picking.cartBusy', { id: listId });
    return places < needed ? t('picking.cartSmall', { count: places }) : '';
  };
  const here = carts.data?.items.filter(({ warehouse }) => warehouse.id === list.warehouse.id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('picking.cart')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {carts.error && !carts.data ? (
        <ErrorState
          failure={carts.error}
          title={actMessage('failures', 'carts.list') ?? ''}
          retry={() => void carts.refetch()}
        />
      ) : (
        <Stack gap="xs">
          {here ? (
            <>
              <Choice name={t('picking.cartNone')} chosen={!list.cart} onClick={() => run(null)} />
              {here.map((cart) => (
                <Choice
                  key={cart.id}
                  name={t('picking.cartOf', { code: cart.code, name: cart.name })}
                  why={why(cart)}
                  chosen={cart.id === list.cart?.id}
                  onClick={() => run(cart.code)}
                />
              ))}
            </>
          ) : (
            <Skeleton height={180} />
          )}
        </Stack>
      )}
    </Modal>
  );
}

type ChoiceProps = { name: string; why?: string; chosen: boolean; onClick: () => void };

function Choice({ name, why = '', chosen, onClick }: ChoiceProps) {
  return (
    <Button
      size="floor"
      variant="default"
      justify="space-between"
      aria-pressed={chosen}
      disabled={why !== ''}
      rightSection={chosen && <IconCheck aria-hidden />}
      onClick={onClick}
    >
      {[name, why].filter(Boolean).join(' · ')}
    </Button>
  );
}
