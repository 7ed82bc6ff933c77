import { Group, Text } from '@mantine/core';
import { IconMapPin, IconRefreshDot } from '@tabler/icons-react';
import type { InventoryLocation } from '#contract/inventory/inventory-location.ts';
import { useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import cells from '../../ui/table/cells.module.css';

/** A position's code, indented by its depth: sorted by code, the list reads as a tree. */
export function LocationCode({ location }: { location: InventoryLocation }) {
  const { t } = useTranslation('inventory');
  const steps = location.code.split('-');
  return (
    <Group gap={6} wrap="nowrap" pl={(steps.length - 1) * 20}>
      <IconMapPin size={15} aria-hidden style={{ opacity: steps.length > 1 ? 0.45 : 0.9 }} />
      <span className={cells.whole}>
        {steps.length > 1 && (
          <Text span c="dimmed" inherit>
            {steps.slice(0, -1).join('-')}-
          </Text>
        )}
        <Text span inherit fw={600}>
          {steps.at(-1)}
        </Text>
      </span>
      {location.turnover && (
        <span title={t('locations.turnoverHint')}>
          <StateBadge tone="progress" icon={IconRefreshDot} label={t('locations.turnover')} />
        </span>
      )}
    </Group>
  );
}
