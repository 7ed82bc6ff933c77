import { IconBan, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import type { CompanyState } from '#contract/business/company-states.ts';
import type { StateVariant } from '../ui/page/StateBadge.tsx';

export const companyBadges: Record<CompanyState, StateVariant> = {
  requested: { tone: 'attention', icon: IconHourglass },
  active: { tone: 'good', icon: IconCircleCheck },
  blocked: { tone: 'bad', icon: IconBan },
};
