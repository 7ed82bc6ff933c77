import { Button, Checkbox, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { fetchToDisk } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Money } from '../../ui/page/values.tsx';
import { DecideChosen } from './DecideChosen.tsx';
import { ProofPreview } from './ProofPreview.tsx';
import classes from './ProofReview.module.css';
import { type Payment, paymentsOf } from './payments.ts';

/** All payments that wait for the supplier, each with its proof; `only` limits them to some invoices. */
export function ProofReview({ only }: { only: ReadonlySet<number> | null }) {
  const { t } = useTranslation('dropshipping');
  const waiting = useApi(api.dropinvoices.list, {
    query: { query: 'status:waiting_approval', size: '100', sort: 'day' },
  });
  const [current, setCurrent] = useState<string | null>(null);
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (!waiting.data)
    return waiting.error ? (
      <ErrorState
        title={actMessage('failures', 'dropinvoices.list')}
        failure={waiting.error}
        retry={waiting.refetch}
      />
    ) : (
      <Skeleton height={420} />
    );
  const payments = paymentsOf(waiting.data.items).filter(
    ({ invoices }) => only === null || invoices.some(({ id }) => only.has(id)),
  );
  if (payments.length === 0)
    return <EmptyState title={t('settlement.review.empty')} hint={t('settlement.review.emptyHint')} />;
  const place = Math.max(
    0,
    payments.findIndex(({ key }) => key === current),
  );
  const shown = payments[place];
  // Keeps the selection of the list. Without one nothing is preselected, so that every proof is looked at.
  const isChosen = ({ key }: Payment) => changed.get(key) ?? only !== null;
  const chosen = payments.filter(isChosen);
  const tick = (keys: string[], on: boolean) =>
    setChanged(new Map([...changed, ...keys.map((key) => [key, on] as const)]));
  return (
    <div className={classes.review}>
      <Stack gap="md">
        <Checkbox
          label={t('settlement.review.chooseAll')}
          checked={chosen.length === payments.length}
          indeterminate={chosen.length > 0 && chosen.length < payments.length}
          onChange={(event) =>
            tick(
              payments.map(({ key }) => key),
              event.currentTarget.checked,
            )
          }
        />
        <ul className={classes.payments} aria-label={t('settlement.review.list')}>
          {payments.map((payment) => (
            <PaymentLine
              key={payment.key}
              payment={payment}
              current={payment === shown}
              ticked={isChosen(payment)}
              onTick={(on) => tick([payment.key], on)}
              onOpen={() => setCurrent(payment.key)}
            />
          ))}
        </ul>
        <DecideChosen chosen={chosen} />
      </Stack>
      {shown && (
        <Stage
          payment={shown}
          place={place}
          total={payments.length}
          onMove={(step) => setCurrent(payments[place + step]?.key ?? null)}
        />
      )}
    </div>
  );
}

type PaymentLineProps = {
  payment: Payment;
  current: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  onOpen: () => void;
};

function PaymentLine({ payment, current, ticked, onTick, onOpen }: PaymentLineProps) {
  const { t } = useTranslation('dropshipping');
  return (
    <li className={classes.payment} data-current={current || undefined}>
      <Checkbox
        aria-label={`${t('settlement.review.choose', { seller: payment.seller })} ${writeMoney(payment.total)}`}
        checked={ticked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <UnstyledButton className={classes.open} onClick={onOpen} aria-current={current || undefined}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" fw={600} truncate>
            {payment.seller}
          </Text>
          <Text size="sm" fw={600}>
            <Money value={payment.total} />
          </Text>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {t('settlement.review.numbers', {
            count: payment.invoices.length,
            numbers: payment.invoices.map(({ number }) => `#${number}`).join(', '),
          })}
        </Text>
        {payment.paid !== payment.total && (
          <Text size="xs" c="red">
            {t('settlement.detail.difference')}: <Money value={payment.paid} />
          </Text>
        )}
      </UnstyledButton>
    </li>
  );
}

type StageProps = { payment: Payment; place: number; total: number; onMove: (step: number) => void };

function Stage({ payment, place, total, onMove }: StageProps) {
  const { t } = useTranslation('dropshipping');
  const id = payment.invoices[0]?.id ?? 0;
  return (
    <Stack gap="sm" className={classes.stage}>
      <Group justify="space-between">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            disabled={place === 0}
            onClick={() => onMove(-1)}
          >
            {t('settlement.review.previous')}
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden />}
            disabled={place === total - 1}
            onClick={() => onMove(1)}
          >
            {t('settlement.review.next')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('settlement.review.place', { place: place + 1, total })}
          </Text>
        </Group>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => fetchToDisk(api.dropinvoices.proof, { params: { id } })}
        >
          {t('settlement.detail.openProof')}
        </Button>
      </Group>
      <div className={classes.frame}>
        <ProofPreview id={id} label={t('settlement.review.proofOf', { seller: payment.seller })} />
      </div>
    </Stack>
  );
}
