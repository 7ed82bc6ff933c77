import { Anchor, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import type { CatalogueDetail } from '#contract/dropshipping/catalogue.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import type { Href } from '../../paths.ts';
import { formatQuantity } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Facts } from '../../ui/page/Facts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Money } from '../../ui/page/values.tsx';
import { Photo } from '../Photo.tsx';
import classes from './Catalogue.module.css';

type DrawerProps = {
  id: number;
  pathOf: (id: number) => Href;
  publish: (id: number) => void;
  close: () => void;
};

export default function CatalogueDrawer({ id, pathOf, publish, close }: DrawerProps) {
  const { t } = useTranslation('dropshipping');
  const offer = useApi(api.dropshipping.detail, { params: { id } });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={
        <Text span fw={700} size="lg">
          {offer.data?.name ?? t('catalogue.detail')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('catalogue.close') }}
    >
      {offer.error && !offer.data ? (
        <ErrorState failure={offer.error} retry={() => void offer.refetch()} />
      ) : offer.data ? (
        <Stack>
          <Photos offer={offer.data} />
          <Group justify="space-between">
            <div>
              <Text fw={700} size="xl">
                <Money value={offer.data.price} />
              </Text>
              <Text c="dimmed">
                <WhyQuantity of={{ offers: [id] }} value={offer.data.available} name={offer.data.name}>
                  {offer.data.available === 0
                    ? t('catalogue.soldOut')
                    : t('catalogue.left', { count: offer.data.available })}
                </WhyQuantity>
              </Text>
            </div>
            <Actions
              items={[
                {
                  key: 'publish',
                  label: t('catalogue.publish'),
                  icon: IconSpeakerphone,
                  tone: 'primary',
                  permission: 'advertisements.create',
                  run: () => publish(id),
                },
              ]}
            />
          </Group>
          <OfferFacts offer={offer.data} />
          <Siblings offer={offer.data} pathOf={pathOf} />
        </Stack>
      ) : (
        <Skeleton height={420} />
      )}
    </Drawer>
  );
}

function Photos({ offer }: { offer: CatalogueDetail }) {
  const { t } = useTranslation('dropshipping');
  if (offer.images.length === 0) return <Text c="dimmed">{t('catalogue.noPhoto')}</Text>;
  return (
    <div className={classes.photos}>
      {offer.images.map((image, index) => (
        <Photo
          key={image.id}
          image={image}
          whole={index === 0}
          alt={t('catalogue.photo', { position: index + 1, name: offer.name })}
        />
      ))}
    </div>
  );
}

function OfferFacts({ offer }: { offer: CatalogueDetail }) {
  const { t } = useTranslation('dropshipping');
  const { width, height, depth } = offer;
  const size =
    width && height && depth ? `${[width, height, depth].map(formatQuantity).join(' × ')}\u00a0cm` : '';
  const facts: [string, string][] = [
    [t('catalogue.supplier'), offer.own ? t('catalogue.own') : offer.supplier.name],
    [t('catalogue.brand'), offer.brand],
    [t('catalogue.model'), offer.model],
    [t('catalogue.category'), offer.category],
    [t('catalogue.sku'), offer.sku],
    [t('catalogue.gtin'), offer.gtin],
    [t('catalogue.weight'), offer.weight ? `${formatQuantity(offer.weight)}\u00a0kg` : ''],
    [t('catalogue.size'), size],
    ...Object.entries(offer.attributes),
  ];
  return (
    <>
      <Facts facts={facts.filter(([, value]) => value)} />
      {offer.example && (
        <Anchor href={offer.example} target="_blank" rel="noreferrer" size="sm">
          {t('offers.example')}
        </Anchor>
      )}
      {offer.description && (
        <section aria-label={t('catalogue.description')}>
          <Text fw={600}>{t('catalogue.description')}</Text>
          <Text style={{ whiteSpace: 'pre-line' }}>{offer.description}</Text>
        </section>
      )}
    </>
  );
}

function Siblings({ offer, pathOf }: { offer: CatalogueDetail; pathOf: (id: number) => Href }) {
  const { t } = useTranslation('dropshipping');
  if (offer.siblings.length === 0) return null;
  return (
    <section aria-label={t('catalogue.siblings')}>
      <Text fw={600}>{t('catalogue.siblings')}</Text>
      <Stack gap={4}>
        {offer.siblings.map((sibling) => (
          <Group key={sibling.id} justify="space-between">
            <Anchor component={Link} to={pathOf(sibling.id)}>
              {sibling.name}
            </Anchor>
            <Text size="sm">
              <Money value={sibling.price} /> ·{' '}
              <WhyQuantity of={{ offers: [sibling.id] }} value={sibling.available} name={sibling.name} />
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
