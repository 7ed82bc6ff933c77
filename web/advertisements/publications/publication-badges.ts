import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconEyeSearch,
  IconPlayerPause,
  IconUpload,
} from '@tabler/icons-react';
import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const publicationBadges: Record<PublicationState, StateVariant> = {
  publishing: { tone: 'progress', icon: IconUpload },
  active: { tone: 'good', icon: IconCircleCheck },
  paused: { tone: 'attention', icon: IconPlayerPause },
  under_review: { tone: 'info', icon: IconEyeSearch },
  closed: { tone: 'neutral', icon: IconCircleX },
  failed: { tone: 'bad', icon: IconAlertTriangle },
};
