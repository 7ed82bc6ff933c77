import {
  IconAdjustments,
  IconArchive,
  IconArrowsExchange,
  IconArrowUpRight,
  IconCopy,
  IconLock,
  IconLockOpen,
  IconPackageExport,
  IconPencil,
  IconRocket,
  IconRotate,
  IconTag,
  IconTrash,
  IconTruckDelivery,
  IconTruckLoading,
} from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Volume } from '#contract/inventory/volume.ts';
import { type VolumeAct, volumeActs } from '#contract/inventory/volume-states.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { isUnlaunched, useVolumeRefusal } from './volume-refusal.ts';
import type { VolumeTask } from './volume-task.ts';

type Props = { volume: Volume; start: (task: VolumeTask) => void; close: () => void };

/** Acts on a volume. Acts that its state or that of its receipt forbids are disabled with the reason. */
export function VolumeActions({ volume, start, close }: Props) {
  const { t } = useTranslation('inventory');
  const unblock = useAct(api.volumes.unblock);
  const remove = useAct(api.volumes.remove, { onSuccess: close });
  const go = useGo();
  const returnToVendor = useAct(api.vendorReturns.create, {
    onSuccess: ({ id }) => go(paths.inventory.vendorReturn(id)),
  });
  const refusal = useVolumeRefusal();
  const params = { id: volume.id };
  const { receipt } = volume;
  const allowed = (verb: VolumeAct) => ({
    permission: volumeActs[verb].permission,
    refused: refusal(volume, verb),
  });
  const archive = useAct(api.volumes.archive, { onSuccess: close });
  const unlaunched = isUnlaunched(volume);
  const blocked = volume.state === 'blocked';
  const onItsWay = volume.state === 'in_transit';
  return (
    <Actions
      items={[
        unlaunched && {
          key: 'launch',
          label: t('volumes.launch'),
          icon: IconRocket,
          tone: 'primary',
          ...allowed('launch'),
          run: () => start('launch'),
        },
        receipt && {
          key: 'receipt',
          label: t('volumes.openReceipt'),
          icon: IconTruckLoading,
          secondary: !unlaunched,
          permission: 'receiving.read',
          to: paths.inventory.receive(receipt.id),
        },
        onItsWay && {
          key: 'arrive',
          label: t('volumes.arrive'),
          icon: IconTruckDelivery,
          tone: 'primary',
          ...allowed('arrive'),
          run: () => start('arrive'),
        },
        blocked && {
          key: 'vendorReturn',
          label: volume.vendorReturn
            ? t('vendorReturns.openOf', { number: volume.vendorReturn.number })
            : t('vendorReturns.fromVolumes'),
          icon: IconPackageExport,
          ...(volume.vendorReturn
            ? {
                permission: 'receiving.read' as const,
                to: paths.inventory.vendorReturn(volume.vendorReturn.id),
              }
            : {
                permission: volumeActs.returnToVendor.permission,
                run: () => returnToVendor.run({ body: { volumeIds: [volume.id] } }),
              }),
        },
        { key: 'label', label: t('volumes.label'), icon: IconTag, run: () => start('label') },
        !unlaunched && {
          key: 'move',
          label: t('volumes.move'),
          icon: IconArrowUpRight,
          ...allowed('move'),
          run: () => start('move'),
        },
        !unlaunched && {
          key: 'products',
          label: t('volumes.moveProducts'),
          icon: IconArrowsExchange,
          ...allowed('moveProducts'),
          run: () => start('moveProducts'),
        },
        unlaunched && {
          key: 'edit',
          label: t('volumes.edit'),
          icon: IconPencil,
          ...allowed('change'),
          run: () => start('edit'),
        },
        {
          key: 'replicate',
          label: t('volumes.replicate'),
          icon: IconCopy,
          secondary: !unlaunched,
          ...allowed('replicate'),
          run: () => start('replicate'),
        },
        {
          key: 'adjust',
          label: t('volumes.adjust'),
          icon: IconAdjustments,
          secondary: true,
          ...allowed('adjust'),
          run: () => start('adjust'),
        },
        blocked
          ? {
              key: 'unblock',
              label: t('volumes.unblock'),
              icon: IconLockOpen,
              ...allowed('unblock'),
              run: () => unblock.run({ params, body: {} }),
            }
          : {
              key: 'block',
              label: t('volumes.block'),
              icon: IconLock,
              secondary: true,
              ...allowed('block'),
              run: () => start('block'),
            },
        blocked && {
          key: 'writeOff',
          label: t('volumes.writeOff'),
          icon: IconTrash,
          tone: 'bad',
          ...allowed('writeOff'),
          run: () => start('writeOff'),
        },
        {
          key: 'transfer',
          label: t('volumes.transfer'),
          icon: IconTruckDelivery,
          secondary: true,
          ...allowed('transfer'),
          run: () => start('transfer'),
        },
        {
          key: 'archive',
          label: t('volumes.archive'),
          icon: IconArchive,
          secondary: true,
          ...allowed('archive'),
          confirm: {
            title: t('volumes.archiveSure', { code: volume.code }),
            confirm: t('volumes.archive'),
            tone: 'bad',
          },
          run: () => archive.run({ params, body: {} }),
        },
        {
          key: 'unlaunch',
          label: t('volumes.unlaunch'),
          icon: IconRotate,
          secondary: true,
          ...allowed('unlaunch'),
          run: () => start('unlaunch'),
        },
        {
          key: 'void',
          label: t('volumes.void'),
          icon: IconTrash,
          tone: 'bad',
          secondary: true,
          ...allowed('void'),
          confirm: {
            title: t('volumes.voidSure', { code: volume.code }),
            confirm: t('volumes.void'),
            tone: 'bad',
          },
          run: () => remove.run({ params }),
        },
      ]}
    />
  );
}
