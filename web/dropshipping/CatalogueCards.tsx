import { Checkbox, Paper, Skeleton, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import type { CatalogueOffer } from '#contract/dropshipping/catalogue.ts';
import { useTranslation } from '../i18n.ts';
import { Actions } from '../ui/Actions.tsx';
import type { ListResult } from '../ui/data-table.ts';
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx';
import { type ListState, useLastPage } from '../ui/list-state.ts';
import { Link } from '../ui/navigation.tsx';
import { TablePager } from '../ui/TablePager.tsx';
import { Money } from '../ui/values.tsx';
import classes from './Catalogue.module.css';
import { Photo } from './Photo.tsx';

type CardsProps = {
  list: ListState;
  result: ListResult<CatalogueOffer>;
  failed?: string;
  empty: { title: string; hint: string };
  chosen: readonly CatalogueOffer[];
  toggle: (offer: CatalogueOffer) => void;
  pathOf: (id: number) => string;
  publish: (id: number) => void;
};

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

export function CatalogueCards(props: CardsProps) {
  const { list, result, failed, empty } = props;
  const { t } = useTranslation();
  const behind = useLastPage(list, result.data);
  if (result.error && !result.data)
    return <ErrorState failure={result.error} title={failed} retry={() => void result.refetch()} />;
  if (!result.data || behind)
    return (
      <div className={classes.cards}>
        {places.map((place) => (
          <Skeleton key={place} height={320} radius="md" />
        ))}
      </div>
    );
  if (result.data.items.length === 0)
    return list.filtered ? (
      <EmptyState title={t('table.nothingFound')} hint={t('table.nothingFoundHint')} />
    ) : (
      <EmptyState {...empty} />
    );
  return (
    <>
      <ul className={classes.cards} aria-busy={result.isFetching}>
        {result.data.items.map((offer) => (
          <OfferCard key={offer.id} offer={offer} {...props} />
        ))}
      </ul>
      <Paper p={0}>
        <TablePager list={list} page={result.data} />
      </Paper>
    </>
  );
}

function OfferCard({ offer, chosen, toggle, pathOf, publish }: CardsProps & { offer: CatalogueOffer }) {
  const { t } = useTranslation('dropshipping');
  const checked = chosen.some((one) => one.id === offer.id);
  return (
    <Paper component="li" p={0} withBorder className={classes.card} data-chosen={checked || undefined}>
      <Checkbox
        className={classes.check}
        checked={checked}
        aria-label={`${t('catalogue.select')}: ${offer.name}`}
        onChange={() => toggle(offer)}
      />
      <Link to={pathOf(offer.id)} className={classes.photo} tabIndex={-1} aria-hidden>
        <Photo image={offer.image} />
      </Link>
      <div className={classes.body}>
        <Link to={pathOf(offer.id)} className={classes.name} title={offer.name}>
          {offer.name}
        </Link>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {[offer.brand, offer.own ? t('catalogue.own') : offer.supplier.name].filter(Boolean).join(' · ')}
        </Text>
        <div className={classes.figures}>
          <Text fw={700} size="lg">
            <Money value={offer.price} />
          </Text>
          <Text size="sm" c={offer.available === 0 ? 'red' : 'dimmed'}>
            {offer.available === 0 ? t('catalogue.soldOut') : t('catalogue.left', { count: offer.available })}
          </Text>
        </div>
        <Actions
          size="xs"
          items={[
            {
              key: 'publish',
              label: t('catalogue.publish'),
              icon: IconSpeakerphone,
              tone: 'primary',
              permission: 'advertisements.create',
              run: () => publish(offer.id),
            },
          ]}
        />
      </div>
    </Paper>
  );
}
