import { Group, Text } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import type { ParcelReturn, ReturnUnit } from '#contract/orders/return.ts';
import { useTranslation } from '../../i18n.ts';
import { KeptPhotos } from '../../products/images/KeptPhotos.tsx';
import { Section } from '../../ui/page/Section.tsx';

/** Findings with person, photos and volume, then those of earlier returns of the sale. */
export function FoundUnits({ parcel }: { parcel: ParcelReturn }) {
  const { t } = useTranslation('orders');
  return (
    <>
      {parcel.units.length > 0 && (
        <Section title={t('returns.found')}>
          <Units units={parcel.units} isClosed={parcel.state === 'closed'} />
        </Section>
      )}
      {parcel.earlier.map((one) => (
        <Section key={one.id} title={t('returns.foundBefore', { at: formatInstant(one.closedAt) })}>
          <Units units={one.units} isClosed />
        </Section>
      ))}
    </>
  );
}

function Units({ units, isClosed }: { units: readonly ReturnUnit[]; isClosed: boolean }) {
  const { t } = useTranslation('orders');
  const placeOf = ({ volume, condition }: ReturnUnit) =>
    volume ?? (isClosed && condition === 'damaged' && t('returns.lost'));
  return units.map((unit) => (
    <Group key={unit.id} gap="sm" data-unit={unit.condition}>
      <Text fw={600}>
        {unit.quantity} × {unit.sku} {t(`returns.conditions.${unit.condition}`)}
      </Text>
      <Text c="dimmed">
        {[
          unit.serial && t('returns.serial', { code: unit.serial }),
          unit.reason,
          placeOf(unit),
          `${formatInstant(unit.at)} · ${unit.author}`,
        ]
          .filter(Boolean)
          .join(' — ')}
      </Text>
      <KeptPhotos photos={unit.photos} about={unit.sku} />
    </Group>
  ));
}
