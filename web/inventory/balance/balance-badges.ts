import {
  IconCircleCheck,
  IconClipboardCheck,
  IconClipboardText,
  IconHourglass,
  IconPencilCheck,
  IconX,
} from '@tabler/icons-react';
import type { BalanceState } from '#contract/inventory/balance-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const balanceBadges: Record<BalanceState, StateVariant> = {
  open: { tone: 'info', icon: IconClipboardText },
  recount: { tone: 'attention', icon: IconClipboardCheck },
  waiting_approval: { tone: 'attention', icon: IconHourglass },
  checked: { tone: 'good', icon: IconCircleCheck },
  corrected: { tone: 'progress', icon: IconPencilCheck },
  canceled: { tone: 'neutral', icon: IconX },
};
