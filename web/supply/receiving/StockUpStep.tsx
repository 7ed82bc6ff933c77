import { useState } from 'react';
import { api } from '#contract/index.ts';
import { asCode } from '#contract/primitives.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { useRefusal } from '../refusal.ts';
import { nameOf } from '../requests/request-values.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { ReceiptVolumes } from './ReceiptVolumes.tsx';

type Volume = Receipt['volumes'][number];

/** Two scans store a volume: its label, then the location it is put in. */
export function StockUpStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const [held, setHeld] = useState<Volume | null>(null);
  const launch = useAct(api.volumes.launch, { success: false, onFailure: () => true });
  const refusalOf = useRefusal();
  const left = receipt.volumes.filter((volume) => volume.state === 'tagged');
  const bad = (message: string) => ({ tone: 'bad' as const, message });
  const take = (code: string) => {
    const volume = receipt.volumes.find((one) => one.code === code);
    if (!volume) return bad(t('receiving.otherVolume', { code }));
    if (volume.state !== 'tagged')
      return bad(t('receiving.storedBefore', { code, place: volume.position ?? '' }));
    setHeld(volume);
    return { tone: 'good' as const, message: hintOf(volume) };
  };
  const hintOf = (volume: Volume) => {
    const line = receipt.lines.find((one) => one.id === volume.lineId);
    if (!line?.place) return t('receiving.anyPlace', { code: volume.code });
    const said = line.place.holds ? 'receiving.samePlace' : 'receiving.emptyPlace';
    return t(said, { code: volume.code, place: line.place.code, name: nameOf(line) });
  };
  const store = async (volume: Volume, code: string) => {
    const query = { query: `warehouse:${receipt.warehouse.id} "${code.replaceAll('"', '')}"`, size: '50' };
    const { items } = await call(api.inventoryLocations.list, { query });
    const position = items.find((one) => one.code.toUpperCase() === code);
    if (!position) return bad(t('receiving.noPlace', { code }));
    const done = await launch.run({ params: { id: volume.id }, body: { positionId: position.id } });
    if (!done.ok) return bad(refusalOf(done.failure));
    setHeld(null);
    return {
      tone: 'good' as const,
      message: t('receiving.storedNow', { code: volume.code, place: position.code }),
    };
  };
  const scan = async (text: string) => {
    const code = asCode(text);
    const isVolume = receipt.volumes.some((one) => one.code === code);
    return held && !isVolume ? store(held, code) : take(code);
  };
  const next = left.length === 0 ? t('receiving.allStored') : t('receiving.toStore', { count: left.length });
  return (
    <>
      <ScanPanel
        next={held ? hintOf(held) : next}
        label={held ? t('receiving.scanPlace', { code: held.code }) : t('receiving.scanVolume')}
        onScan={can('volumes.update') ? scan : undefined}
      />
      <ReceiptVolumes receipt={receipt} waiting={['tagged']} />
    </>
  );
}
