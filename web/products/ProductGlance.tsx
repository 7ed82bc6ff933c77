import { api } from '#contract/index.ts';
import type { Product } from '#contract/products/product.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { formatQuantity } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { Stat } from '../ui/page/Stat.tsx';
import { nothing } from '../ui/page/values.tsx';
import { useSession } from '../use-session.ts';
import classes from './ProductGlance.module.css';
import { ProductSales } from './ProductSales.tsx';

/** Sales, stock, offers and ads of a product; each figure links to its list. */
export function ProductGlance({ product }: { product: Product }) {
  return (
    <div className={classes.glance}>
      <Tiles product={product} />
      <ProductSales productId={product.id} />
    </div>
  );
}

function Tiles({ product: { id, variations } }: { product: Product }) {
  const { t } = useTranslation('products');
  const { can, session } = useSession();
  const series = useApi(api.products.series, { params: { id } });
  const advertises = session?.business?.type === 'sales' && can('advertisements.read');
  const ads = useApi(
    api.advertisements.list,
    { query: { query: `goods:${id} archived:false`, size: '1' } },
    { enabled: advertises },
  );
  const offers = useApi(
    api.dropshipItems.list,
    { query: { query: `product:${id}`, size: '1' } },
    { enabled: can('dropship-items.read') },
  );
  // Unknown while the reader counts some of it blind.
  const left = variations.reduce<number | null>(
    (sum, { available }) => (sum === null || available === null ? null : sum + available),
    0,
  );
  const sold = series.data?.days.reduce((sum, { units }) => sum + units, 0);
  const count = (result: typeof ads | typeof offers) =>
    result.data ? formatQuantity(result.data.total) : result.error ? nothing : undefined;
  return (
    <div className={classes.tiles}>
      <Stat
        label={t('glance.sold')}
        value={sold === undefined ? (series.error ? nothing : undefined) : formatQuantity(sold)}
      />
      <Stat
        label={t('glance.left')}
        value={left === null ? nothing : formatQuantity(left)}
        tone={left === 0 ? 'attention' : undefined}
        to={
          can('volumes.read')
            ? paths.inventory.volumes({ query: `variation:${variations.map((row) => row.id).join(',')}` })
            : undefined
        }
      />
      {advertises && (
        <Stat
          label={t('glance.ads')}
          value={count(ads)}
          to={paths.advertisements.list({ query: `goods:${id}` })}
        />
      )}
      {can('dropship-items.read') && (
        <Stat
          label={t('glance.offers')}
          value={count(offers)}
          to={paths.dropshipping.items({ query: `product:${id}` })}
        />
      )}
    </div>
  );
}
