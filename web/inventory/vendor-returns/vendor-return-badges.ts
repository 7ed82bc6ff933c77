import { IconBan, IconCoins, IconPackage, IconPencil, IconTruckDelivery } from '@tabler/icons-react';
import type { VendorReturnState } from '#contract/inventory/vendor-return-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const vendorReturnBadges: Record<VendorReturnState, StateVariant> = {
  open: { tone: 'attention', icon: IconPencil },
  ready: { tone: 'info', icon: IconPackage },
  handed_over: { tone: 'progress', icon: IconTruckDelivery },
  credited: { tone: 'good', icon: IconCoins },
  canceled: { tone: 'neutral', icon: IconBan },
};
