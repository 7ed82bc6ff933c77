import {
  IconArchive,
  IconBox,
  IconCircleCheck,
  IconClipboardCheck,
  IconLock,
  IconPackage,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import type { VolumeEventKind, VolumeState } from '#contract/inventory/volume-states.ts';
import type { StateVariant } from '../ui/StateBadge.tsx';
import type { Tone } from '../ui/theme.ts';

export const volumeBadges: Record<VolumeState, StateVariant> = {
  registered: { tone: 'info', icon: IconPackage },
  tagged: { tone: 'progress', icon: IconTag },
  active: { tone: 'good', icon: IconCircleCheck },
  in_balance: { tone: 'attention', icon: IconClipboardCheck },
  blocked: { tone: 'bad', icon: IconLock },
  empty: { tone: 'neutral', icon: IconBox },
  voided: { tone: 'neutral', icon: IconX },
  archived: { tone: 'neutral', icon: IconArchive },
};

export const eventTones: Partial<Record<VolumeEventKind, Tone>> = {
  launched: 'good',
  unlaunched: 'attention',
  adjusted: 'attention',
  blocked: 'bad',
  unblocked: 'good',
  voided: 'bad',
  'not-empty': 'attention',
};
