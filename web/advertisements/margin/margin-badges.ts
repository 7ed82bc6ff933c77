import { IconAlertTriangle, IconArrowUp, IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';
import type { MarginOutcome } from '#contract/advertisements/margin-change.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const marginBadges: Record<MarginOutcome, StateVariant> = {
  repriced: { tone: 'info', icon: IconArrowUp },
  held: { tone: 'bad', icon: IconPlayerPause },
  warned: { tone: 'attention', icon: IconAlertTriangle },
  released: { tone: 'good', icon: IconCircleCheck },
};
