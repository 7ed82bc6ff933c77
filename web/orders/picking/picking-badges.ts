import { IconCircleCheck, IconCircleX, IconClockHour4, IconScan } from '@tabler/icons-react';
import type { PickingState } from '#contract/orders/picking-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const pickingBadges: Record<PickingState, StateVariant> = {
  open: { tone: 'info', icon: IconClockHour4 },
  in_progress: { tone: 'progress', icon: IconScan },
  finished: { tone: 'good', icon: IconCircleCheck },
  canceled: { tone: 'neutral', icon: IconCircleX },
};
