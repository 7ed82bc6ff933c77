import { Group, Paper, Stack, Text } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCircleX, IconHourglass, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '#contract/dates.ts';
import { canDecidePayout, type Payout, payoutActs } from '#contract/dropshipping/pair-balance.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Money } from '../../ui/page/values.tsx';
import { RefuseDialog } from '../invoices/RefuseDialog.tsx';

const badges = {
  sent: { tone: 'attention', icon: IconHourglass },
  confirmed: { tone: 'good', icon: IconCircleCheck },
  refused: { tone: 'bad', icon: IconCircleX },
} as const;

type Side = 'seller' | 'supplier';

/** Payouts of a balance; the seller confirms or refuses their arrival. */
export function Payouts({ payouts, side }: { payouts: readonly Payout[]; side: Side }) {
  const { t } = useTranslation('dropshipping');
  if (payouts.length === 0) return null;
  return (
    <Section title={t('pairBalance.payouts')}>
      <Stack gap="sm">
        {payouts.map((payout) => (
          <PayoutCard key={payout.id} payout={payout} side={side} />
        ))}
      </Stack>
    </Section>
  );
}

function PayoutCard({ payout, side }: { payout: Payout; side: Side }) {
  const { t } = useTranslation('dropshipping');
  const [refusing, setRefusing] = useState(false);
  const confirm = useAct(api.pairBalances.confirmPayout);
  const params = { id: payout.id };
  const may = (act: keyof typeof payoutActs) => side === 'seller' && canDecidePayout(act, payout.state);
  return (
    <Paper p="sm" withBorder>
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <Text fw={600}>
            <Money value={payout.amountCentavos} /> ·{' '}
            {t('pairBalance.paidOn', { day: formatDay(payout.paidOn) })}
          </Text>
          <StateBadge {...badges[payout.state]} label={t(`pairBalance.payoutStates.${payout.state}`)} />
        </Group>
        {payout.note && <Text size="sm">{payout.note}</Text>}
        {payout.reason && (
          <Text size="sm" c="red">
            {payout.reason}
          </Text>
        )}
        <Actions
          items={[
            may('confirm') && {
              key: 'confirm',
              label: t('pairBalance.confirm'),
              icon: IconCheck,
              permission: payoutActs.confirm.permission,
              pending: confirm.pending,
              confirm: {
                title: t('pairBalance.confirmSure'),
                message: t('pairBalance.confirmText', { value: writeMoney(payout.amountCentavos) }),
                confirm: t('pairBalance.confirm'),
              },
              run: () => confirm.run({ params }),
            },
            {
              key: 'proof',
              label: t('pairBalance.openProof'),
              run: () => fetchToDisk(api.pairBalances.payoutProof, { params }),
            },
            may('refuse') && {
              key: 'refuse',
              label: t('pairBalance.refuse'),
              icon: IconX,
              permission: payoutActs.refuse.permission,
              tone: 'bad',
              run: () => setRefusing(true),
            },
          ]}
        />
      </Stack>
      {refusing && (
        <RefuseDialog
          endpoint={api.pairBalances.refusePayout}
          id={payout.id}
          words={{
            title: t('pairBalance.refuseTitle'),
            hint: t('pairBalance.refuseHint'),
            reason: t('pairBalance.refuseReason'),
            submit: t('pairBalance.refuse'),
          }}
          maxLength={300}
          onClose={() => setRefusing(false)}
        />
      )}
    </Paper>
  );
}
