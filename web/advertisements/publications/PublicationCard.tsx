import { Anchor, Group, Loader, Paper, Stack, Table, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type PackageSize, packageOf } from '#contract/advertisements/package-size.ts';
import type { ListedPublication, PublicationVariation } from '#contract/advertisements/publication.ts';
import { formatInstant } from '#contract/dates.ts';
import { taxOf } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { printDecimal } from '../../quantity.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Money, Percent, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { FloorOfPublication } from '../margin/FloorOfPublication.tsx';
import { AtMost, PriceParts } from '../PriceBreakdown.tsx';
import { PromotionNote } from '../PromotionNote.tsx';
import { ScheduledPriceNote } from '../ScheduledPriceNote.tsx';
import { WholesaleOfPublication } from '../wholesale/WholesaleOfPublication.tsx';
import { PublicationActions } from './PublicationActions.tsx';
import { PublicationBadge } from './PublicationBadge.tsx';
import { badgeOf, isWaitingForStock } from './publication-badges.ts';
import { SaleReasons } from './SaleReasons.tsx';
import { SyncErrorNotice } from './SyncErrorNotice.tsx';
import { UnitsThere } from './UnitsThere.tsx';

export function PublicationCard({ publication }: { publication: ListedPublication }) {
  const { t } = useTranslation('advertisements');
  const { account, type, category, name, syncError } = publication;
  return (
    <Paper component="article" withBorder p="sm" aria-label={`${account.name}: ${name}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <div>
            <Group gap="sm">
              <Text fw={600}>{account.name}</Text>
              {isWaitingForStock(publication) ? (
                <StateBadge
                  {...badgeOf('publishing', 'out_of_stock')}
                  label={t('notSelling.short.out_of_stock')}
                />
              ) : (
                <PublicationBadge state={publication.state} />
              )}
            </Group>
            <Text size="sm">{name}</Text>
            <Text size="xs" c="dimmed">
              {[
                account.capabilities.listingTypes.length > 1 && t(`types.${type}`),
                category.name,
                publication.remoteItem,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {!publication.variations.every((one) => one.package) && (
              <PackageText of={packageOf(publication)} />
            )}
          </div>
          <PublicationActions publication={publication} />
        </Group>
        {syncError && publication.state !== 'closed' && (
          <SyncErrorNotice error={syncError} variations={publication.variations} />
        )}
        <SaleReasons
          publication={publication}
          fulfilled={publication.variations.every((one) => one.fulfilledByMarketplace)}
        />
        <ScheduledPriceNote publication={publication.id} />
        <VariationTable variations={publication.variations} service={account.capabilities.fulfillment} />
        <WholesaleOfPublication publication={publication} />
        <Footer publication={publication} />
      </Stack>
    </Paper>
  );
}

/** A closed parcel; null: it is not known. */
function PackageText({ of }: { of: PackageSize | null }) {
  const { t } = useTranslation('advertisements');
  const size = of && [of.width, of.height, of.depth].map((side) => printDecimal(side, 1)).join(' × ');
  return (
    <Text size="xs" c="dimmed">
      {of && size
        ? t('publications.package', { weight: printDecimal(of.weight, 3), size })
        : t('publications.noPackage')}
    </Text>
  );
}

type VariationTableProps = {
  variations: readonly PublicationVariation[];
  /** The name of the marketplace's own warehouse service; null: it has none. */
  service: string | null;
};

function VariationTable({ variations, service }: VariationTableProps) {
  const { t } = useTranslation('advertisements');
  return (
    <StackedTable aria-label={t('publications.variations')} verticalSpacing={4} from={600}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('publications.variation')}</Table.Th>
          <Table.Th data-figure>{t('publications.price')}</Table.Th>
          <Table.Th data-figure>{t('publications.margin')}</Table.Th>
          <Table.Th data-figure>{t('publications.onShelf')}</Table.Th>
          <Table.Th data-figure>{t('publications.reserved')}</Table.Th>
          <Table.Th data-figure>{t('publications.atMarketplace')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {variations.map((variation) => (
          <Table.Tr key={variation.id}>
            <Table.Td>
              <Text span inherit>
                {variation.name || variation.sku}
              </Text>
              {!variation.active && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · {t('publications.inactive')}
                </Text>
              )}
              {variation.package && <PackageText of={variation.package} />}
            </Table.Td>
            <Table.Td data-figure data-label={t('publications.price')}>
              <div>
                <Money value={variation.price} />
                <PromotionNote promotion={variation.promotion} priceWaits={variation.priceWaits} />
                <PriceParts
                  {...{ cost: variation.cost, fee: variation.fee, freight: variation.freight }}
                  tax={taxOf(variation.price, variation.taxBasisPoints)}
                />
              </div>
            </Table.Td>
            <Table.Td data-figure data-label={t('publications.margin')}>
              <div>
                <AtMost of={variation}>
                  <Percent value={variation.marginBasisPoints} />
                </AtMost>
                {variation.promotionMargin && (
                  <Text size="xs">
                    {t('publications.inPromotion')}{' '}
                    <AtMost of={variation.promotionMargin}>
                      <Percent value={variation.promotionMargin.marginBasisPoints} />
                    </AtMost>
                  </Text>
                )}
                {variation.guard && (
                  <Text size="xs" c={variation.guard === 'held' ? 'red' : 'orange'}>
                    {t(`margin.states.${variation.guard}`)}
                  </Text>
                )}
              </div>
            </Table.Td>
            <Table.Td data-figure data-label={t('publications.onShelf')}>
              <WhyQuantity
                of={{ published: variation.id }}
                value={variation.quantity}
                name={variation.name || variation.sku}
              />
              {variation.components.some((part) => part.held) && (
                <Text size="xs" c="red">
                  {t('page.held')}
                </Text>
              )}
            </Table.Td>
            <Table.Td data-figure data-label={t('publications.reserved')}>
              <Quantity value={variation.reserved} />
            </Table.Td>
            <Table.Td data-figure data-label={t('publications.atMarketplace')}>
              <div>
                <Quantity value={variation.pushedQuantity} />
                <UnitsThere variation={variation} service={service} />
              </div>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

function Footer({ publication }: { publication: ListedPublication }) {
  const { t } = useTranslation('advertisements');
  const { link, editLink, syncedAt } = publication;
  const waits = isWaitingForStock(publication);
  const syncing = publication.syncing && !waits;
  return (
    <Group gap="md">
      <Group gap={6} role="status">
        {syncing && <Loader size={14} />}
        <Text size="sm" c="dimmed">
          {syncing
            ? t('publications.syncing')
            : waits
              ? t('publications.waitsForStock')
              : syncedAt
                ? t('publications.synced', { at: formatInstant(syncedAt) })
                : t('publications.never')}
        </Text>
      </Group>
      {publication.state !== 'closed' && <FloorOfPublication publication={publication} />}
      {link && <Outside to={link} label={t('publications.open')} />}
      {editLink && <Outside to={editLink} label={t('publications.editThere')} />}
    </Group>
  );
}

function Outside({ to, label }: { to: string; label: string }) {
  return (
    <Anchor href={to} target="_blank" rel="noreferrer" size="sm">
      <Group gap={4} component="span">
        {label}
        <IconExternalLink size={14} aria-hidden />
      </Group>
    </Anchor>
  );
}
