import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconRotate, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Balance } from '#contract/inventory/balance.ts';
import {
  type BalanceAct,
  type BalanceCause,
  balanceActs,
  balanceCauses,
} from '#contract/inventory/balance-states.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';

/** Possible decisions on a count. */
export function BalanceActions({ balance }: { balance: Balance }) {
  const { t } = useTranslation(['inventory', 'errors']);
  const [approving, setApproving] = useState(false);
  const params = { id: balance.id };
  const recount = useAct(api.balances.recount, { settles: true });
  const cancel = useAct(api.balances.cancel);
  const able = (verb: BalanceAct) => canAct(balanceActs, verb, balance.state);
  const items: (Action | false)[] = [
    able('approve') && {
      key: 'approve',
      label: t('balances.approve'),
      icon: IconCheck,
      tone: 'primary',
      permission: balanceActs.approve.permission,
      refused: balance.approvedByOthers && t('errors:counted_by_you'),
      run: () => setApproving(true),
    },
    able('recount') && {
      key: 'recount',
      label: t('balances.recount'),
      icon: IconRotate,
      permission: balanceActs.recount.permission,
      run: () => recount.run({ params }),
    },
    able('cancel') && {
      key: 'cancel',
      label: t('balances.cancel'),
      icon: IconX,
      permission: balanceActs.cancel.permission,
      refused: balance.kind === 'suspect' && t('errors:balance_suspect'),
      confirm: {
        title: t('balances.cancelAsk'),
        message: t('balances.cancelText'),
        confirm: t('balances.cancel'),
        tone: 'bad',
      },
      run: () => cancel.run({ params }),
    },
  ];
  return (
    <>
      <Actions size="floor" items={items} />
      {approving && <ApproveDialog balance={balance} onClose={() => setApproving(false)} />}
    </>
  );
}

function ApproveDialog({ balance, onClose }: { balance: Balance; onClose: () => void }) {
  const { t } = useTranslation('inventory');
  const { t: ui } = useTranslation();
  const [cause, setCause] = useState<BalanceCause | null>((balance.difference ?? 0) > 0 ? 'found' : 'lost');
  const approve = useAct(api.balances.approve, { settles: true, onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('balances.approveTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Stack>
        <Text>{t('balances.approveHint')}</Text>
        <SelectField
          size="floor"
          label={t('balances.cause')}
          value={cause}
          onChange={setCause}
          options={balanceCauses.map((value) => ({ value, label: t(`balances.causes.${value}`) }))}
        />
        <DialogChoice onBack={onClose}>
          <Button
            size="floor"
            disabled={cause === null}
            loading={approve.pending}
            onClick={() => cause && approve.run({ params: { id: balance.id }, body: { cause } })}
          >
            {t('balances.approve')}
          </Button>
        </DialogChoice>
      </Stack>
    </Modal>
  );
}
