import { Modal, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { Station } from '#contract/inventory/station.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { endSession } from '../../session.ts';
import { becomeStation } from '../../station.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useWarehouseOptions } from '../warehouse-options.ts';

/** Enrolling ends the session, so that only the station's entry remains in this browser. */
export function EnrolDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const initial: { name: string; warehouseId: string | null } = { name: '', warehouseId: null };
  const form = useForm({
    endpoint: api.stations.create,
    initial,
    send: ({ name, warehouseId }) => ({ body: { name, warehouseId: Number(warehouseId ?? Number.NaN) } }),
    onSaved: () => {
      becomeStation();
      endSession();
      window.location.assign(paths.account.station());
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('stations.enrolTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Text c="dimmed">{t('stations.enrolText')}</Text>
        <TextField {...form.field('name')} label={t('stations.name')} maxLength={40} required autoFocus />
        <SelectField
          {...form.field('warehouseId')}
          label={t('stations.warehouse')}
          options={useWarehouseOptions() ?? []}
          required
        />
        <DialogSubmit form={form} label={t('stations.enrol')} />
      </Form>
    </Modal>
  );
}

export function RenameDialog({ station, close }: { station: Station; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const form = useForm({
    endpoint: api.stations.update,
    initial: { name: station.name },
    version: station.version,
    send: (body, version) => ({ params: { id: station.id }, body, version }),
    onSaved: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('stations.renameTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <TextField {...form.field('name')} label={t('stations.name')} maxLength={40} required autoFocus />
        <DialogSubmit form={form} label={t('stations.save')} />
      </Form>
    </Modal>
  );
}
