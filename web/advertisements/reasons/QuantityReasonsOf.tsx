import { Skeleton, Stack, Text } from '@mantine/core';
import type { QuantityReasons } from '#contract/advertisements/quantity-reasons.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { QuantityTerms, type Term } from '../../inventory/QuantityTerms.tsx';
import type { QuantityOf } from '../../inventory/quantity-of.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { SyncErrorNotice } from '../publications/SyncErrorNotice.tsx';
import { PartSection, type Sold } from './PartSection.tsx';

type Of = Extract<
  QuantityOf,
  { advertisement: number } | { published: number } | { kit: number } | { offers: readonly number[] }
>;

/** Explains the quantity of an ad, a published variation, a kit or an offer, which depends on its parts. */
export function QuantityReasonsOf({ of }: { of: Of }) {
  if ('advertisement' in of) return <OfAdvertisement id={of.advertisement} />;
  if ('published' in of) return <OfPublished id={of.published} />;
  return 'kit' in of ? <OfKit id={of.kit} /> : <OfOffers ids={of.offers} />;
}

function OfAdvertisement({ id }: { id: number }) {
  return <Reasons sold="advertisement" found={useApi(api.advertisements.explain, { params: { id } })} />;
}

function OfPublished({ id }: { id: number }) {
  const found = useApi(api.advertisementsVariations.explain, { params: { id } });
  return <Reasons sold="advertisement" found={found} />;
}

function OfKit({ id }: { id: number }) {
  return <Reasons sold="kit" found={useApi(api.virtualProducts.explain, { params: { id } })} />;
}

function OfOffers({ ids }: { ids: readonly number[] }) {
  const found = useApi(api.dropshipping.explain, { query: { offers: ids.join(',') } });
  return <Reasons sold="offers" found={found} />;
}

type Found = Pick<ReturnType<typeof useApi<typeof api.advertisements.explain>>, 'data' | 'error' | 'refetch'>;

function Reasons({ sold, found }: { sold: Sold; found: Found }) {
  const { t } = useTranslation('advertisements');
  if (found.error && !found.data)
    return <ErrorState failure={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={240} />;
  const reasons = found.data;
  const isOne = reasons.parts.length === 1;
  return (
    <Stack gap="lg">
      {/* Without a publication, the quantity of the only part is the whole explanation. */}
      {!(isOne && reasons.published === null) && <Outcome reasons={reasons} />}
      {reasons.published?.syncError && (
        <SyncErrorNotice error={reasons.published.syncError} variations={[]} />
      )}
      {reasons.parts.length === 0 && <Text c="dimmed">{t('reasons.noParts')}</Text>}
      {reasons.parts.map((part) => (
        <PartSection key={part.offer.id} part={part} sold={sold} isOne={isOne} />
      ))}
      {reasons.published === null && <Places places={reasons.places} />}
    </Stack>
  );
}

/** From the parts to the sent quantity: scarcest part, cap, switch, last push and its answer. */
function Outcome({ reasons: { quantity, parts, published, asVariations } }: { reasons: QuantityReasons }) {
  const { t } = useTranslation('advertisements');
  const made = parts.map(({ makes }) => makes);
  const units = asVariations
    ? made.reduce((sum, one) => sum + one, 0)
    : Math.min(...made, Number.POSITIVE_INFINITY);
  const terms: Term[] = [
    {
      label: t(asVariations ? 'reasons.sum' : parts.length > 1 ? 'reasons.scarcest' : 'reasons.made'),
      value: Number.isFinite(units) ? units : 0,
    },
  ];
  if (published && published.quantityCap !== null)
    terms.push({ label: t('reasons.adCap'), value: published.quantityCap });
  terms.push({ label: t('reasons.shown'), value: quantity, sign: '=', strong: true });
  if (published)
    terms.push({
      label: published.pushedAt
        ? t('reasons.pushedAt', { account: published.account.name, at: formatInstant(published.pushedAt) })
        : t('reasons.neverPushed', { account: published.account.name }),
      value: published.pushedQuantity,
    });
  return (
    <div>
      <QuantityTerms terms={terms} />
      {published && <Remarks published={published} />}
    </div>
  );
}

/** Publications, with the last quantity sent to each account and its answer. */
function Places({ places }: Pick<QuantityReasons, 'places'>) {
  const { t } = useTranslation('advertisements');
  return (
    <section aria-label={t('reasons.places')}>
      <Text fw={600}>{t('reasons.places')}</Text>
      {places.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('reasons.notPublished')}
        </Text>
      )}
      {places.map(({ id, name, account, pushedAt, pushedQuantity, syncError }) => (
        <div key={id}>
          <QuantityTerms
            terms={[
              {
                label: `${name} · ${
                  pushedAt
                    ? t('reasons.pushedAt', { account: account.name, at: formatInstant(pushedAt) })
                    : t('reasons.neverPushed', { account: account.name })
                }`,
                value: pushedQuantity,
              },
            ]}
          />
          {syncError && <SyncErrorNotice error={syncError} variations={[]} />}
        </div>
      ))}
    </section>
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
