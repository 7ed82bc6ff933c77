import { IconCircleCheck, IconTruckLoading } from '@tabler/icons-react';
import type { ManifestState } from '#contract/orders/manifest-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const manifestBadges: Record<ManifestState, StateVariant> = {
  open: { tone: 'progress', icon: IconTruckLoading },
  closed: { tone: 'good', icon: IconCircleCheck },
};
