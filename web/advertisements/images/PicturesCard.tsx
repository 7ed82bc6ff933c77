import { Anchor, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type {
  AdvertisementImage,
  ImagesOfAdvertisement,
} from '#contract/advertisements/advertisement-image.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { thumbnailOf } from '../../products/images/image-upload.ts';
import classes from './PicturesCard.module.css';

/** One advertisement with its pictures in order, linked to the page that edits them. */
export function PicturesCard({ row }: { row: ImagesOfAdvertisement }) {
  const { t } = useTranslation('advertisements');
  const to = paths.advertisements.advertisement(row.id);
  return (
    <Paper p="sm" component="section" aria-label={row.product}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5">
          {row.product}
        </Title>
        <Anchor component={Link} to={to} size="sm" aria-label={t('pictures.changeOf', { name: row.product })}>
          {t('pictures.change')}
        </Anchor>
      </Group>
      {row.images.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('pictures.noneYet')}
        </Text>
      ) : (
        <SimpleGrid component="ol" cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="sm" p={0} m={0}>
          {row.images.map((image) => (
            <Picture key={image.id} image={image} />
          ))}
        </SimpleGrid>
      )}
    </Paper>
  );
}

function Picture({ image }: { image: AdvertisementImage }) {
  const { t } = useTranslation('advertisements');
  const { id, name, width, height, place, uses, refused } = image;
  const where = uses.map((use) => t('pictures.use', { account: use.account.name, place: use.place }));
  return (
    <li className={classes.picture}>
      <img src={thumbnailOf(id)} alt="" loading="lazy" className={classes.image} />
      <div className={classes.words}>
        <Text size="sm" fw={600} truncate title={name}>
          {place === null ? t('pictures.onlyPublished') : t('pictures.place', { place })} · {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t('pictures.size', { width, height })}
        </Text>
        <Text size="xs" c="dimmed">
          {where.length > 0 ? where.join(' · ') : t('pictures.unused')}
        </Text>
        {refused.map(({ marketplace, fault, limit }) => (
          <Text key={`${marketplace} ${fault}`} size="xs" className={classes.fault}>
            <IconAlertTriangle size={13} aria-hidden />{' '}
            {t(`pictures.faults.${fault}`, {
              marketplace,
              limit: fault === 'too_heavy' ? Math.round(limit / 1_000_000) : limit,
            })}
          </Text>
        ))}
      </div>
    </li>
  );
}
