import { Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { ParcelProof as Proof } from '#contract/orders/parcel-proof.ts';
import { addressFor } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import photos from '../../products/images/KeptPhotos.module.css';
import { Instant } from '../../ui/page/values.tsx';
import { writeGrams } from './weight-words.ts';

export const hasProof = ({ weight, photos }: Proof): boolean => weight !== null || photos.length > 0;

/** Weight and photos of a parcel, each photo opening large in a new tab. */
export function ParcelProof({ proof }: { proof: Proof }) {
  const { t } = useTranslation('orders');
  return (
    <Stack gap="xs">
      {proof.weight && <ParcelWeight weight={proof.weight} />}
      {proof.photos.length > 0 && (
        <div className={photos.photos}>
          {proof.photos.map((photo, index) => {
            const address = addressFor(api.checkout.parcelPhoto, { params: { id: photo.id } });
            return (
              <a key={photo.id} href={address} target="_blank" rel="noreferrer">
                <img src={address} alt={t('proof.photo', { number: index + 1 })} loading="lazy" />
              </a>
            );
          })}
        </div>
      )}
    </Stack>
  );
}

function ParcelWeight({ weight }: { weight: NonNullable<Proof['weight']> }) {
  const { t } = useTranslation('orders');
  const { grams, expectedGrams, differs, source, at } = weight;
  return (
    <div>
      <Text>
        {t('proof.weighed', { grams: writeGrams(grams) })}
        {' · '}
        {expectedGrams === null
          ? t('proof.unknown')
          : t('proof.expected', { grams: writeGrams(expectedGrams) })}
      </Text>
      {differs && (
        <Text size="sm" fw={600}>
          {t('proof.differs')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t(`proof.sources.${source}`)} · <Instant value={at} />
      </Text>
    </div>
  );
}
