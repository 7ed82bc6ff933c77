import { Modal } from '@mantine/core';
import { IconBan, IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import { supplyRequestActs } from '#contract/supply/supply-request-states.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { useRefusalToast } from '../refusal.ts';

export function RequestActions({ request }: { request: SupplyRequest }) {
  const { t } = useTranslation('supply');
  const go = useGo();
  const [canceling, setCanceling] = useState(false);
  const { id, number, state } = request;
  const approve = useAct(api.supplyRequests.approve, {
    onFailure: useRefusalToast('supplyRequests.approve'),
  });
  const duplicate = useAct(api.supplyRequests.duplicate, {
    onSuccess: (copy) => go(paths.supply.request(copy.id)),
  });
  const remove = useAct(api.supplyRequests.remove, { onSuccess: () => go(paths.supply.requests()) });
  const missing = (request.minimumOrderCentavos ?? 0) - (request.totalCentavos ?? 0);
  const belowMinimum =
    missing > 0 &&
    t('requests.belowMinimum', {
      minimum: writeMoney(request.minimumOrderCentavos ?? 0),
      missing: writeMoney(missing),
    });
  const notNow = t('requests.notNow', { state: t(`requestState.${state}`) });
  return (
    <>
      <Actions
        items={[
          {
            key: 'approve',
            label: t('requests.approve'),
            icon: IconCheck,
            tone: 'primary',
            permission: 'supply-requests.approve',
            refused: !canAct(supplyRequestActs, 'approve', state)
              ? notNow
              : request.needsOtherApprover && t('requests.otherApprover'),
            confirm: {
              title: t('requests.approveSure', { number }),
              message: [belowMinimum, t('requests.approveHint')].filter(Boolean).join(' '),
              confirm: t('requests.approve'),
            },
            run: () => approve.run({ params: { id }, body: {} }),
          },
          {
            key: 'cancel',
            label: t('requests.cancel'),
            icon: IconBan,
            permission: 'supply-requests.update',
            refused: !canAct(supplyRequestActs, 'cancel', state) && notNow,
            run: () => setCanceling(true),
          },
          {
            key: 'duplicate',
            label: t('requests.duplicate'),
            icon: IconCopy,
            secondary: true,
            permission: 'supply-requests.create',
            run: () => duplicate.run({ params: { id } }),
          },
          {
            key: 'remove',
            label: t('requests.remove'),
            icon: IconTrash,
            tone: 'bad',
            secondary: true,
            permission: 'supply-requests.update',
            refused: request.approvedAt !== null && t('requests.removeOnlyPending'),
            confirm: {
              title: t('requests.removeSure', { number }),
              confirm: t('requests.remove'),
              tone: 'bad',
            },
            run: () => remove.run({ params: { id } }),
          },
        ]}
      />
      {canceling && <CancelDialog id={id} number={number} close={() => setCanceling(false)} />}
    </>
  );
}

function CancelDialog({ id, number, close }: { id: number; number: number; close: () => void }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: api.supplyRequests.cancel,
    initial: { reason: '' },
    send: (body) => ({ params: { id }, body }),
    onSaved: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('requests.cancelTitle', { number })}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <TextField {...form.field('reason')} label={t('requests.cancelReason')} required autoFocus />
        <DialogSubmit form={form} label={t('requests.cancel')} />
      </Form>
    </Modal>
  );
}
