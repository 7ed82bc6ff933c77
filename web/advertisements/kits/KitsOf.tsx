import { Anchor, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import classes from '../../inventory/QuantityTerms.module.css';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';

/** Kits that contain an offer, with its quantity in each. */
export function KitsOf({ offer }: { offer: number }) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const found = useApi(
    api.virtualProducts.list,
    { query: { query: `offer:${offer}`, size: '20' } },
    { enabled: can('virtual-products.read') },
  );
  if (!found.data) return null;
  const { items, total } = found.data;
  return (
    <section aria-label={t('reasons.kits')}>
      <Text size="sm" fw={600} mt="xs">
        {t('reasons.kits')}
      </Text>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('reasons.noKits')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {items.map(({ id, name, components }) => (
            <li key={id}>
              <Quantity value={components.find((part) => part.offer.id === offer)?.quantity} /> ×{' '}
              <Anchor component={Link} underline="always" to={paths.products.kit(id)}>
                {name}
              </Anchor>
            </li>
          ))}
          {total > items.length && <li>{t('reasons.moreKits', { count: total - items.length })}</li>}
        </ul>
      )}
    </section>
  );
}
