import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { TextField } from '../ui/form/TextField.tsx';

type CancelDialogProps = { order: OrderDetail; opened: boolean; onClose: () => void };

/** A cancel needs a reason, which the supplier reads and the marketplace receives. */
export function CancelDialog({ order, opened, onClose }: CancelDialogProps) {
  const { t } = useTranslation('orders');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: api.orders.cancel,
    initial: { reason: '' },
    send: (body) => ({ params: { id: order.id }, body }),
    onSaved: onClose,
  });
  const documented = order.document === 'accepted' || order.document === 'sent';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('detail.cancelTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack gap="sm">
          <Text>{t(order.account ? 'detail.cancelText' : 'detail.cancelManual')}</Text>
          {documented && (
            <Alert variant="light" color="yellow">
              {t('detail.cancelAfterDocument')}
            </Alert>
          )}
          <TextField
            {...form.field('reason')}
            label={t('detail.cancelReason')}
            placeholder={t('detail.cancelPlaceholder')}
            required
            autoFocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {ui('act.close')}
            </Button>
            <Button type="submit" color="red" loading={form.pending}>
              {t('detail.cancel')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
