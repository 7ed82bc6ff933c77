import { useState, useSyncExternalStore } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { packingConfirmCode, saleOfOwnLabel } from '#contract/orders/parcel-label.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { awaitsSerial, isLabelReady, isOnGoods, isPutBack, stateOf } from './bench-state.ts';
import { lostLabels } from './label-file.ts';
import { OtherVolume } from './OtherVolume.tsx';
import { findWanting, isCartPlace } from './open-sale.ts';
import { useLabelComing } from './use-label-coming.ts';
import { keepSale, type Packing } from './use-packing.ts';
import { useUnfitVolume } from './use-unfit-volume.ts';

type BenchScanProps = { sale: Checkout; stopped: boolean; packing: Packing };

const quiet = { success: false, onFailure: () => true, patience: 8_000 } as const;

/** The scan field of the bench; the meaning of a code depends on the state of the sale. */
export function BenchScan({ sale, stopped, packing }: BenchScanProps) {
  const { t } = useTranslation(['orders', 'inventory']);
  const putBack = useAct(api.checkout.putBack, { ...quiet, settles: true });
  const collect = useAct(api.checkout.collect, { ...quiet, settles: true });
  const { can } = useSession();
  // Part of the current state of the bench.
  useSyncExternalStore(lostLabels.subscribe, lostLabels.get);
  const isComing = useLabelComing(sale.id);
  const [doubt, setDoubt] = useState<string | null>(null);
  const params = { id: sale.id };

  // A parcel that is begun is finished first.
  const isBegun = sale.status === 'picking' && sale.beepedCount > 0 && sale.beepedCount < sale.unitCount;
  const orOfCart = (take: (code: string) => Promise<ScanOutcome>) => (code: string) =>
    isCartPlace(code) && !isBegun ? packing.open(code, sale) : take(code);
  const begin = async (code: string): Promise<ScanOutcome> => {
    if (!isOnGoods(sale, code)) return packing.open(code, sale);
    if (!packing.handsFree) return { tone: 'bad', message: t('bench.bench.startFirst') };
    return packing.start(sale.id, code);
  };
  const count = (code: string): Promise<ScanOutcome> =>
    code.toUpperCase() === packingConfirmCode ? packing.confirm(sale) : packing.count(sale, code);
  const notTaken = useUnfitVolume();
  const giveBack = async (code: string, confirmed = false): Promise<ScanOutcome> => {
    const done = await putBack.run({ params, body: { volumeCode: code, confirmed } });
    if (!done.ok) {
      if (done.failure.problem.code === 'volume_unconfirmed') setDoubt(code);
      return { tone: 'bad', message: notTaken(done.failure) };
    }
    keepSale(done.response);
    if (packing.handsFree && !done.response.putBack) return packing.openNext(done.response, 'putBack');
    return { tone: 'done', message: t('events.put-back'), about: stateOf(done.response) };
  };
  const handOver = async (code: string): Promise<ScanOutcome> => {
    if (sale.waitsForLabel && saleOfOwnLabel(code) === sale.id) return packing.open(code);
    const done = await collect.run({ params, body: { code } });
    if (!done.ok) {
      if (done.failure.problem.code === 'label_mismatch' && (await findWanting(code)))
        return packing.open(code);
      return { tone: 'bad', message: reasonOf(done.failure) };
    }
    keepSale(done.response);
    return { tone: 'done', message: t('statuses.collected'), about: stateOf(done.response) };
  };

  const field = { about: stateOf(sale), disabled: stopped };
  const place = homeOf(sale);
  if (sale.putBack)
    return (
      <>
        <Scan
          {...field}
          onScan={(code) => giveBack(code)}
          label={t('bench.bench.putBackScan')}
          hint={place ? t('bench.bench.putBackTo', { place }) : t('bench.bench.putBackHint')}
        />
        {doubt && (
          <OtherVolume
            volume={doubt}
            onClose={() => setDoubt(null)}
            onConfirmed={() => giveBack(doubt, true)}
          />
        )}
      </>
    );
  if (canAct(orderActs, 'startPicking', sale.status))
    return (
      <Scan
        {...field}
        onScan={begin}
        label={t(packing.handsFree ? 'bench.bench.waitsScan' : 'bench.bench.waitsStart')}
        hint={t(packing.handsFree ? 'bench.bench.firstScan' : 'bench.bench.startHint')}
      />
    );
  if (sale.status === 'picking') {
    const awaiting = awaitsSerial(sale);
    const complete = sale.beepedCount === sale.unitCount && !awaiting;
    return (
      <Scan
        {...field}
        onScan={orOfCart(count)}
        label={
          awaiting ? t('inventory:serials.awaited', { product: awaiting.product }) : t('bench.bench.beep')
        }
        settled={complete}
        hint={
          complete
            ? t('bench.bench.complete')
            : t('bench.bench.beeped', { done: sale.beepedCount, all: sale.unitCount })
        }
      />
    );
  }
  if (sale.status !== 'waiting_collect')
    return (
      <Scan
        {...field}
        onScan={(code) => packing.open(code, sale.status === 'waiting_approval' ? sale : undefined)}
        label={t('bench.board.scan')}
        settled={isPutBack(sale)}
        {...(sale.status === 'canceled' && { hint: t('bench.bench.nextScan') })}
      />
    );
  const handing = sale.labelFormats.length > 0 && can('checkout.dispatch');
  return (
    <Scan
      {...field}
      onScan={handing ? orOfCart(handOver) : orOfCart((code) => packing.open(code))}
      label={t(handing ? 'bench.bench.collectScan' : 'bench.board.scan')}
      settled={isLabelReady(sale) && !isComing}
      hint={t(`bench.bench.${isComing ? 'labelComing' : packedHint(sale)}`)}
    />
  );
}

/** The volume for all goods of a canceled sale; null if there are several, or none is known. */
function homeOf({ parts }: Checkout): string | null {
  const homes = new Set(
    parts.flatMap(({ places }) =>
      places.map(({ position, volume }) => [position, volume].filter(Boolean).join(' · ')),
    ),
  );
  const [home] = homes;
  return homes.size === 1 && home !== undefined ? home : null;
}

function packedHint(sale: Checkout) {
  if (sale.waitsForLabel) return isLabelReady(sale) ? 'packedOwnReady' : 'packedNoLabel';
  if (sale.labelPrintedAt) return 'packedPrinted';
  return isLabelReady(sale) ? 'packedPrint' : 'packedNoLabel';
}
