import { Button, Modal, Stack, Switch, Text } from '@mantine/core';
import { IconBarcode, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { packingConfirmCode } from '#contract/orders/parcel-label.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { checkSession } from '../../session.ts';
import { Barcode } from '../../ui/codes.tsx';
import { useSession } from '../../use-session.ts';
import classes from './HandsFree.module.css';

/** Whether the bench goes on by itself for this person; and the code that confirms a parcel where it does not. */
export function HandsFree() {
  const { t } = useTranslation('orders');
  const { t: words } = useTranslation();
  const { can, session } = useSession();
  const [shown, setShown] = useState(false);
  const change = useAct(api.user.update, { success: false, onSuccess: () => void checkSession() });
  if (!can('checkout.pack')) return null;
  return (
    <div className={classes.line}>
      {/* Of the person, who changes it with their password. */}
      {!session?.station && (
        <Switch
          size="md"
          className={classes.switch}
          label={t('bench.bench.handsFree')}
          description={t('bench.bench.handsFreeHint')}
          checked={session?.handsFree ?? false}
          disabled={change.pending}
          onChange={(event) => void change.run({ body: { handsFree: event.currentTarget.checked } })}
        />
      )}
      <Button
        size="floor"
        variant="default"
        leftSection={<IconBarcode aria-hidden />}
        onClick={() => setShown(true)}
      >
        {t('bench.bench.confirmLabel')}
      </Button>
      <Modal
        opened={shown}
        onClose={() => setShown(false)}
        title={t('bench.bench.confirmLabel')}
        closeButtonProps={{ 'aria-label': words('act.close') }}
      >
        <Stack>
          <Text>{t('bench.bench.confirmLabelHint')}</Text>
          <div className={classes.paper}>
            <Barcode value={packingConfirmCode} label={packingConfirmCode} height={96} />
            <b>{t('bench.bench.confirm')}</b>
          </div>
          <Button size="floor" leftSection={<IconPrinter aria-hidden />} onClick={() => window.print()}>
            {words('act.print')}
          </Button>
        </Stack>
      </Modal>
    </div>
  );
}
