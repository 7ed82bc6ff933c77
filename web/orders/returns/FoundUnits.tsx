import { Group, Text } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import type { ParcelReturn } from '#contract/orders/return.ts';
import { useTranslation } from '../../i18n.ts';
import { KeptPhotos } from '../../products/images/KeptPhotos.tsx';
import { Section } from '../../ui/page/Section.tsx';

/** What was found, by whom, with its photos and the volume it lies in. */
export function FoundUnits({ parcel }: { parcel: ParcelReturn }) {
  const { t } = useTranslation('orders');
  if (parcel.units.length === 0) return null;
  const placeOf = ({ volume, condition }: ParcelReturn['units'][number]) =>
    volume ?? (parcel.state === 'closed' && condition === 'damaged' && t('returns.lost'));
  return (
    <Section title={t('returns.found')}>
      {parcel.units.map((unit) => (
        <Group key={unit.id} gap="sm" data-unit={unit.condition}>
          <Text fw={600}>
            {unit.quantity} × {unit.sku} {t(`returns.conditions.${unit.condition}`)}
          </Text>
          <Text c="dimmed">
            {[unit.reason, placeOf(unit), `${formatInstant(unit.at)} · ${unit.author}`]
              .filter(Boolean)
              .join(' — ')}
          </Text>
          <KeptPhotos photos={unit.photos} about={unit.sku} />
        </Group>
      ))}
    </Section>
  );
}
