import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import type { PartReasons, QuantityReasons } from '#contract/advertisements/quantity-reasons.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import sums from '../../inventory/StockReasons.module.css';
import { StockReasons } from '../../inventory/StockReasons.tsx';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { SyncErrorNotice } from '../publications/SyncErrorNotice.tsx';
import { PartTerms } from './PartTerms.tsx';

type Of = { advertisement: number } | { published: number };

/** Why an advertisement, or a variation as it is published, shows that many. */
export function QuantityReasonsOf({ of }: { of: Of }) {
  return 'advertisement' in of ? (
    <OfAdvertisement id={of.advertisement} />
  ) : (
    <OfPublished id={of.published} />
  );
}

function OfAdvertisement({ id }: { id: number }) {
  return <Reasons found={useApi(api.advertisements.explain, { params: { id } })} />;
}

function OfPublished({ id }: { id: number }) {
  return <Reasons found={useApi(api.advertisementsVariations.explain, { params: { id } })} />;
}

type Found = Pick<ReturnType<typeof useApi<typeof api.advertisements.explain>>, 'data' | 'error' | 'refetch'>;

function Reasons({ found }: { found: Found }) {
  const { t } = useTranslation('advertisements');
  if (found.error && !found.data)
    return <ErrorState failure={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={240} />;
  const reasons = found.data;
  return (
    <Stack gap="lg">
      <Outcome reasons={reasons} />
      {reasons.published?.syncError && (
        <SyncErrorNotice error={reasons.published.syncError} variations={[]} />
      )}
      {reasons.parts.length === 0 && <Text c="dimmed">{t('reasons.noParts')}</Text>}
      {reasons.parts.map((part) => (
        <PartSection key={part.offer.id} part={part} isOne={reasons.parts.length === 1} />
      ))}
    </Stack>
  );
}

/** What comes of the parts: the scarcest, the cap, the switch, what was sent and what was answered. */
function Outcome({ reasons: { quantity, parts, published, asVariations } }: { reasons: QuantityReasons }) {
  const { t } = useTranslation('advertisements');
  const made = parts.map(({ makes }) => makes);
  const units = asVariations
    ? made.reduce((sum, one) => sum + one, 0)
    : Math.min(...made, Number.POSITIVE_INFINITY);
  return (
    <div>
      <dl className={sums.sum}>
        <div>
          <dt>{t(asVariations ? 'reasons.sum' : parts.length > 1 ? 'reasons.scarcest' : 'reasons.made')}</dt>
          <dd>
            <Quantity value={Number.isFinite(units) ? units : 0} />
          </dd>
        </div>
        {published?.quantityCap != null && (
          <div>
            <dt>{t('reasons.adCap')}</dt>
            <dd>
              <Quantity value={published.quantityCap} />
            </dd>
          </div>
        )}
        <div data-strong>
          <dt>
            <span aria-hidden>=</span> {t('reasons.shown')}
          </dt>
          <dd>
            <Quantity value={quantity} />
          </dd>
        </div>
        {published && (
          <div>
            <dt>
              {published.pushedAt
                ? t('reasons.pushedAt', {
                    account: published.account.name,
                    at: formatInstant(published.pushedAt),
                  })
                : t('reasons.neverPushed', { account: published.account.name })}
            </dt>
            <dd>
              <Quantity value={published.pushedQuantity} />
            </dd>
          </div>
        )}
      </dl>
      {published && <Remarks published={published} />}
    </div>
  );
}

function Remarks({ published }: { published: NonNullable<QuantityReasons['published']> }) {
  const { t } = useTranslation('advertisements');
  const remarks = [
    !published.active && t('reasons.inactive'),
    published.guard === 'held' && t('margin.states.held'),
    published.fulfilledByMarketplace && t('publications.fulfilled'),
  ].filter(Boolean);
  return remarks.map((remark) => (
    <Text key={String(remark)} size="sm" c="red">
      {remark}
    </Text>
  ));
}

function PartSection({ part, isOne }: { part: PartReasons; isOne: boolean }) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const { terms, sales, salesUnits } = part;
  return (
    <section aria-label={part.offer.name}>
      <Text fw={600}>{part.offer.name}</Text>
      <Text size="xs" c="dimmed" mb={6}>
        {[part.sku, part.supplier?.name, part.isScarcest && t('reasons.isScarcest')]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <PartTerms part={part} isOne={isOne} />
      {terms && can('volumes.read') && isOne ? (
        <StockReasons stockId={terms.stockId} />
      ) : (
        <>
          <Text size="sm" fw={600} mt="xs">
            {t('reasons.sales', { count: salesUnits })}
          </Text>
          {sales.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('reasons.noSales')}
            </Text>
          ) : (
            <ul className={sums.list}>
              {sales.map((sale) => (
                <li key={sale.id}>
                  <Quantity value={sale.quantity} /> ·{' '}
                  <Anchor component={Link} underline="always" to={paths.orders.order(sale.id)}>
                    {t('reasons.sale', { id: sale.id })}
                  </Anchor>{' '}
                  <Text span size="sm" c="dimmed">
                    ({t(`reasons.kinds.${sale.kind}`)})
                  </Text>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
