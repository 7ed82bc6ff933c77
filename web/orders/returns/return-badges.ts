import { IconCircleCheck, IconPackageImport, IconTruckReturn } from '@tabler/icons-react';
import type { ReturnState } from '#contract/orders/return-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const returnBadges: Record<ReturnState, StateVariant> = {
  expected: { tone: 'attention', icon: IconTruckReturn },
  opened: { tone: 'progress', icon: IconPackageImport },
  closed: { tone: 'good', icon: IconCircleCheck },
};
