import {
  IconAlarm,
  IconArrowsExchange,
  IconBan,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconHandStop,
  IconPackage,
  IconPackageExport,
  IconScan,
  IconTagOff,
  IconTruckDelivery,
  IconTruckLoading,
} from '@tabler/icons-react';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import type { StateVariant } from '../ui/page/StateBadge.tsx';

export const orderBadges: Record<OrderStatus | 'late' | 'refused' | 'unlabelled' | 'changed', StateVariant> =
  {
    waiting_payment: { tone: 'neutral', icon: IconCash },
    waiting_separation: { tone: 'info', icon: IconClockHour4 },
    waiting_approval: { tone: 'attention', icon: IconHandStop },
    pending: { tone: 'info', icon: IconPackage },
    picking: { tone: 'progress', icon: IconScan },
    waiting_collect: { tone: 'progress', icon: IconTruckLoading },
    collected: { tone: 'progress', icon: IconPackageExport },
    sent: { tone: 'good', icon: IconTruckDelivery },
    complete: { tone: 'good', icon: IconCircleCheck },
    canceled: { tone: 'neutral', icon: IconCircleX },
    late: { tone: 'bad', icon: IconAlarm },
    refused: { tone: 'bad', icon: IconBan },
    unlabelled: { tone: 'attention', icon: IconTagOff },
    changed: { tone: 'bad', icon: IconArrowsExchange },
  };
