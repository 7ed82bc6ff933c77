import { Button, Group, Modal } from '@mantine/core';
import { type Passkey, passkeys } from '#contract/account/passkey.ts';
import { useTranslation } from '../../i18n.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: passkeys.update,
    initial: { name: passkey.name },
    send: (body) => ({ params: { id: passkey.id }, body }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('passkeys.renameTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <TextField {...form.field('name')} label={t('passkeys.name')} maxLength={120} required autoFocus />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('act.cancel')}
          </Button>
          <Button type="submit" loading={form.pending}>
            {t('passkeys.save')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
