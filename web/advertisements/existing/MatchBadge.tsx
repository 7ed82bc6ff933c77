import { Badge } from '@mantine/core';
import type { MatchReason } from '#contract/advertisements/publication-link.ts';
import { useTranslation } from '../../i18n.ts';

const colours: Record<MatchReason, string> = { gtin: 'green', sku: 'blue', title: 'yellow' };

/** By what an ad is known as an offer; by its title alone somebody has to look. */
export function MatchBadge({ by }: { by: MatchReason }) {
  const { t } = useTranslation('advertisements');
  return (
    <Badge size="sm" variant="light" color={colours[by]}>
      {t(`existing.by.${by}`)}
    </Badge>
  );
}
