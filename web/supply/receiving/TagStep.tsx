import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';
import { useRefusal } from '../refusal.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { LabelButton } from './LabelButton.tsx';
import { ReceiptVolumes } from './ReceiptVolumes.tsx';
import { useForeignVolume } from './use-foreign-volume.ts';

/** Every label is printed, attached and scanned back. */
export function TagStep({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const tag = useAct(api.volumes.tag, { settles: true, success: false, onFailure: () => true });
  const refusalOf = useRefusal();
  const foreignVolume = useForeignVolume(receipt);
  const left = receipt.volumes.filter((volume) => volume.state === 'registered');
  const scan = async (code: string) => {
    const volume = receipt.volumes.find((one) => one.code === asCode(code));
    if (!volume)
      return {
        tone: 'bad' as const,
        message: (await foreignVolume(code)) ?? t('receiving.otherVolume', { code }),
      };
    if (volume.state !== 'registered')
      return { tone: 'bad' as const, message: t('receiving.taggedBefore', { code: volume.code }) };
    const done = await tag.run({ params: { id: volume.id }, body: { code } });
    if (!done.ok) return { tone: 'bad' as const, message: refusalOf(done.failure) };
    return { tone: 'good' as const, message: t('receiving.taggedNow', { code: volume.code }) };
  };
  return (
    <>
      <ScanPanel
        next={
          left[0]
            ? t('receiving.toTag', { count: left.length, code: left[0].code })
            : t('receiving.allTagged')
        }
        label={t('receiving.scanLabel')}
        onScan={can('volumes.update') ? scan : undefined}
        actions={<LabelButton receipt={receipt} />}
      />
      <ReceiptVolumes receipt={receipt} waiting={['registered']} />
    </>
  );
}
