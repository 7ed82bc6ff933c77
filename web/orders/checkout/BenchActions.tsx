import {
  IconCheck,
  IconHandClick,
  IconHandStop,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPrinter,
  IconRefresh,
  IconThumbUp,
  IconTruck,
  IconTruckLoading,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { fulfillerReasons, type OrderAct, orderActs } from '#contract/orders/order-states.ts';
import { useAct } from '../../acts.ts';
import { useCountsByHand } from '../../business/counts-by-hand.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { toast } from '../../ui/toasts.ts';
import { BenchDialog, type BenchQuestion } from './BenchDialog.tsx';
import { awaitsSerial, isLabelReady, isSettledCancel } from './bench-state.ts';
import { useLabel } from './use-label.ts';
import { keepSale, type Packing } from './use-packing.ts';
import { useResetRefusal } from './use-reset-refusal.ts';

/** Possible acts, the next step first; acts that are not allowed are disabled with the reason. */
export function BenchActions({ sale, packing }: { sale: Checkout; packing: Packing }) {
  const { t } = useTranslation(['orders', 'errors']);
  const [asking, setAsking] = useState<BenchQuestion | null>(null);
  const params = { id: sale.id };
  const start = useAct(api.checkout.startPicking, { onSuccess: keepSale });
  const label = useLabel();
  const byHand = useCountsByHand();
  const next = useNext(sale);
  const cancel = useAct(api.checkout.cancel, { settles: true });
  const refusalOfReset = useResetRefusal(sale);
  const accept = useAct(api.checkout.accept);
  const send = useAct(api.checkout.send);
  const able = (verb: OrderAct) => canAct(orderActs, verb, sale.status);
  const mine = sale.approvalReason !== null && fulfillerReasons.includes(sale.approvalReason);
  const [unproven] = sale.proof.missing;
  const missing = sale.beepedCount < sale.unitCount;
  const items: (Action | false)[] = [
    able('startPicking') && {
      key: 'start',
      label: t('bench.bench.start'),
      icon: IconPlayerPlay,
      tone: 'primary',
      permission: orderActs.startPicking.permission,
      run: () => start.run({ params }),
    },
    able('confirmPacking') && {
      key: 'confirm',
      label: t('bench.bench.confirm'),
      icon: IconCheck,
      tone: 'primary',
      permission: orderActs.confirmPacking.permission,
      refused: missing
        ? `${t('errors:unbeeped_items')} (${t('bench.bench.beeped', { done: sale.beepedCount, all: sale.unitCount })})`
        : awaitsSerial(sale)
          ? t('errors:serial_required')
          : unproven && t(`proof.missing.${unproven}`),
      run: async () => {
        const { tone, message } = await packing.confirm(sale);
        if (tone === 'bad' && message)
          toast.failure(actMessage('failures', 'checkout.confirmPacking') ?? '', message);
      },
    },
    able('countByHand') &&
      missing &&
      byHand && {
        key: 'byHand',
        label: t('bench.bench.byHand'),
        icon: IconHandClick,
        permission: orderActs.countByHand.permission,
        run: () => setAsking('byHand'),
      },
    able('printLabel') &&
      sale.status !== 'picking' &&
      !sale.labelPrintedAt && {
        key: 'print',
        label: t('bench.bench.print'),
        icon: IconPrinter,
        tone: 'primary',
        permission: orderActs.printLabel.permission,
        refused: !isLabelReady(sale) && t('bench.bench.labelStates.waiting'),
        run: () => label.issue(sale.id),
      },
    sale.labelFormats.length > 0 &&
      !sale.labelPrintedAt &&
      sale.status !== 'canceled' && {
        key: 'printed',
        label: t('bench.bench.downloadedMark'),
        icon: IconCheck,
        permission: orderActs.printLabel.permission,
        run: () => label.markPrinted(sale.id),
      },
    leadsOn(sale) && {
      key: 'next',
      label: t('bench.bench.next'),
      icon: IconPlayerSkipForward,
      tone: sale.labelPrintedAt || isSettledCancel(sale) ? 'primary' : 'normal',
      permission: orderActs.startPicking.permission,
      pending: next === undefined,
      refused: next === null && t('bench.bench.queueEmpty'),
      to: next ? paths.orders.pack(next) : undefined,
    },
    able('accept') &&
      mine && {
        key: 'accept',
        label: t('bench.bench.accept'),
        icon: IconThumbUp,
        tone: 'primary',
        permission: orderActs.accept.permission,
        run: () => accept.run({ params }),
      },
    able('send') &&
      !sale.marketplaceReportsShipping && {
        key: 'send',
        label: t('bench.bench.send'),
        icon: IconTruck,
        permission: orderActs.send.permission,
        refused: sale.change !== null && t('errors:order_changed'),
        run: () =>
          sale.trackingCode
            ? send.run({ params, body: { trackingCode: sale.trackingCode } })
            : setAsking('send'),
      },
    able('collectByHand') && {
      key: 'collect',
      label: t('bench.bench.collectByHand'),
      icon: IconTruckLoading,
      permission: orderActs.collectByHand.permission,
      refused: sale.change !== null && t('errors:order_changed'),
      run: () => setAsking('collect'),
    },
    able('resetBeeping') && {
      key: 'reset',
      label: t('bench.bench.reset'),
      icon: IconRefresh,
      permission: orderActs.resetBeeping.permission,
      refused: sale.resetRefusal && refusalOfReset(sale.resetRefusal),
      run: () => setAsking('reset'),
    },
    able('cancelPicking') && {
      key: 'cancel',
      label: t('bench.bench.cancel'),
      icon: IconX,
      permission: orderActs.cancelPicking.permission,
      confirm: {
        title: t('bench.bench.cancelAsk'),
        message: t('bench.bench.cancelText'),
        confirm: t('bench.bench.cancel'),
        tone: 'bad',
      },
      run: () => cancel.run({ params }),
    },
    able('refuse') && {
      key: 'refuse',
      label: t('bench.bench.refuse'),
      icon: IconHandStop,
      tone: 'bad',
      permission: orderActs.refuse.permission,
      run: () => setAsking('refuse'),
    },
  ];
  return (
    <>
      <Actions size="floor" items={items} />
      {asking && <BenchDialog asked={asking} sale={sale} onClose={() => setAsking(null)} />}
    </>
  );
}

const leadsOn = (sale: Checkout): boolean =>
  isSettledCancel(sale) || (sale.packedAt !== null && !sale.putBack);

/** The sale after one that was packed or canceled: null if none waits, undefined until it is known. */
function useNext(sale: Checkout): number | null | undefined {
  const query = `status:pending listed:no warehouse:${sale.warehouse?.id ?? 0}`;
  const waiting = useApi(
    api.checkout.list,
    { query: { query, sort: 'limit', size: '1' } },
    { enabled: leadsOn(sale) },
  );
  return waiting.data && (waiting.data.items[0]?.id ?? null);
}
