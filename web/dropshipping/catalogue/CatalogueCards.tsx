import { Checkbox, Paper, Skeleton, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import type { CatalogueOffer, CatalogueProduct } from '#contract/dropshipping/catalogue.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import type { Href } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Money } from '../../ui/page/values.tsx';
import type { ListResult } from '../../ui/table/data-table.ts';
import { type ListState, useLastPage, useLeavingOut } from '../../ui/table/list-state.ts';
import { TablePager } from '../../ui/table/TablePager.tsx';
import { Photo } from '../Photo.tsx';
import classes from './Catalogue.module.css';
import { VariationChips } from './VariationChips.tsx';

type CardsProps = {
  list: ListState;
  result: ListResult<CatalogueProduct>;
  failed?: string;
  empty: { title: string; hint: string };
  chosen: readonly CatalogueOffer[];
  /** Whether all, some or none of them are selected. */
  choose: (offers: readonly CatalogueOffer[], isChosen: boolean) => void;
  pathOf: (id: number) => Href;
  publish: (ids: readonly number[]) => void;
};

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

export function CatalogueCards(props: CardsProps) {
  const { list, result, failed, empty } = props;
  const { t } = useTranslation();
  const behind = useLastPage(list, result.data);
  const leaving = useLeavingOut(list, result.error);
  if (result.error && !result.data && !leaving)
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
        {result.data.items.map((product) => (
          <ProductCard key={product.id} product={product} {...props} />
        ))}
      </ul>
      <Paper p={0}>
        <TablePager list={list} page={result.data} />
      </Paper>
    </>
  );
}

/** One product with the variations found, selectable together or one by one. */
function ProductCard({
  product,
  chosen,
  choose,
  pathOf,
  publish,
}: CardsProps & { product: CatalogueProduct }) {
  const { t } = useTranslation('dropshipping');
  const { offers } = product;
  const first = offers.find(({ id }) => id === product.id) ?? offers[0];
  if (!first) return null;
  const isChosen = ({ id }: CatalogueOffer) => chosen.some((one) => one.id === id);
  const count = offers.filter(isChosen).length;
  const name = offers.length > 1 ? product.product.name : first.name;
  const available = offers.reduce((sum, offer) => sum + offer.available, 0);
  return (
    <Paper component="li" p={0} withBorder className={classes.card} data-chosen={count > 0 || undefined}>
      <Checkbox
        className={classes.check}
        checked={count === offers.length}
        indeterminate={count > 0 && count < offers.length}
        aria-label={`${t('catalogue.select')}: ${name}`}
        onChange={() => choose(offers, count < offers.length)}
      />
      <Link to={pathOf(first.id)} className={classes.photo} tabIndex={-1} aria-hidden>
        <Photo image={first.image} />
      </Link>
      <div className={classes.body}>
        <Link to={pathOf(first.id)} className={classes.name} title={name}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {[first.brand, first.own ? t('catalogue.own') : first.supplier.name].filter(Boolean).join(' · ')}
        </Text>
        {offers.length > 1 && <VariationChips offers={offers} isChosen={isChosen} choose={choose} />}
        <div className={classes.figures}>
          <Price offers={offers} />
          <Text size="sm" c={available === 0 ? 'red' : 'dimmed'}>
            <WhyQuantity of={{ offers: offers.map(({ id }) => id) }} value={available} name={name}>
              {available === 0 ? t('catalogue.soldOut') : t('catalogue.left', { count: available })}
            </WhyQuantity>
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
              run: () => publish(offers.map(({ id }) => id)),
            },
          ]}
        />
      </div>
    </Paper>
  );
}

function Price({ offers }: { offers: readonly CatalogueOffer[] }) {
  const { t } = useTranslation('dropshipping');
  const prices = offers.map(({ price }) => price);
  const lowest = Math.min(...prices);
  return (
    <Text fw={700} size="lg">
      {lowest < Math.max(...prices) && (
        <Text span size="xs" c="dimmed">
          {t('catalogue.from')}{' '}
        </Text>
      )}
      <Money value={lowest} />
    </Text>
  );
}
