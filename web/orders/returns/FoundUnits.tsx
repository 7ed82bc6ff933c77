import { Group, Text } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { ParcelReturn } from '#contract/orders/return.ts';
import { addressFor } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { thumbnailOf } from '../../products/images/image-upload.ts';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';

/** What was found, by whom, with its photos and the volume it lies in. */
export function FoundUnits({ parcel }: { parcel: ParcelReturn }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
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
          {unit.photos.map((photo) => (
            <a
              key={photo.id}
              href={addressFor(can('images.read') ? api.images.file : api.images.thumbnail, {
                params: { id: photo.id },
              })}
              target="_blank"
              rel="noreferrer"
            >
              <img
                src={thumbnailOf(photo.id)}
                alt={`${unit.sku}: ${photo.name}`}
                height={64}
                loading="lazy"
              />
            </a>
          ))}
        </Group>
      ))}
    </Section>
  );
}
