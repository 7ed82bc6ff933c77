import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../../i18n.ts';
import { QrCode } from '../../ui/codes.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { CopyButton } from '../../ui/page/CopyButton.tsx';
import { CodeField } from '../CodeField.tsx';
import { passwordRefusal } from '../password-refusal.ts';

type SetupProps = {
  secret: string;
  uri: string;
  onClose: () => void;
  onActivated: (recoveryCodes: readonly string[]) => void;
};

/** The key for the authenticator app, as a QR code and as text, until a code confirms it. */
export function TwoStepSetupDialog({ secret, uri, onClose, onActivated }: SetupProps) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: auth.activateOtp,
    initial: { token: '' },
    send: (body) => ({ body }),
    success: false,
    onFailure: (failure) => {
      const refusal = passwordRefusal(failure, t('twoStep.stepLocked'));
      if (refusal !== undefined) form.setErrors({ token: refusal });
      return refusal !== undefined;
    },
    onSaved: ({ recoveryCodes }) => onActivated(recoveryCodes),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('twoStep.setupTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <Text>{t('twoStep.scan')}</Text>
        <Group justify="center">
          <QrCode value={uri} label={t('twoStep.qr')} height={200} />
        </Group>
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {t('twoStep.byHand')}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="sm">{secret.match(/.{4}/g)?.join(' ')}</Code>
            <CopyButton value={secret} />
          </Group>
        </Stack>
        <Text>{t('twoStep.confirm')}</Text>
        <CodeField {...form.field('token')} inputMode="numeric" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('act.cancel')}
          </Button>
          <Button type="submit" loading={form.pending}>
            {t('twoStep.confirmSubmit')}
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
