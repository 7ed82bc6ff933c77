import { useRef, useState } from 'react';
import { asCode, isCodeOf } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { ParcelReturn } from '#contract/orders/return.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { useWhatIs } from '../../inventory/passport/what-is.ts';
import { paths } from '../../paths.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { findSale } from '../checkout/open-sale.ts';
import { useUnfitVolume } from '../checkout/use-unfit-volume.ts';

const quiet = { success: false, onFailure: () => true, patience: 8_000 } as const;

export const keepReturn = (parcel: ParcelReturn) =>
  queryClient.setQueryData(queryKey(api.returns.detail, { params: { id: parcel.id } }), parcel);

/** The label of a parcel opens its return; goods of a parcel that never left are stored at the bench. */
export function useOpenReturn(): (code: string) => Promise<ScanOutcome> {
  const { t } = useTranslation('orders');
  const go = useGo();
  const open = useAct(api.returns.open, quiet);
  const whatIs = useWhatIs('position', 'volume', 'tote', 'cart', 'serial', 'supply_request');
  return async (code) => {
    const done = await open.run({ body: { code } });
    if (done.ok) {
      keepReturn(done.response);
      go(paths.orders.return(done.response.id));
      return { tone: 'good', message: t('returns.opened', { id: done.response.id }) };
    }
    if (done.failure.problem.code !== 'code_unknown') return { tone: 'bad', message: reasonOf(done.failure) };
    const found = await findSale(code);
    if (!found) {
      const other = await whatIs(code);
      const { kind = '', name = '' } = other ?? {};
      return {
        tone: 'bad',
        message: other ? t('returns.isOther', { kind, name }) : t('returns.unknown', { code: asCode(code) }),
      };
    }
    go(paths.orders.pack(found.id));
    return { tone: 'bad', message: t('returns.goToBench', { id: found.id }) };
  };
}

type Part = ParcelReturn['parts'][number];
/** Units of one product that are stored together: the good ones, or the damaged ones. */
export type Pile = { part: Part; what: 'good' | 'damaged' };
export type Places = ReadonlyMap<string, string>;

export const pileKey = ({ part, what }: Pile) => `${part.id} ${what}`;
const seenOf = (part: Part) => part.good + part.damaged + part.missing;
/** More units may arrive than were claimed. */
export const leftOf = (part: Part) => Math.max(0, part.expected - seenOf(part));
/** The code of the product, or the serial number of one of its units. */
export const isOnPart = (part: Part, code: string) => isCodeOf(part, code) || part.serials.includes(code);

/** Units without a scanned volume; good ones first, damaged ones may have none. */
export function openPiles({ parts }: ParcelReturn, places: Places): Pile[] {
  const piles = (['good', 'damaged'] as const).flatMap((what) =>
    parts.filter((part) => part[what] > 0).map((part) => ({ part, what })),
  );
  return piles.filter((pile) => !places.has(pileKey(pile)));
}

export const placesOf = ({ parts }: ParcelReturn, places: Places) =>
  parts.map((part) => {
    const good = places.get(pileKey({ part, what: 'good' }));
    const damaged = places.get(pileKey({ part, what: 'damaged' }));
    return {
      partId: part.id,
      ...(good && { volumeCode: good }),
      ...(damaged && { damagedVolumeCode: damaged }),
    };
  });

/** A scan is a good unit while units are left, then the volume of the next group. */
export function useReturnScan(parcel: ParcelReturn) {
  const { t } = useTranslation('orders');
  const inspect = useAct(api.returns.inspect, { ...quiet, settles: true });
  const check = useAct(api.returns.checkPlace, { ...quiet, settles: true });
  const unfit = useUnfitVolume();
  const [places, setPlaces] = useState<Places>(new Map());
  const latest = useRef({ parcel, places });
  latest.current = { parcel, places };

  const count = async (code: string): Promise<ScanOutcome> => {
    const { id, parts } = latest.current.parcel;
    const named = parts.filter((part) => isOnPart(part, code));
    const isNumbered = parts.some((part) => part.serials.length > 0);
    if (named.length === 0 && !isNumbered)
      return { tone: 'bad', message: t('returns.notInParcel', { code }) };
    const done = await inspect.run({
      params: { id },
      body: { code, condition: 'good', clientId: crypto.randomUUID() },
    });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    keepReturn(done.response);
    const sent = done.response.parts.filter(({ id: part }) => named.some((one) => one.id === part));
    const all = sent.reduce((sum, part) => sum + part.expected, 0);
    const seen = sent.reduce((sum, part) => sum + seenOf(part), 0);
    return {
      tone: 'good',
      message: t('returns.counted', { sku: named[0]?.sku ?? code, done: seen, all }),
    };
  };
  const put = async (code: string): Promise<ScanOutcome> => {
    const [pile] = openPiles(latest.current.parcel, latest.current.places);
    if (!pile) return { tone: 'bad', message: t('returns.allPlaced') };
    const { id } = latest.current.parcel;
    const body = { partId: pile.part.id, condition: pile.what, volumeCode: code };
    const checked = await check.run({ params: { id }, body });
    if (!checked.ok) return { tone: 'bad', message: unfit(checked.failure) };
    setPlaces((known) => new Map(known).set(pileKey(pile), code));
    const what = t(`returns.conditions.${pile.what}`);
    return { tone: 'good', message: t('returns.placedIn', { sku: pile.part.sku, what, volume: code }) };
  };
  const scan = (text: string): Promise<ScanOutcome> | ScanOutcome => {
    const code = asCode(text);
    return latest.current.parcel.parts.some((part) => leftOf(part) > 0) ? count(code) : put(code);
  };
  /** Scans one volume again, or all of them. */
  const forget = (volume?: string) =>
    setPlaces((known) => new Map([...known].filter(([, code]) => volume !== undefined && code !== volume)));
  return { places, scan, forget };
}
