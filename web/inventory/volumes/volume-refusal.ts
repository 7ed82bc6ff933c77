import { canAct } from '#contract/acts.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import { fitsStep, type VolumeAct, volumeActs } from '#contract/inventory/volume-states.ts';
import { useTranslation } from '../../i18n.ts';

export const isUnlaunched = ({ state }: Pick<Volume, 'state'>): boolean =>
  state === 'registered' || state === 'tagged';

/** Why the state of a volume or of its receipt forbids an act; undefined if it does not. */
export function useVolumeRefusal() {
  const { t } = useTranslation(['inventory', 'supply']);
  return (volume: Volume, verb: VolumeAct): string | undefined => {
    // The same form scans its label.
    const isInState = verb === 'launch' ? isUnlaunched(volume) : canAct(volumeActs, verb, volume.state);
    if (!isInState) return t('volumes.notNow', { state: t(`volumeState.${volume.state}`) });
    const held = volume.vendorReturn;
    if (held) return t('vendorReturns.heldBy', { number: held.number });
    const { receipt } = volume;
    if (!receipt || fitsStep(verb, receipt)) return undefined;
    const step = t(`supply:requestState.${receipt.state}`);
    return t('volumes.notInStep', { number: receipt.number, step });
  };
}
