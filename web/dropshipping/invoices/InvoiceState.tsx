import { Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCircleCheck,
  IconClockHour4,
  IconFlag,
  IconHourglass,
  IconReceipt,
} from '@tabler/icons-react';
import type { DropinvoiceRow } from '#contract/dropshipping/dropinvoice.ts';
import { isWithoutBank } from '#contract/dropshipping/dropinvoice-states.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import type { Side } from './invoice-side.ts';

const badges = {
  open: { tone: 'neutral', icon: IconClockHour4 },
  pending: { tone: 'info', icon: IconReceipt },
  overdue: { tone: 'bad', icon: IconAlertTriangle },
  without_bank: { tone: 'attention', icon: IconBuildingBank },
  waiting_approval: { tone: 'attention', icon: IconHourglass },
  complete: { tone: 'good', icon: IconCircleCheck },
  disputed: { tone: 'attention', icon: IconFlag },
} as const;

/** Open and overdue are variants of `pending`; the creditor's side reads it as `receivable`. */
export function InvoiceState({ invoice, side }: { invoice: DropinvoiceRow; side: Side }) {
  const { t } = useTranslation('dropshipping');
  const badge = isWithoutBank(invoice)
    ? 'without_bank'
    : invoice.overdue
      ? 'overdue'
      : invoice.closedAt === null
        ? 'open'
        : invoice.state;
  return (
    <Group gap={4}>
      <StateBadge {...badges[badge]} label={t(`settlement.states.${wordOf(badge, side)}`)} />
      {invoice.disputeCount > 0 && (
        <StateBadge {...badges.disputed} label={t('settlement.states.disputed')} />
      )}
    </Group>
  );
}

export function wordOf<S extends string>(state: S, side: Side): S | 'receivable' {
  return state === 'pending' && side === 'supplier' ? 'receivable' : state;
}
