import { useRef } from 'react';
import { api } from '#contract/index.ts';
import type { MovedUnits, PickingList, PickingStop } from '#contract/orders/picking.ts';
import type { ShortReason } from '#contract/orders/picking-commands.ts';
import { pickingActs } from '#contract/orders/picking-states.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { queryClient, queryKey } from '../../queries.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { nextStop, placeOf, stopKey } from './stops.ts';

type Asked = { about: string; reason: ShortReason };

/**
 * "Not here" by scan: the code of a reason asks, and the same code again declares the short. Units in the tote that
 * are reassigned to another sale are passed to `onMoved`.
 */
export function useShort(list: PickingList, onMoved: (moved: MovedUnits[]) => void) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const asked = useRef<Asked | null>(null);
  const declareShort = useAct(api.picking.declareShort, {
    settles: true,
    success: false,
    onFailure: () => true,
  });

  const declare = async (stop: PickingStop, reason: ShortReason): Promise<ScanOutcome> => {
    const done = await declareShort.run({
      params: { id: list.id },
      body: {
        volumeId: stop.volume.id,
        variationId: stop.variation.id,
        reason: t(`picking.shortReasons.${reason}`),
      },
    });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    const { moved, ...after } = done.response;
    queryClient.setQueryData(queryKey(api.picking.detail, { params: { id: list.id } }), after);
    onMoved(moved);
    return {
      tone: 'attention',
      message: t('picking.shortDone', { product: stop.sku, place: placeOf(stop) }),
      about: stopKey(nextStop(after, null)),
    };
  };

  /** A scan of one of the codes at the current stop. */
  const scanShort = async (stop: PickingStop, reason: ShortReason): Promise<ScanOutcome> => {
    if (!can(pickingActs.declareShort.permission))
      return { tone: 'bad', message: t('picking.shortNotYours') };
    const about = stopKey(stop);
    const isRepeat = asked.current?.about === about && asked.current.reason === reason;
    asked.current = isRepeat ? null : { about, reason };
    if (isRepeat) return declare(stop, reason);
    const why = t(`picking.shortReasons.${reason}`);
    const message = t('picking.shortAgain', { product: stop.sku, place: placeOf(stop), why });
    return { tone: 'attention', message };
  };
  /** Another code cancels the question. */
  const forget = () => {
    asked.current = null;
  };
  return { scanShort, forget };
}
