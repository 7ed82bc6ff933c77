import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconLock,
  IconMessageQuestion,
  IconSend,
} from '@tabler/icons-react';
import type { QuestionState } from '#contract/marketplaces/question-states.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const questionBadges: Record<QuestionState, StateVariant> = {
  waiting: { tone: 'attention', icon: IconMessageQuestion },
  refused: { tone: 'bad', icon: IconAlertTriangle },
  sending: { tone: 'progress', icon: IconSend },
  answered: { tone: 'good', icon: IconCircleCheck },
  closed: { tone: 'neutral', icon: IconCircleX },
  blocked: { tone: 'neutral', icon: IconLock },
};
