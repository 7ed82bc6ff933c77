import { Alert, Checkbox, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { ongoingStates } from '#contract/supply/supply-request-states.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSession } from '../../use-session.ts';
import { useRefusal, useRefusalToast } from '../refusal.ts';
import { nameOf } from '../requests/request-values.ts';
import { missingUnits, useHindrance, useProgress } from './step-progress.ts';

type Ongoing = (typeof ongoingStates)[number];
const isOngoing = (state: string): state is Ongoing => (ongoingStates as readonly string[]).includes(state);

/** Forward and back, each confirmed. */
export function StepActions({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const { can } = useSession();
  const { id, state } = receipt;
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const [asking, setAsking] = useState<'finish' | 'reopen' | null>(null);
  // Why a step cannot be completed is shown in full beside its button until something changes.
  const [refusal, setRefusal] = useState<{ text: string; version: number } | null>(null);
  const refusalOf = useRefusal();
  const advance = useAct(api.supplyRequests.advance, {
    settles: true,
    onFailure: (failure) => {
      if (failure.problem.code === 'rest_undecided') setAsking('finish');
      setRefusal({ text: refusalOf(failure), version: receipt.version });
      return true;
    },
    onSuccess: () => setRefusal(null),
  });
  const back = useAct(api.supplyRequests.goBack, {
    settles: true,
    onFailure: useRefusalToast('supplyRequests.goBack'),
  });
  const canReopen = state === 'attended' && can('receiving.reopen');
  const goesBack =
    isOngoing(state) && state !== 'in_transport' && (state !== 'stock_up' || can('receiving.undo'));
  const from = isOngoing(state) && state !== 'in_transport' ? state : null;
  const hindrance = useHindrance(receipt);
  const progress = useProgress(receipt);
  /** The last step asks in a dialog of its own what becomes of missing goods and open problems. */
  const decides =
    state === 'stock_up' &&
    (receipt.openProblems > 0 || receipt.lines.some((line) => missingUnits(line) > 0));
  return (
    <>
      {refusal && refusal.version === receipt.version && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={actMessage('failures', 'supplyRequests.advance')}
          role="alert"
          mb="sm"
          withCloseButton
          closeButtonLabel={ui('act.close')}
          onClose={() => setRefusal(null)}
        >
          <Text fz="lg">{refusal.text}</Text>
        </Alert>
      )}
      <Actions
        size="floor"
        items={[
          (goesBack || canReopen) && {
            key: 'back',
            label: t('receiving.back'),
            icon: IconArrowBackUp,
            // On a phone the foot of the screen has room for the step alone.
            secondary: isNarrow && isOngoing(state),
            permission: 'receiving.advance',
            ...(!canReopen && {
              confirm: {
                title: t('receiving.backSure', { state: t(`requestState.${state}`) }),
                message: t(`receiving.backHint.${from ?? 'check_volumes'}`),
                confirm: t('receiving.back'),
                tone: 'bad' as const,
              },
            }),
            run: () =>
              canReopen ? setAsking('reopen') : from && back.run({ params: { id }, body: { from } }),
          },
          isOngoing(state) && {
            key: 'advance',
            label: t(`receiving.complete.${state}`),
            icon: IconArrowRight,
            tone: 'primary',
            permission: 'receiving.advance',
            refused: hindrance,
            ...(!decides &&
              !progress.unexplained && {
                confirm: {
                  title: t(`receiving.completeSure.${state}`),
                  ...(progress.text && { message: progress.text }),
                  confirm: t(`receiving.complete.${state}`),
                },
              }),
            run: () =>
              decides ? setAsking('finish') : advance.run({ params: { id }, body: { from: state } }),
          },
        ]}
      />
      {asking === 'finish' && <FinishDialog receipt={receipt} close={() => setAsking(null)} />}
      {asking === 'reopen' && <ReopenDialog receipt={receipt} close={() => setAsking(null)} />}
    </>
  );
}

type DialogProps = { receipt: Receipt; close: () => void };

/** Missing goods are given up with a reason, or become a request of their own. */
function FinishDialog({ receipt, close }: DialogProps) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const missing = receipt.lines.filter((line) => missingUnits(line) > 0);
  // Missing lines that this screen does not know are decided as well: the server refused to conclude without it.
  const asksRest = missing.length > 0 || receipt.openProblems === 0;
  const form = useForm({
    endpoint: api.supplyRequests.advance,
    initial: { rest: 'child' as 'child' | 'close', reason: '', acknowledge: false },
    send: ({ rest, reason, acknowledge }) => ({
      params: { id: receipt.id },
      body: { from: 'stock_up' as const, acknowledge, reason, ...(asksRest && { rest }) },
    }),
    onSaved: close,
  });
  const { values } = form;
  return (
    <Modal
      opened
      onClose={close}
      title={t('receiving.complete.stock_up')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        {asksRest && (
          <Radio.Group
            label={t('receiving.rest')}
            description={missing
              .map((line) =>
                t('receiving.restLine', {
                  name: nameOf(line),
                  missing: missingUnits(line),
                  count: line.quantity ?? 0,
                }),
              )
              .join(' · ')}
            value={values.rest}
            onChange={(value) => form.set('rest', value === 'close' ? 'close' : 'child')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="child" label={t('receiving.restChild')} />
              <Radio value="close" label={t('receiving.restClose')} />
            </Stack>
          </Radio.Group>
        )}
        {asksRest && values.rest === 'close' && (
          <TextField {...form.field('reason')} label={t('requests.cancelReason')} required />
        )}
        {receipt.openProblems > 0 && (
          <Checkbox
            label={t('receiving.acknowledge', { count: receipt.openProblems })}
            checked={values.acknowledge}
            onChange={(event) => form.set('acknowledge', event.currentTarget.checked)}
          />
        )}
        <DialogSubmit size="floor" form={form} label={t('receiving.complete.stock_up')} />
      </Form>
    </Modal>
  );
}

function ReopenDialog({ receipt, close }: DialogProps) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const form = useForm({
    endpoint: api.supplyRequests.goBack,
    initial: { reason: '' },
    send: ({ reason }) => ({ params: { id: receipt.id }, body: { from: 'attended' as const, reason } }),
    onSaved: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('receiving.back')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Form form={form} guard={false}>
        <TextField {...form.field('reason')} label={t('requests.cancelReason')} required autoFocus />
        <DialogSubmit size="floor" form={form} label={t('receiving.back')} />
      </Form>
    </Modal>
  );
}
