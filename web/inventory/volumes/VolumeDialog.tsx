import { Modal } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { AdjustForm } from './AdjustForm.tsx';
import { BlockForm, WriteOffForm } from './BlockForms.tsx';
import { LaunchForm } from './LaunchForm.tsx';
import { MoveForm } from './MoveForm.tsx';
import { MoveProductsForm } from './MoveProductsForm.tsx';
import { ReplicateForm, UnlaunchForm } from './ReasonForm.tsx';
import { ArriveForm, TransferForm } from './TransferForms.tsx';
import { VolumeEditForm } from './VolumeEditForm.tsx';
import { VolumeLabel } from './VolumeLabel.tsx';
import type { TaskProps, VolumeTask } from './volume-task.ts';

const forms = {
  launch: LaunchForm,
  label: VolumeLabel,
  move: MoveForm,
  moveProducts: MoveProductsForm,
  edit: VolumeEditForm,
  replicate: ReplicateForm,
  adjust: AdjustForm,
  block: BlockForm,
  writeOff: WriteOffForm,
  transfer: TransferForm,
  arrive: ArriveForm,
  unlaunch: UnlaunchForm,
} satisfies Record<VolumeTask, React.ComponentType<TaskProps>>;

export function VolumeDialog({ task, volume, close }: TaskProps & { task: VolumeTask }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const code = { code: volume.code };
  const titles: Record<VolumeTask, string> = {
    launch: t('volumes.launchTitle', code),
    label: t('volumes.labelOf', code),
    move: t('volumes.moveTitle', code),
    moveProducts: t('volumes.moveProductsTitle', code),
    edit: `${t('volumes.edit')} · ${volume.code}`,
    replicate: t('volumes.replicateTitle', code),
    adjust: t('volumes.adjustTitle', code),
    block: t('volumes.blockTitle', code),
    writeOff: t('volumes.writeOffTitle', code),
    transfer: t('volumes.transferTitle', code),
    arrive: t('volumes.arriveTitle', code),
    unlaunch: `${t('volumes.unlaunch')} · ${volume.code}`,
  };
  const TaskForm = forms[task];
  const wide = task === 'edit' || task === 'moveProducts';
  return (
    <Modal
      opened
      onClose={close}
      title={titles[task]}
      size={wide ? 'xl' : 'lg'}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <TaskForm volume={volume} close={close} />
    </Modal>
  );
}
