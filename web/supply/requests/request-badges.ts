import {
  IconBan,
  IconBarcode,
  IconChecklist,
  IconCircleCheck,
  IconClipboardText,
  IconClock,
  IconPackages,
  IconTruck,
} from '@tabler/icons-react';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const requestBadges: Record<SupplyRequestState, StateVariant> = {
  pending: { tone: 'neutral', icon: IconClock },
  in_transport: { tone: 'info', icon: IconTruck },
  check_volumes: { tone: 'progress', icon: IconChecklist },
  register_volumes: { tone: 'progress', icon: IconClipboardText },
  tag_volumes: { tone: 'progress', icon: IconBarcode },
  stock_up: { tone: 'progress', icon: IconPackages },
  attended: { tone: 'good', icon: IconCircleCheck },
  canceled: { tone: 'neutral', icon: IconBan },
};
