import { Modal, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useGo } from '../../ui/page/navigation.tsx';

/** A return without volumes: they are scanned on its page, which opens. */
export default function NewReturnDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const go = useGo();
  const form = useForm({
    endpoint: api.vendorReturns.create,
    initial: { warehouseId: null as Reference | null, note: '' },
    send: ({ warehouseId, note }) => ({ body: { warehouseId: warehouseId?.id, note } }),
    onSaved: ({ id }) => go(paths.inventory.vendorReturn(id)),
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('vendorReturns.new')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Text size="sm" c="dimmed">
          {t('vendorReturns.newHint')}
        </Text>
        <AsyncSelect
          {...form.field('warehouseId')}
          label={t('vendorReturns.warehouse')}
          endpoint={api.warehouses.list}
          option={(item) => ({ id: item.id, name: item.name })}
          pickOnly
          required
          data-autofocus
        />
        <TextField {...form.field('note')} label={t('vendorReturns.note')} maxLength={500} />
        <DialogSubmit form={form} label={t('vendorReturns.open')} />
      </Form>
    </Modal>
  );
}
