import { useRef } from 'react';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { orderActs } from '#contract/orders/order-states.ts';
import { type LabelHindrance, labelHindrances, saleOfOwnLabel } from '#contract/orders/parcel-label.ts';
import { useAct } from '../../acts.ts';
import { call, type Failure, newKey } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { useWhatIs } from '../../inventory/passport/what-is.ts';
import type { EmptiedVolume } from '../../inventory/volumes/ZeroCheckQuestion.tsx';
import { paths } from '../../paths.ts';
import { invalidate, queryClient, queryKey } from '../../queries.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { awaitsSerial, stateOf } from './bench-state.ts';
import {
  type FoundSale,
  findInCart,
  findNext,
  findSale,
  findSharing,
  findWanting,
  isCartPlace,
  isTote,
} from './open-sale.ts';
import { pause, settlePause } from './pauses.ts';
import { type Issued, useLabel } from './use-label.ts';
import { useLeaving } from './use-leaving.ts';

/**
 * A code without an answer: the packer is asked to scan it again with the same scan id, so it counts once even if the
 * first scan arrived. A packer who scans the next unit instead sees one unit too few, never one too many.
 */
type Unanswered = { code: string; clientId: string; about: string };

const quiet = { success: false, onFailure: () => true, patience: 8_000 } as const;

export const keepSale = (sale: Checkout): unknown =>
  queryClient.setQueryData(queryKey(api.checkout.detail, { params: { id: sale.id } }), sale);

const latestOf = (sale: Checkout): Checkout =>
  queryClient.getQueryData<Checkout>(queryKey(api.checkout.detail, { params: { id: sale.id } })) ?? sale;

export type Packing = ReturnType<typeof usePacking>;

