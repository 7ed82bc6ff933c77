import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import { pickingActs } from '#contract/orders/picking-states.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { invalidate, queryClient, queryKey, useApi } from '../../queries.ts';
import { play } from '../../ui/scan/sounds.ts';
import { useSession } from '../../use-session.ts';
import { Stop } from '../checkout/CanceledStop.tsx';
import { ChangedStop } from '../checkout/ChangedStop.tsx';

type Sale = PickingList['sales'][number];

/** The first sale that was removed from the list and not acknowledged yet. */
export const stoppedSale = (list: PickingList): Sale | undefined => list.sales.find((sale) => sale.stops);

/** A cancel during picking stops the list with a red page that says which goods go back where. */
export function ListStop({ list, sale }: { list: PickingList; sale: Sale }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const acknowledge = useAct(api.picking.acknowledge, {
    settles: true,
    success: false,
    onSuccess: (after) => {
      queryClient.setQueryData(queryKey(api.picking.detail, { params: { id: list.id } }), after);
    },
  });
  useEffect(() => play('bad'), []);
  if (!can(pickingActs.acknowledge.permission)) return null;
  return (
    <Stop
      title={t('picking.stopTitle', { place: sale.place })}
      text={t('picking.stopText', { order: sale.id, items: sale.items })}
      reason={sale.leftReason ? t(`picking.left.${sale.leftReason}`) : ''}
      onUnderstood={() => {
        if (!acknowledge.pending)
          void acknowledge.run({ params: { id: list.id }, body: { orderId: sale.id } });
      }}
    >
      <Stack gap={4}>
        {sale.picked === 0 && <Text fz="xl">{t('picking.stopNothing')}</Text>}
        {sale.picked > 0 &&
          list.putBack.map((line) => (
            <Text key={`${line.tote} ${line.sku}`} fz="xl" fw={700}>
              {t('picking.stopBack', {
                ...{ count: line.quantity, sku: line.sku, tote: line.tote },
                place: line.place
                  ? [line.place.position, line.place.volume].filter(Boolean).join(' · ')
                  : '—',
              })}
            </Text>
          ))}
      </Stack>
    </Stop>
  );
}

/** A changed order of the list: the stop of the bench, with the changes and the goods to store. */
export function ChangedInWalk({ id }: { id: number }) {
  const { data: sale } = useApi(api.checkout.detail, { params: { id } });
  const isSeen = sale?.change === null;
  useEffect(() => {
    if (isSeen) void invalidate('picking.detail');
  }, [isSeen]);
  return sale?.change ? <ChangedStop sale={sale} change={sale.change} /> : null;
}
