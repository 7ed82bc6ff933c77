import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconFlag, IconHandStop } from '@tabler/icons-react';
import type { DisputeState } from '#contract/dropshipping/dispute-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const disputeBadges: Record<DisputeState, StateVariant> = {
  open: { tone: 'attention', icon: IconFlag },
  refused: { tone: 'bad', icon: IconHandStop },
  accepted: { tone: 'good', icon: IconCircleCheck },
  withdrawn: { tone: 'neutral', icon: IconCircleX },
  void: { tone: 'neutral', icon: IconArrowBackUp },
};
