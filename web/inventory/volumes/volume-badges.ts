import {
  IconArchive,
  IconBox,
  IconCircleCheck,
  IconClipboardCheck,
  IconLock,
  IconPackage,
  IconTag,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react';
import type { VolumeState } from '#contract/inventory/volume-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const volumeBadges: Record<VolumeState, StateVariant> = {
  registered: { tone: 'info', icon: IconPackage },
  tagged: { tone: 'progress', icon: IconTag },
  active: { tone: 'good', icon: IconCircleCheck },
  in_balance: { tone: 'attention', icon: IconClipboardCheck },
  blocked: { tone: 'bad', icon: IconLock },
  in_transit: { tone: 'progress', icon: IconTruckDelivery },
  empty: { tone: 'neutral', icon: IconBox },
  voided: { tone: 'neutral', icon: IconX },
  archived: { tone: 'neutral', icon: IconArchive },
};
