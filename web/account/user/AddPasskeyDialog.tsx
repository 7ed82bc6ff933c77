import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type PasskeyCreation, passkeys } from '#contract/account/passkey.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toasts.ts';
import { deviceName } from '../device-name.ts';
import { createPasskey } from '../passkey-ceremony.ts';

type AddPasskeyDialogProps = { options: PasskeyCreation; onClose: () => void };

/** Asks for a name first, since the passkey that the browser creates is stored at once under that name. */
export function AddPasskeyDialog({ options, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation('account');
  const { t: ui } = useTranslation();
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? '');
  const [making, setMaking] = useState(false);
  const create = useAct(passkeys.create);

  async function make() {
    setMaking(true);
    const credential = await createPasskey(options);
    setMaking(false);
    if (typeof credential === 'string') return toast.failure(t(`passkeys.${credential}`));
    await create.run({ body: { name, credential } });
    // A challenge can be used once, whether it succeeded or not.
    onClose();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('passkeys.addTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Stack>
          <Text>{t('passkeys.addText')}</Text>
          <TextField
            name="name"
            value={name}
            onChange={setName}
            label={t('passkeys.name')}
            maxLength={120}
            required
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {ui('act.cancel')}
            </Button>
            <Button type="submit" loading={making || create.pending} disabled={name.trim() === ''}>
              {t('passkeys.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
