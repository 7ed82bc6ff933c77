import { Button } from '@mantine/core';
import { useState } from 'react';
import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { maxLaunched } from '#contract/inventory/volume.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { useRefusal } from '../refusal.ts';
import { nameOf } from '../requests/request-values.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { ReceiptVolumes } from './ReceiptVolumes.tsx';
import { useForeignVolume } from './use-foreign-volume.ts';

type Volume = Receipt['volumes'][number];

const namesOf = (volumes: readonly Volume[]) => volumes.map((volume) => volume.code).join(', ');

/** One scan for each carried volume, then one of the location. */
export function StockUpStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const [taken, setTaken] = useState<readonly number[]>([]);
  const launch = useAct(api.volumes.launchMany, { settles: true, success: false, onFailure: () => true });
  const refusalOf = useRefusal();
  const foreignVolume = useForeignVolume(receipt);
  const warehouse = receipt.warehouse.name;
  const left = receipt.volumes.filter((volume) => volume.state === 'tagged');
  // A volume that somebody else stored is removed from the carried ones.
  const held = left.filter((volume) => taken.includes(volume.id));
  const last = held.find((volume) => volume.id === taken.at(-1)) ?? held.at(-1);
  const bad = (message: string) => ({ tone: 'bad' as const, message });
  const take = async (code: string) => {
    const volume = receipt.volumes.find((one) => one.code === code);
    if (!volume) return bad((await foreignVolume(code)) ?? t('receiving.otherVolume', { code }));
    if (volume.state !== 'tagged')
      return bad(t('receiving.storedBefore', { code, place: volume.position ?? '' }));
    if (!held.includes(volume) && held.length === maxLaunched) return bad(t('receiving.handsFull'));
    setTaken((before) => [...before.filter((id) => id !== volume.id), volume.id]);
    return { tone: 'good' as const, message: hintOf(volume) };
  };
  const hintOf = (volume: Volume) => {
    const line = receipt.lines.find((one) => one.id === volume.lineId);
    if (!line?.place) return t('receiving.anyPlace', { code: volume.code });
    const said = line.place.holds ? 'receiving.samePlace' : 'receiving.emptyPlace';
    return t(said, { code: volume.code, place: line.place.code, name: nameOf(line) });
  };
  const targetOf = (volume: Volume) => receipt.lines.find((one) => one.id === volume.lineId)?.place?.code;
  const targetsOf = (volumes: readonly Volume[]) =>
    volumes.map((volume) => [volume.code, targetOf(volume)].filter(Boolean).join(' → ')).join(', ');
  // A scan that stores several volumes, or any scan at the bench, is repeated with the same scan id.
  const [asked, setAsked] = useState('');
  const store = async (code: string) => {
    const query = { query: `warehouse:${receipt.warehouse.id} code:"${code.replaceAll('"', '')}"` };
    const { items } = await call(api.inventoryLocations.list, { query });
    const position = items.find((one) => one.code.toUpperCase() === code);
    if (!position) return bad((await foreignVolume(code)) ?? t('receiving.noPlace', { code, warehouse }));
    const ids = held.map((volume) => volume.id);
    const question = `${position.id} ${ids}`;
    if ((ids.length > 1 || position.bench) && asked !== question) {
      setAsked(question);
      const about = { count: ids.length, code: namesOf(held), place: position.code };
      const elsewhere = held.filter((volume) => (targetOf(volume) ?? position.code) !== position.code);
      const message = [
        t(position.bench ? 'receiving.storeOnBench' : 'receiving.storeMany', about),
        elsewhere.length > 0 &&
          t('receiving.meantFor', { count: elsewhere.length, places: targetsOf(elsewhere) }),
      ]
        .filter(Boolean)
        .join(' ');
      return { tone: 'attention' as const, message };
    }
    setAsked('');
    const done = await launch.run({ body: { ids, positionId: position.id } });
    if (!done.ok) return bad(refusalOf(done.failure));
    setTaken([]);
    return {
      tone: 'good' as const,
      message: t('receiving.storedNow', {
        ...{ count: ids.length, code: namesOf(held), place: position.code, warehouse },
      }),
    };
  };
  const scan = async (text: string) => {
    const code = asCode(text);
    const isVolume = receipt.volumes.some((one) => one.code === code);
    return last && !isVolume ? store(code) : take(code);
  };
  const next = left.length === 0 ? t('receiving.allStored') : t('receiving.toStore', { count: left.length });
  return (
    <>
      <ScanPanel
        long
        next={held.length > 1 ? targetsOf(held) : last ? hintOf(last) : next}
        label={
          last ? t('receiving.scanPlace', { count: held.length, code: last.code }) : t('receiving.scanVolume')
        }
        hint={t(last ? 'receiving.thenNext' : 'receiving.thenPlace')}
        onScan={can('volumes.update') ? scan : undefined}
      />
      {/* Below the field, which stays where it is when the first volume is taken. */}
      {last && (
        <Button variant="default" size="floor" onClick={() => setTaken([])}>
          {t('receiving.putDown')}
        </Button>
      )}
      <ReceiptVolumes receipt={receipt} waiting={['tagged']} />
    </>
  );
}
