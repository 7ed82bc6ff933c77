import { Anchor } from '@mantine/core';
import type { CampaignAd, CampaignTerms, campaignAdSorts } from '#contract/advertisements/campaign.ts';
import type { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Money, Percent } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { AtMost } from '../PriceBreakdown.tsx';
import { campaignAdBadges } from './campaign-badges.ts';

type AdColumn = Column<
  CampaignAd,
  ExportKey<typeof api.campaignsAds.export>,
  SortKey<typeof campaignAdSorts>
>;

export function useCampaignAdColumns(): AdColumn[] {
  const { t } = useTranslation('advertisements');
  const money = (value: number | null) =>
    value === null ? <span className={cells.dim}>—</span> : <Money value={value} />;
  return [
    {
      key: 'name',
      label: t('campaigns.ad'),
      cell: (row) => <NameCell ad={row} />,
      sort: 'name',
      card: 'title',
    },
    { key: 'code', label: t('campaigns.code'), cell: (row) => row.code, width: 140, hidden: true },
    {
      key: 'state',
      label: t('campaigns.adState'),
      cell: (row) => (
        <StateBadge {...campaignAdBadges[row.state]} label={t(`campaigns.adStates.${row.state}`)} />
      ),
      width: 124,
      card: 'badge',
    },
    {
      key: 'regular',
      label: t('campaigns.regular'),
      cell: (row) => money(row.regularPrice),
      align: 'right',
      width: 100,
    },
    {
      key: 'price',
      file: ['price', 'suggested'],
      label: t('campaigns.price'),
      cell: (row) => <PriceCell ad={row} />,
      sort: 'price',
      align: 'right',
      width: 168,
    },
    {
      key: 'marginBefore',
      label: t('campaigns.marginBefore'),
      cell: (row) => <MarginOf terms={row.before} />,
      align: 'right',
      width: 118,
    },
    {
      key: 'marginInside',
      label: t('campaigns.marginInside'),
      cell: (row) => <MarginOf terms={row.inside} belowFloor={row.belowFloor} />,
      align: 'right',
      width: 168,
    },
    {
      key: 'marketplacePays',
      label: t('campaigns.marketplacePays'),
      cell: (row) => money(row.marketplacePays),
      align: 'right',
      width: 132,
    },
    {
      key: 'band',
      file: ['lowest', 'highest'],
      label: t('campaigns.band'),
      cell: (row) => <Band ad={row} />,
      align: 'right',
      width: 175,
    },
  ];
}

function NameCell({ ad }: { ad: CampaignAd }) {
  const { t } = useTranslation('advertisements');
  if (ad.publication)
    return (
      <Anchor
        component={Link}
        to={paths.advertisements.advertisement(ad.publication.advertisement)}
        className={cells.cut}
        title={ad.name}
      >
        {ad.name}
      </Anchor>
    );
  return (
    <span className={cells.line}>
      <span className={cells.cut} title={ad.name}>
        {ad.name}
      </span>
      <span className={`${cells.dim} ${cells.small} ${cells.whole}`}>{t('campaigns.unlinked')}</span>
    </span>
  );
}

function PriceCell({ ad: { price, suggested } }: { ad: CampaignAd }) {
  const { t } = useTranslation('advertisements');
  if (price !== null) return <Money value={price} strong />;
  return (
    <span className={cells.dim}>
      {suggested === null
        ? t('campaigns.noPrice')
        : t('campaigns.suggestedPrice', { price: writeMoney(suggested) })}
    </span>
  );
}

/** The prices that the campaign accepts. */
export function Band({ ad: { lowest, highest } }: { ad: CampaignAd }) {
  const { t } = useTranslation('advertisements');
  if (lowest === null) return <span className={cells.dim}>—</span>;
  const from = writeMoney(lowest);
  return highest === null
    ? t('campaigns.bandFrom', { lowest: from })
    : t('campaigns.bandFromTo', { lowest: from, highest: writeMoney(highest) });
}

type MarginProps = { terms: CampaignTerms | null; belowFloor?: boolean };

/** An unknown margin stays unknown; one without fee or freight is an upper bound. */
export function MarginOf({ terms, belowFloor = false }: MarginProps) {
  const { t } = useTranslation('advertisements');
  if (!terms) return <span className={cells.dim}>{t('campaigns.unknown')}</span>;
  return (
    <span className={terms.marginBasisPoints < 0 || belowFloor ? `${cells.whole} ${cells.bad}` : cells.whole}>
      <AtMost of={terms}>
        <Percent value={terms.marginBasisPoints} />
      </AtMost>
      {belowFloor && <span className={cells.small}> {t('campaigns.belowFloor')}</span>}
    </span>
  );
}
