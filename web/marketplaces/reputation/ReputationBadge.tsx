import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { MarketplaceAccount } from '#contract/marketplaces/marketplace-account.ts';
import type { ToldLevel } from '#contract/marketplaces/reputation-figures.ts';
import { levelTones, type ReputationRisk } from '#contract/marketplaces/reputation-risk.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge, type StateVariant } from '../../ui/page/StateBadge.tsx';
import { nothing } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { useReputationWords } from './reputation-words.ts';

const ofTone: Record<'good' | 'fair' | 'bad', StateVariant> = {
  good: { tone: 'good', icon: IconCircleCheck },
  fair: { tone: 'attention', icon: IconAlertTriangle },
  bad: { tone: 'bad', icon: IconCircleX },
};
const ofRisk: Record<ReputationRisk, StateVariant> = {
  good: ofTone.good,
  near: ofTone.fair,
  over: ofTone.bad,
};

/** The level in words; null with too few sales. */
export function LevelBadge({ level }: { level: ToldLevel | null }) {
  const { t } = useTranslation('marketplaces');
  const words = useReputationWords();
  if (!level?.known)
    return (
      <StateBadge
        tone="neutral"
        icon={IconHelpCircle}
        label={level ? words.level(level) : t('reputation.noLevel')}
      />
    );
  return <StateBadge {...ofTone[levelTones[level.known]]} label={words.level(level)} />;
}

export function RiskBadge({ risk }: { risk: ReputationRisk }) {
  const { t } = useTranslation('marketplaces');
  return <StateBadge {...ofRisk[risk]} label={t(`reputation.risks.${risk}`)} />;
}

/** For the list of accounts: the level and its problems. */
export function ReputationBadge({ reputation }: { reputation: MarketplaceAccount['reputation'] }) {
  const { t } = useTranslation('marketplaces');
  if (!reputation) return nothing;
  return (
    <div className={cells.stacked}>
      <LevelBadge level={reputation.level} />
      {reputation.risk !== null && reputation.risk !== 'good' && (
        <Text span size="xs" c="dimmed">
          {t(`reputation.risks.${reputation.risk}`)}
        </Text>
      )}
    </div>
  );
}
