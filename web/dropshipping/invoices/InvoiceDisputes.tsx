import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { formatInstant } from '#contract/dates.ts';
import { disputeActs } from '#contract/dropshipping/dispute-states.ts';
import type { Dispute } from '#contract/dropshipping/dropinvoice.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { addressFor } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import photos from '../../products/images/KeptPhotos.module.css';
import { writeMoney } from '../../quantity.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { disputeBadges } from './dispute-badges.ts';
import type { Side } from './invoice-side.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

/** Disputed lines of an invoice with the statements of both sides and the acts of this one. */
export function InvoiceDisputes({ disputes, side }: { disputes: readonly Dispute[]; side: Side }) {
  const { t } = useTranslation('dropshipping');
  if (disputes.length === 0) return null;
  return (
    <section aria-label={t('settlement.dispute.list')}>
      <Title order={3} size="h4" mb="xs">
        {t('settlement.dispute.list')}
      </Title>
      <Stack gap="sm">
        {disputes.map((dispute) => (
          <DisputeCard key={dispute.id} dispute={dispute} side={side} />
        ))}
      </Stack>
    </section>
  );
}

function DisputeCard({ dispute, side }: { dispute: Dispute; side: Side }) {
  const { t } = useTranslation('dropshipping');
  const { id, state, product, quantity } = dispute;
  return (
    <Paper p="sm" withBorder>
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <Text fw={600}>
            <Quantity value={quantity} /> × {product} · {writeMoney(dispute.totalCentavos)}
          </Text>
          <StateBadge {...disputeBadges[state]} label={t(`settlement.dispute.states.${state}`)} />
        </Group>
        <Text size="sm">{dispute.reason}</Text>
        <Text size="xs" c="dimmed">
          {formatInstant(dispute.openedAt)}
        </Text>
        {dispute.refusal && (
          <Text size="sm" c="red">
            {t('settlement.dispute.refused', { reason: dispute.refusal })}
          </Text>
        )}
        <div className={photos.photos}>
          {dispute.photoIds.map((photo) => {
            const address = addressFor(api.disputes.photo, { params: { id: photo } });
            return (
              <a key={photo} href={address} target="_blank" rel="noreferrer">
                <img src={address} alt={t('settlement.dispute.photoOf', { product })} loading="lazy" />
              </a>
            );
          })}
        </div>
        <DisputeActions id={id} dispute={dispute} side={side} />
      </Stack>
    </Paper>
  );
}

function DisputeActions({ id, dispute, side }: { id: number; dispute: Dispute; side: Side }) {
  const { t } = useTranslation('dropshipping');
  const [refusing, setRefusing] = useState(false);
  const accept = useAct(api.disputes.accept);
  const withdraw = useAct(api.disputes.withdraw);
  const value = writeMoney(dispute.totalCentavos);
  const may = (act: keyof typeof disputeActs) => canAct(disputeActs, act, dispute.state);
  return (
    <>
      <Actions
        items={[
          side === 'supplier' &&
            may('accept') && {
              key: 'accept',
              label: t('settlement.dispute.accept'),
              icon: IconCheck,
              permission: disputeActs.accept.permission,
              pending: accept.pending,
              confirm: {
                title: t('settlement.dispute.acceptSure', { value }),
                message: t('settlement.dispute.acceptText'),
                confirm: t('settlement.dispute.accept'),
              },
              run: () => accept.run({ params: { id } }),
            },
          side === 'supplier' &&
            may('refuse') && {
              key: 'refuse',
              label: t('settlement.dispute.refuse'),
              icon: IconX,
              permission: disputeActs.refuse.permission,
              tone: 'bad',
              run: () => setRefusing(true),
            },
          side === 'seller' &&
            may('withdraw') && {
              key: 'withdraw',
              label: t('settlement.dispute.withdraw'),
              permission: disputeActs.withdraw.permission,
              pending: withdraw.pending,
              confirm: {
                title: t('settlement.dispute.withdrawSure'),
                message: t('settlement.dispute.withdrawText', { value }),
                confirm: t('settlement.dispute.withdraw'),
              },
              run: () => withdraw.run({ params: { id } }),
            },
        ]}
      />
      {refusing && (
        <RefuseDialog
          endpoint={api.disputes.refuse}
          id={id}
          words={{
            title: t('settlement.dispute.refuse'),
            hint: t('settlement.dispute.refuseHint'),
            reason: t('settlement.dispute.refuseReason'),
            submit: t('settlement.dispute.refuse'),
          }}
          maxLength={500}
          onClose={() => setRefusing(false)}
        />
      )}
    </>
  );
}
