import { useRef, useState } from 'react';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import type { MovedUnits, PickingBeep, PickingList } from '#contract/orders/picking.ts';
import { shortReasonOf } from '#contract/orders/picking-commands.ts';
import { useAct } from '../../acts.ts';
import { type Failure, newKey } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import type { EmptiedVolume } from '../../inventory/volumes/ZeroCheckQuestion.tsx';
import { invalidate, queryClient, queryKey } from '../../queries.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { play } from '../../ui/scan/sounds.ts';
import { nextStop, stopKey } from './stops.ts';
import { useShort } from './use-short.ts';

const quiet = { success: false, onFailure: () => true, patience: 8_000 } as const;

/** Two levels: the scanned place stays selected until it is done, and products are scanned from it. */
export function usePicking(
  list: PickingList,
  onEmptied: (volumes: EmptiedVolume[]) => void,
  onMoved: (moved: MovedUnits[]) => void,
) {
  const { t } = useTranslation('orders');
  const [from, setFrom] = useState<string | null>(null);
  const [scanned, setScanned] = useState<{ code: string; from: string; about: string } | null>(null);
  const [said, setSaid] = useState('');
  const unanswered = useRef<{ code: string; clientId: string } | null>(null);
  const beep = useAct(api.picking.beep, quiet);
  const at = list.stops.some((stop) => stop.volume.name === from || stop.position === from) ? from : null;

  const short = useShort(list, onMoved);

  const keep = ({ placed, shares, emptied, ...after }: PickingBeep) => {
    queryClient.setQueryData(queryKey(api.picking.detail, { params: { id: list.id } }), after);
    onEmptied(emptied);
    return { placed, shares, after };
  };

  /** Says which place of the cart gets how many of the typed units. */
  const keepMany = (done: PickingBeep) => {
    const { shares } = keep(done);
    setScanned(null);
    setSaid(shares.map(({ place, units }) => t('picking.share', { place, count: units })).join(' · '));
    play('good');
  };

  const scan = async (text: string): Promise<ScanOutcome> => {
    setSaid('');
    const code = asCode(text);
    const reason = shortReasonOf(code);
    const stop = nextStop(list, at);
    if (reason && stop) return short.scanShort(stop, reason);
    short.forget();
    const former = unanswered.current;
    const clientId = former?.code === code ? former.clientId : newKey();
    const done = await beep.run({
      params: { id: list.id },
      body: { code, ...(at && { from: at }), clientId },
    });
    unanswered.current = null;
    if (!done.ok) {
      if (done.failure.unknownOutcome) {
        unanswered.current = { code, clientId };
        return { tone: 'bad', message: t('picking.notCounted') };
      }
      void invalidate('picking.detail');
      return { tone: 'bad', message: wrongScan(done.failure) };
    }
    const { placed, after } = keep(done.response);
    if (placed === null && readCartCode(code)) return afterCart(code, after);
    if (placed === null) {
      setFrom(code);
      const about = stopKey(nextStop(after, code));
      return { tone: 'good', message: t('picking.atPlace', { place: code }), about };
    }
    const message = t(placed.left === 0 ? 'picking.placedLast' : 'picking.placed', {
      place: placed.place,
      order: placed.order,
    });
    // The field disappears with the last stop; the place of its unit stays visible.
    if (after.stops.length === 0) setSaid(message);
    const about = stopKey(nextStop(after, at));
    setScanned(at === null ? null : { code, from: at, about });
    return { tone: after.stops.length === 0 ? 'done' : 'good', message, about };
  };

  /** The list has a cart now, or a place of it was confirmed. */
  const afterCart = (code: string, after: PickingList): ScanOutcome => {
    const place = readCartCode(code)?.place ?? null;
    const message =
      list.cart && place !== null
        ? t('picking.cartPlaceScanned', { place })
        : t('picking.cartTaken', { code: after.cart?.code ?? code });
    const isOver = after.stops.length === 0 && after.awaitedPlaces.length === 0;
    if (isOver) setSaid(message);
    return { tone: isOver ? 'done' : 'good', message, about: stopKey(nextStop(after, at)) };
  };

  /** Says what was scanned. */
  const wrongScan = (failure: Failure): string => {
    const { code, facts = {} } = failure.problem;
    const said = {
      code: String(facts.code ?? ''),
      sku: String(facts.sku ?? ''),
      wanted: String(facts.wanted ?? ''),
    };
    if (code === 'product_not_wanted' && said.wanted) return t('picking.wrongProduct', said);
    if (code === 'place_not_wanted' && said.wanted) return t('picking.wrongPlace', said);
    if (code === 'no_volume_selected') return t('picking.wrongProductFirst', said);
    if (code === 'cart_not_of_list') return t('picking.wrongCart', said);
    if (code === 'cart_place_wrong') return t('picking.wrongCartPlace', said);
    if (code === 'cart_place_first') return t('picking.cartPlaceFirst', said);
    if (code === 'code_unknown') return t('picking.wrongUnknown', said);
    return reasonOf(failure);
  };
  return { from: at, scan, scanned, said, keepMany };
}
