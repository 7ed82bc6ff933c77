import { IconArrowBackUp, IconCircleCheck, IconShoppingCart, IconX } from '@tabler/icons-react';
import type { SerialEventKind, SerialState } from '#contract/inventory/serial.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';
import type { Tone } from '../../ui/theme.ts';

export const serialBadges: Record<SerialState, StateVariant> = {
  in_stock: { tone: 'good', icon: IconCircleCheck },
  with_sale: { tone: 'info', icon: IconShoppingCart },
  returned: { tone: 'attention', icon: IconArrowBackUp },
  gone: { tone: 'neutral', icon: IconX },
};

export const serialEventTones: Partial<Record<SerialEventKind, Tone>> = {
  returned: 'attention',
  set_aside: 'bad',
  lost: 'bad',
  gone: 'bad',
  stored: 'good',
  found: 'good',
};
