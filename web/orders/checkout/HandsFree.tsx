import { Switch } from '@mantine/core';
import { api } from '#contract/index.ts';
import { packingConfirmCode } from '#contract/orders/parcel-label.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { checkSession } from '../../session.ts';
import { useSession } from '../../use-session.ts';
import { CommandCodes } from '../CommandCodes.tsx';
import classes from './HandsFree.module.css';

/** Whether the bench continues by itself for this person, and otherwise the code that confirms a parcel. */
export function HandsFree() {
  const { t } = useTranslation('orders');
  const { can, session } = useSession();
  const change = useAct(api.user.update, { success: false, onSuccess: () => void checkSession() });
  if (!can('checkout.pack')) return null;
  return (
    <div className={classes.line}>
      {/* A setting of the person, changed with their password. */}
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
      <CommandCodes
        title={t('bench.bench.confirmLabel')}
        hint={t('bench.bench.confirmLabelHint')}
        codes={[{ code: packingConfirmCode, act: t('bench.bench.confirm') }]}
      />
    </div>
  );
}
