import { IconBan, IconBell, IconCheck, IconHelp, IconHourglass, type TablerIcon } from '@tabler/icons-react';
import type { OverdueState } from '#contract/dropshipping/overdue-case-states.ts';
import type { Tone } from '../../ui/theme.ts';

export const overdueBadges: Record<OverdueState, { tone: Tone; icon: TablerIcon }> = {
  noticed: { tone: 'attention', icon: IconBell },
  asked: { tone: 'bad', icon: IconHelp },
  held: { tone: 'bad', icon: IconBan },
  extended: { tone: 'info', icon: IconHourglass },
  ended: { tone: 'good', icon: IconCheck },
};
