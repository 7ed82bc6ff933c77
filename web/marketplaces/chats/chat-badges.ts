import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconExchange,
  IconGavel,
  IconHourglass,
  IconLock,
  IconMessage,
  IconMessageQuestion,
  IconProgress,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ChatKind, ChatState } from '#contract/marketplaces/chat-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const chatBadges: Record<ChatState, StateVariant> = {
  waiting_us: { tone: 'attention', icon: IconMessage },
  waiting_buyer: { tone: 'info', icon: IconHourglass },
  open: { tone: 'progress', icon: IconProgress },
  closed: { tone: 'good', icon: IconCircleCheck },
  blocked: { tone: 'neutral', icon: IconLock },
};

export const chatIcons: Record<ChatKind, TablerIcon> = {
  question: IconMessageQuestion,
  message: IconMessage,
  claim: IconGavel,
  return: IconArrowBackUp,
  exchange: IconExchange,
  cancellation: IconBan,
};
