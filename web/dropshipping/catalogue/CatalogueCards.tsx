import { Paper, Skeleton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { memo, useDeferredValue } from 'react';
import type { CatalogueOffer, CatalogueProduct } from '#contract/dropshipping/catalogue.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import type { Href } from '../../paths.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Money } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import type { ListResult } from '../../ui/table/data-table.ts';
import { type ListState, useLastPage, useLeavingOut } from '../../ui/table/list-state.ts';
import { TablePager } from '../../ui/table/TablePager.tsx';
import { useSession } from '../../use-session.ts';
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
      <CardGrid
        products={result.data.items}
        isBusy={result.isFetching}
        chosen={props.chosen}
        choose={props.choose}
        pathOf={props.pathOf}
        publish={props.publish}
      />
      <Paper p={0}>
        <TablePager list={list} page={result.data} />
      </Paper>
    </>
  );
}

/** Enough to fill a window; the others follow in the background, in places that are already as large. */
const firstCards = 12;

type GridProps = Pick<CardsProps, 'chosen' | 'choose' | 'pathOf' | 'publish'> & {
  products: readonly CatalogueProduct[];
  isBusy: boolean;
};

function CardGrid({ products, chosen, choose, pathOf, publish, isBusy }: GridProps) {
  const { can } = useSession();
  const shown = useDeferredValue(products, products.slice(0, firstCards));
  const onPublish = can('advertisements.create') ? publish : undefined;
  return (
    <ul className={classes.cards} aria-busy={isBusy}>
      {shown.map((product) => (
        <ProductCard
          key={product.id}
          product={product}
          chosen={chosen.length > 0 ? chosenOf(product, chosen) : ''}
          choose={choose}
          pathOf={pathOf}
          publish={onPublish}
        />
      ))}
      {products.slice(shown.length).map(({ id }) => (
        <li key={id} className={classes.coming} aria-hidden />
      ))}
    </ul>
  );
}

/** The ids of the chosen offers of a product, as a text that is equal while they are. */
const chosenOf = ({ offers }: CatalogueProduct, chosen: readonly CatalogueOffer[]): string =>
  offers
    .map(({ id }) => id)
    .filter((id) => chosen.some((one) => one.id === id))
    .join();

type CardProps = Pick<CardsProps, 'choose' | 'pathOf'> & {
  product: CatalogueProduct;
  chosen: string;
  /** Undefined without the permission. */
  publish: CardsProps['publish'] | undefined;
};

/**
 * One product with the variations found, selectable together or one by one. Plain elements instead of components of the
 * library: there are fifty cards, and each component costs the window that waits for them.
 */
const ProductCard = memo(function ProductCard({ product, chosen, choose, pathOf, publish }: CardProps) {
  const { t } = useTranslation('dropshipping');
  const { offers } = product;
  const first = offers.find(({ id }) => id === product.id) ?? offers[0];
  if (!first) return null;
  const ids = chosen.split(',');
  const isChosen = ({ id }: CatalogueOffer) => ids.includes(String(id));
  const count = offers.filter(isChosen).length;
  const name = offers.length > 1 ? product.product.name : first.name;
  const available = offers.reduce((sum, offer) => sum + offer.available, 0);
  const maker = [first.brand, first.own ? t('catalogue.own') : first.supplier.name];
  return (
    <li className={classes.card} data-chosen={count > 0 || undefined} data-sold-out={available === 0}>
      <label className={classes.check}>
        <input
          type="checkbox"
          className={cells.tick}
          checked={count === offers.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < offers.length;
          }}
          aria-label={`${t('catalogue.select')}: ${name}`}
          onChange={() => choose(offers, count < offers.length)}
        />
      </label>
      <Link to={pathOf(first.id)} className={classes.photo} tabIndex={-1} aria-hidden>
        <Photo image={first.image} />
      </Link>
      <div className={classes.body}>
        <Link to={pathOf(first.id)} className={classes.name} title={name}>
          {name}
        </Link>
        <p className={classes.maker}>{maker.filter(Boolean).join(' · ')}</p>
        {offers.length > 1 && <VariationChips offers={offers} isChosen={isChosen} choose={choose} />}
        <div className={classes.figures}>
          <Price offers={offers} from={t('catalogue.from')} />
          <span className={classes.left}>
            <WhyQuantity of={{ offers: offers.map(({ id }) => id) }} value={available} name={name}>
              {available === 0 ? t('catalogue.soldOut') : t('catalogue.left', { count: available })}
            </WhyQuantity>
          </span>
        </div>
        {publish && (
          <button
            type="button"
            className={classes.publish}
            onClick={() => publish(offers.map(({ id }) => id))}
          >
            <IconSpeakerphone size={16} aria-hidden />
            {t('catalogue.publish')}
          </button>
        )}
      </div>
    </li>
  );
});

function Price({ offers, from }: { offers: readonly CatalogueOffer[]; from: string }) {
  const prices = offers.map(({ price }) => price);
  const lowest = Math.min(...prices);
  return (
    <span className={classes.price}>
      {lowest < Math.max(...prices) && <small>{from} </small>}
      <Money value={lowest} />
    </span>
  );
}
