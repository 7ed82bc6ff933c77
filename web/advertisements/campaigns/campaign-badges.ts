import { IconCalendarClock, IconCheck, IconFlag, IconMailOpened, IconPlayerPlay } from '@tabler/icons-react';
import type { CampaignAdState, CampaignState } from '#contract/advertisements/campaign.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const campaignBadges: Record<CampaignState, StateVariant> = {
  coming: { tone: 'info', icon: IconCalendarClock },
  running: { tone: 'good', icon: IconPlayerPlay },
  ended: { tone: 'neutral', icon: IconFlag },
};

export const campaignAdBadges: Record<CampaignAdState, StateVariant> = {
  invited: { tone: 'neutral', icon: IconMailOpened },
  scheduled: { tone: 'info', icon: IconCalendarClock },
  running: { tone: 'good', icon: IconCheck },
};
