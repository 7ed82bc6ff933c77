import { Button, Group, Modal, Text } from '@mantine/core';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../i18n.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { useSession } from '../use-session.ts';
import { IdentityFields, identityBody, noIdentity } from './IdentityFields.tsx';
import { showRefusal } from './password-refusal.ts';

/** Asks for the password of a person who is signed in, and for the second step if they have one. */
export default function PasswordDialog({ onClose }: { onClose: (given: boolean) => void }) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const { session } = useSession();
  const twoStep = session?.twoStep === true;
  const form = useForm({
    endpoint: auth.confirmPassword,
    initial: noIdentity,
    send: (identity) => ({ body: identityBody(identity, twoStep) }),
    success: false,
    onFailure: (failure): boolean => showRefusal(form, failure, t('login.locked')),
    onSaved: () => onClose(true),
  });
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={t('gate.title')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Text>{t('gate.text')}</Text>
        <IdentityFields form={form} twoStep={twoStep} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>
            {ui('act.cancel')}
          </Button>
          <Button type="submit" loading={form.pending}>
            {t('gate.submit')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
