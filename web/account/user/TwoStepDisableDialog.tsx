import { Button, Group, Modal, Text } from '@mantine/core';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../../i18n.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { IdentityFields, identityBody, noIdentity } from '../IdentityFields.tsx';
import { showRefusal } from '../password-refusal.ts';

/** Turns the second step off after password and second step are proved once more. */
export function TwoStepDisableDialog({
  onClose,
  onDisabled,
}: {
  onClose: () => void;
  onDisabled: () => void;
}) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: auth.disableOtp,
    initial: noIdentity,
    send: (identity) => ({ body: identityBody(identity, true) }),
    onFailure: (failure): boolean => showRefusal(form, failure, t('twoStep.stepLocked')),
    onSaved: () => {
      onDisabled();
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('twoStep.disableTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Text>{t('twoStep.disableText')}</Text>
        <IdentityFields form={form} twoStep />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('act.cancel')}
          </Button>
          <Button type="submit" color="red" loading={form.pending}>
            {t('twoStep.deactivate')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
