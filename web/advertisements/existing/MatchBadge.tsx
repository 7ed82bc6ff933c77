import { Badge } from '@mantine/core';
import type { MatchReason } from '#contract/advertisements/publication-link.ts';
import { useTranslation } from '../../i18n.ts';

const colours: Record<MatchReason, string> = { gtin: 'green', sku: 'blue', title: 'yellow' };

/** How the offer was matched; a match by title alone has to be checked. */
export function MatchBadge({ by }: { by: MatchReason }) {
  const { t } = useTranslation('advertisements');
  return (
    <Badge size="sm" variant="light" color={colours[by]}>
      {t(`existing.by.${by}`)}
    </Badge>
  );
}
