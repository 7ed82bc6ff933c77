import {
  IconAlertTriangle,
  IconBasket,
  IconCheck,
  IconHandClick,
  IconPlayerPlay,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { MovedUnits, PickingList, PickingStop } from '#contract/orders/picking.ts';
import { shortReasons } from '#contract/orders/picking-commands.ts';
import { type PickingAct, pickingActs } from '#contract/orders/picking-states.ts';
import { useAct } from '../../acts.ts';
import { useCountsByHand } from '../../business/counts-by-hand.ts';
import { useTranslation } from '../../i18n.ts';
import type { EmptiedVolume } from '../../inventory/volumes/ZeroCheckQuestion.tsx';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { ReasonDialog } from '../checkout/ReasonDialog.tsx';
import { answerOf, isRefusal } from '../checkout/shown-refusal.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { CartDialog } from './CartDialog.tsx';
import { placeOf } from './stops.ts';

type PickingActionsProps = {
  list: PickingList;
  stop: PickingStop | undefined;
  onEmptied: (volumes: EmptiedVolume[]) => void;
  /** Units in a tote that were reassigned to another sale after a short. */
  onMoved: (moved: MovedUnits[]) => void;
};

/** Acts on a list, the next step first. */
export function PickingActions({ list, stop, onEmptied, onMoved }: PickingActionsProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const [missing, setMissing] = useState<PickingStop | null>(null);
  const [assigning, setAssigning] = useState(false);
  const [isCarting, setCarting] = useState(false);
  const [unread, setUnread] = useState<PickingStop | null>(null);
  const byHand = useCountsByHand();
  const params = { id: list.id };
  const start = useAct(api.picking.start, { settles: true });
  const finish = useAct(api.picking.finish, { settles: true });
  const cancel = useAct(api.picking.cancel, { settles: true });
  const take = useAct(api.picking.takeByHand, {
    settles: true,
    onSuccess: (done) => onEmptied(done.emptied),
    onFailure: isRefusal,
  });
  const declareShort = useAct(api.picking.declareShort, {
    settles: true,
    onSuccess: (done) => onMoved(done.moved),
    onFailure: isRefusal,
  });
  const able = (verb: PickingAct) => canAct(pickingActs, verb, list.state);
  const items: (Action | false)[] = [
    able('start') && {
      key: 'start',
      label: t('picking.start'),
      icon: IconPlayerPlay,
      tone: 'primary',
      permission: pickingActs.start.permission,
      run: () => start.run({ params }),
    },
    able('finish') && {
      key: 'finish',
      label: t('picking.finish'),
      icon: IconCheck,
      tone: list.stops.length === 0 ? 'primary' : 'normal',
      permission: pickingActs.finish.permission,
      refused: list.stops.length > 0 && t('errors:unbeeped_items'),
      run: () => finish.run({ params }),
    },
    able('declareShort') &&
      stop !== undefined && {
        key: 'short',
        label: t('picking.short'),
        icon: IconAlertTriangle,
        permission: pickingActs.declareShort.permission,
        run: () => setMissing(stop),
      },
    able('takeByHand') &&
      byHand &&
      stop !== undefined && {
        key: 'byHand',
        label: t('picking.byHand'),
        icon: IconHandClick,
        permission: pickingActs.takeByHand.permission,
        run: () => setUnread(stop),
      },
    able('assign') && {
      key: 'assign',
      label: t('picking.assignee'),
      icon: IconUser,
      permission: pickingActs.assign.permission,
      run: () => setAssigning(true),
    },
    able('takeCart') &&
      list.hasCarts && {
        key: 'cart',
        label: t('picking.cart'),
        icon: IconBasket,
        permission: pickingActs.takeCart.permission,
        run: () => setCarting(true),
      },
    able('cancel') && {
      key: 'cancel',
      label: t('picking.cancel'),
      icon: IconX,
      permission: pickingActs.cancel.permission,
      confirm: {
        title: t('picking.cancelAsk'),
        message: t('picking.cancelText'),
        confirm: t('picking.cancel'),
        tone: 'bad',
      },
      run: () => cancel.run({ params }),
    },
  ];
  return (
    <>
      <Actions size="floor" items={items} />
      {assigning && <AssignDialog list={list} onClose={() => setAssigning(false)} />}
      {isCarting && <CartDialog list={list} onClose={() => setCarting(false)} />}
      {unread && (
        <ReasonDialog
          title={t('picking.byHandAsk', {
            count: unread.quantity,
            product: unread.sku,
            place: placeOf(unread),
          })}
          text={t('bench.bench.byHandText')}
          label={t('picking.shortReason')}
          act={t('picking.byHand')}
          required
          onClose={() => setUnread(null)}
          onGiven={async (reason) => {
            const body = { volumeId: unread.volume.id, variationId: unread.variation.id, reason };
            return answerOf(await take.run({ params, body }));
          }}
        />
      )}
      {missing && (
        <ReasonDialog
          title={t('picking.shortAsk', { product: missing.sku, place: placeOf(missing) })}
          text={t('picking.shortText')}
          label={t('picking.shortReason')}
          act={t('picking.short')}
          choices={shortReasons.map((reason) => t(`picking.shortReasons.${reason}`))}
          required
          onClose={() => setMissing(null)}
          onGiven={async (reason) => {
            const body = { volumeId: missing.volume.id, variationId: missing.variation.id, reason };
            return answerOf(await declareShort.run({ params, body }));
          }}
        />
      )}
    </>
  );
}
