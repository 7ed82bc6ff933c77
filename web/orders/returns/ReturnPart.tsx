import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { ParcelReturn } from '#contract/orders/return.ts';
import { useTranslation } from '../../i18n.ts';
import { leftOf, type Places, pileKey } from './use-return.ts';

type ReturnPartProps = {
  part: ParcelReturn['parts'][number];
  places: Places;
  /** Absent for readers who only watch, and after the return is closed. */
  onFound: ((condition: 'damaged' | 'missing') => void) | undefined;
};

/** One product of the parcel: findings, units left to inspect, and its place. */
export function ReturnPart({ part, places, onFound }: ReturnPartProps) {
  const { t } = useTranslation('orders');
  const left = leftOf(part);
  const target = places.get(pileKey({ part, what: 'good' }));
  return (
    <Card withBorder p="md" data-part={part.sku}>
      <Group justify="space-between" align="start">
        <Stack gap={4}>
          <Text fw={600}>{part.product}</Text>
          <Text size="sm" c="dimmed">
            {part.sku}
          </Text>
          {part.gtin && (
            <Text size="sm" c="dimmed">
              {part.gtin}
            </Text>
          )}
          {part.serials.length > 0 && (
            <Text size="sm" data-serial-numbers>
              {t('returns.serials', { codes: part.serials.join(', ') })}
            </Text>
          )}
          {part.expected < part.quantity && (
            <Text size="sm">{t('returns.claimedOf', { count: part.expected, sent: part.quantity })}</Text>
          )}
          {part.returned > 0 && (
            <Text size="sm">{t('returns.returnedBefore', { count: part.returned })}</Text>
          )}
          {(target ?? part.place) && (
            <Group gap={6} wrap="nowrap">
              <IconMapPin size={18} aria-hidden />
              <Text fw={600}>
                {target ??
                  t('returns.moreIn', {
                    place: [part.place?.position, part.place?.volume].filter(Boolean).join(' · '),
                  })}
              </Text>
            </Group>
          )}
        </Stack>
        <Group gap="lg">
          {(['good', 'damaged', 'missing'] as const).map((condition) => (
            <div key={condition}>
              <Text fz={28} fw={700} lh={1.1} data-condition={condition}>
                {part[condition]}
              </Text>
              <Text size="sm" c="dimmed">
                {t(`returns.${condition}`)}
              </Text>
            </div>
          ))}
        </Group>
      </Group>
      {left > 0 && (
        <Group mt="sm" justify="space-between">
          <Text fw={700}>{t('returns.left', { count: left })}</Text>
          {onFound && (
            <Group>
              <Button size="floor" variant="default" onClick={() => onFound('damaged')}>
                {t('returns.markDamaged')}
              </Button>
              <Button size="floor" variant="default" onClick={() => onFound('missing')}>
                {t('returns.markMissing')}
              </Button>
            </Group>
          )}
        </Group>
      )}
    </Card>
  );
}
