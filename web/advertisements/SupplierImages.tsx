import { Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { api } from '#contract/index.ts';
import { Photo } from '../dropshipping/Photo.tsx';
import { useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';

type Image = { id: number; name: string };
type Picking = { used: readonly number[]; onPick: (image: Image) => void };

/** Unused pictures of the offered products, each added with one press. */
export function SupplierImages({ offers, ...picking }: Picking & { offers: readonly number[] }) {
  return (
    <Stack gap="xs">
      {offers.map((offer) => (
        <ImagesOfOffer key={offer} offer={offer} {...picking} />
      ))}
    </Stack>
  );
}

function ImagesOfOffer({ offer, used, onPick }: Picking & { offer: number }) {
  const { t } = useTranslation('advertisements');
  const { data } = useApi(api.dropshipping.detail, { params: { id: offer } });
  const free = (data?.images ?? []).filter((image) => !used.includes(image.id));
  if (!data || free.length === 0) return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {t('page.fromSupplier')}: {data.name}
      </Text>
      <Group gap="xs">
        {free.map((image) => (
          <Tooltip key={image.id} label={t('page.useImage', { name: image.name })}>
            <UnstyledButton
              onClick={() => onPick(image)}
              aria-label={t('page.useImage', { name: image.name })}
            >
              <Photo image={image} size={64} />
            </UnstyledButton>
          </Tooltip>
        ))}
      </Group>
    </div>
  );
}