/** Acts of the bench's scanner on a sale, from the first product to the next sale. */
export function usePacking(onEmptied: (volumes: EmptiedVolume[]) => void) {
  const { t } = useTranslation(['orders', 'errors', 'inventory']);
  const go = useGo();
  const { can, session } = useSession();
  const unanswered = useRef<Unanswered | null>(null);
  const startPicking = useAct(api.checkout.startPicking, quiet);
  const beep = useAct(api.checkout.beep, quiet);
  const serial = useAct(api.checkout.scanSerial, quiet);
  const confirmPacking = useAct(api.checkout.confirmPacking, {
    ...quiet,
    settles: { title: t('bench.bench.unsettledTitle'), text: t('bench.bench.unsettledText') },
  });
  const label = useLabel();
  const whatIs = useWhatIs('position', 'volume', 'cart', 'serial', 'supply_request');
  const leaving = useLeaving();
  const handsFree = session?.handsFree === true && can(orderActs.startPicking.permission);

  const refused = (failure: Failure, sale?: Checkout): ScanOutcome => {
    // The sale may have been canceled, packed or taken since it was read.
    void invalidate('checkout.detail');
    return { tone: 'bad', message: reasonOf(failure), ...(sale && { about: stateOf(sale) }) };
  };

  /** Read before it is shown, so that the field and its message keep their place. */
  const show = async (id: number): Promise<Checkout> => {
    const sale = await call(api.checkout.detail, { params: { id } });
    keepSale(sale);
    go(paths.orders.pack(id));
    return sale;
  };

  /** After a sale has ended, the most urgent one of its warehouse follows. */
  const openNext = async (sale: Checkout, ended: 'packed' | 'putBack' = 'packed'): Promise<ScanOutcome> => {
    const id = sale.warehouse && (await findNext(sale.warehouse.id));
    if (!id) return { tone: 'done', message: t(`bench.bench.${ended}Last`), about: stateOf(sale) };
    const next = await show(id);
    return {
      tone: 'done',
      message: t(`bench.bench.${ended}Next`, { id: sale.id, next: id }),
      about: stateOf(next),
    };
  };

  /** Packs a parcel that carries its label. `saved`: this device cannot print, and its file is still to be printed. */
  const pack = async (sale: Checkout, saved = false): Promise<ScanOutcome> => {
    const done = await confirmPacking.run({ params: { id: sale.id } });
    if (!done.ok) return refused(done.failure, sale);
    const { emptied, ...packed } = done.response;
    onEmptied(emptied);
    keepSale(packed);
    if (handsFree && !packed.waitsForLabel) return openNext(packed);
    const labelled = saved ? 'bench.bench.packedSaved' : 'bench.bench.packedPrinted';
    const message = t(packed.waitsForLabel ? 'bench.bench.packedNoLabel' : labelled);
    const isDone = !packed.waitsForLabel && !saved;
    return { tone: isDone ? 'done' : 'attention', message, about: stateOf(packed) };
  };

  /** After the label: the parcel is packed with it, or the packer has to act first. */
  const packWith = async (sale: Checkout, issued: Issued): Promise<ScanOutcome> => {
    if ('refused' in issued) {
      const { refused: failure } = issued;
      const why = labelHindrances.find((known) => known === failure.problem.code);
      if (!why) return refused(failure, sale);
      pause({ id: sale.id, why, reason: reasonOf(failure) });
      return { tone: 'attention', message: reasonOf(failure), about: stateOf(sale) };
    }
    keepSale(issued.sale);
    const about = stateOf(issued.sale);
    if (!issued.arrived) return { tone: 'bad', message: t('bench.bench.notPrinted'), about };
    return pack(issued.sale, !issued.onPaper);
  };

  const confirm = async (sale: Checkout): Promise<ScanOutcome> => {
    const [unproven] = sale.proof.missing;
    if (unproven) return { tone: 'attention', message: t(`proof.missing.${unproven}`), about: stateOf(sale) };
    if (sale.labelPrintedAt || sale.parcelLabelAt || sale.leftUnpacked) return pack(sale);
    return packWith(sale, await label.close(sale.id));
  };

  const confirmWithOwnLabel = async (sale: Checkout, why: LabelHindrance): Promise<ScanOutcome> => {
    const outcome = await packWith(sale, await label.closeWithOwn(sale.id, why));
    settlePause(sale.id);
    return outcome;
  };

  const count = async (sale: Checkout, code: string): Promise<ScanOutcome> => {
    const about = stateOf(sale);
    const former = unanswered.current;
    const clientId = former?.code === code && former.about === about ? former.clientId : newKey();
    // The sale as the scan before left it, also if the screen has not been drawn with it.
    const act = awaitsSerial(latestOf(sale)) ? serial : beep;
    const done = await act.run({ params: { id: sale.id }, body: { code, clientId } });
    unanswered.current = null;
    if (!done.ok) {
      if (!done.failure.unknownOutcome) return refused(done.failure, sale);
      unanswered.current = { code, clientId, about };
      return { tone: 'bad', message: t('bench.bench.notCounted'), about };
    }
    const counted = done.response;
    keepSale(counted);
    const awaiting = awaitsSerial(counted);
    if (awaiting)
      return {
        tone: 'attention',
        message: t('inventory:serials.awaited', { product: awaiting.product }),
        about,
      };
    if (counted.beepedCount < counted.unitCount)
      return {
        tone: 'good',
        message: t('bench.bench.beeped', { done: counted.beepedCount, all: counted.unitCount }),
        about,
      };
    return handsFree ? confirm(counted) : { tone: 'done', message: t('bench.bench.complete'), about };
  };

  /** A GTIN of several products neither opens nor starts anything: the packer chooses the product. */
  const askWhich = (skus: readonly string[]): ScanOutcome => ({
    tone: 'bad',
    message: t('errors:code_ambiguous', { skus: skus.join(', ') }),
  });

  const start = async (id: number, code: string): Promise<ScanOutcome> => {
    leaving.forget();
    const skus = await findSharing(code);
    if (skus.length > 0) return askWhich(skus);
    return startWith(id, code);
  };

  const startWith = async (id: number, code: string): Promise<ScanOutcome> => {
    const started = await startPicking.run({ params: { id } });
    if (!started.ok) return refused(started.failure);
    keepSale(started.response);
    return count(started.response, code);
  };

  /**
   * Our label instead of one that the channel does not provide yet; that one is printed later and stuck over ours.
   */
  const printChannelLabel = async (sale: Checkout): Promise<ScanOutcome> => {
    const issued = await label.close(sale.id);
    if ('refused' in issued) {
      const message = t('bench.bench.stillNoLabel', { reason: reasonOf(issued.refused) });
      return { tone: 'attention', message, about: stateOf(sale) };
    }
    keepSale(issued.sale);
    const about = stateOf(issued.sale);
    if (!issued.arrived) return { tone: 'bad', message: t('bench.bench.packedNotPrinted'), about };
    return { tone: 'done', message: t('bench.bench.channelPrinted'), about };
  };

  const openFound = async ({ id }: FoundSale, code: string): Promise<ScanOutcome> => {
    const sale = await show(id);
    if (saleOfOwnLabel(code) === id && sale.waitsForLabel) return printChannelLabel(sale);
    return { tone: 'good' };
  };

  const openWanting = async (id: number, code: string): Promise<ScanOutcome> => {
    const sale = await show(id);
    if (sale.status === 'picking')
      return isTote(code) ? { tone: 'good', about: stateOf(sale) } : count(sale, code);
    if (handsFree) return startWith(id, code);
    return { tone: 'bad', message: t('bench.bench.startFirst'), about: stateOf(sale) };
  };

  const openInCart = async (code: string, warehouseId?: number): Promise<ScanOutcome> => {
    const found = await findInCart(code, warehouseId);
    const name = asCode(code);
    if (found === 'twice') return { tone: 'bad', message: t('bench.board.placeTwice', { name }) };
    if (!found) return { tone: 'bad', message: t('bench.board.emptyPlace', { name }) };
    const sale = await show(found.id);
    return { tone: 'good', about: stateOf(sale) };
  };

  /**
   * A product opens the most urgent sale that needs it, a place of a cart the sale whose units lie there, and any other
   * code the sale that it belongs to. `from` is the open sale that still has to be packed; a product of another sale does
   * not leave it in silence.
   */
  const open = async (
    code: string,
    from?: Checkout,
    warehouseId = from?.warehouse?.id,
  ): Promise<ScanOutcome> => {
    if (isCartPlace(code)) return openInCart(code, warehouseId);
    const isRepeat = leaving.isRepeat(code, from);
    const [wanting, skus] = await Promise.all([findWanting(code, warehouseId), findSharing(code)]);
    if (wanting !== null && skus.length > 0) return askWhich(skus);
    const found = wanting === null ? await findSale(code) : { ...wanting, named: isTote(code) };
    if (!found) {
      const other = await whatIs(code);
      const { kind = '', name = '' } = other ?? {};
      return {
        tone: 'bad',
        message: other ? t('bench.board.isOther', { kind, name }) : t('bench.board.notFound'),
      };
    }
    const proceed = () => (wanting === null ? openFound(found, code) : openWanting(wanting.id, code));
    if (!from || found.named || found.id === from.id || isRepeat) return proceed();
    return leaving.ask(from, found, code);
  };

  return { handsFree, open, start, count, confirm, confirmWithOwnLabel, openNext, refused };
}
