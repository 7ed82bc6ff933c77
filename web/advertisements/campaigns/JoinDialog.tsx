import { Box, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type {
  Campaign,
  CampaignAd,
  CampaignJoiningAd,
  CampaignPricing,
  JoinPreview,
} from '#contract/advertisements/campaign.ts';
import { api } from '#contract/index.ts';
import { formatAmount, parseTypedMoney, taxOf } from '#contract/money.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { showRuns } from '../../layouts/runs-asked.ts';
import { formatQuantity } from '../../quantity.ts';
import { PreviewDialog } from '../../ui/dialog/PreviewDialog.tsx';
import { MoneyField, PercentField } from '../../ui/form/brazilian-fields.tsx';
import { Money } from '../../ui/page/values.tsx';
import { EditInPlace } from '../../ui/table/EditInPlace.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { PriceParts } from '../PriceBreakdown.tsx';
import { Band, MarginOf } from './use-campaign-ad-columns.tsx';
import { useCampaignName } from './use-campaigns.ts';

type Kind = CampaignPricing['kind'];
type Typed = Readonly<Record<number, number>>;
/** A preview belongs to its rule and typed prices alone. */
type Seen = { key: string; found: JoinPreview };
type JoinDialogProps = { campaign: Campaign; chosen: Chosen<CampaignAd>; onClose: () => void };

function pricingOf(kind: Kind, value: number | null): CampaignPricing | null {
  if (kind === 'suggested') return { kind };
  if (value === null || Number.isNaN(value)) return null;
  if (kind === 'margin') return { kind, marginBasisPoints: value };
  return kind === 'discount' ? { kind, basisPoints: value } : { kind, price: value };
}

/** Ads join a campaign after a preview with the margin of each; the price is by a rule or typed for one ad. */
export default function JoinDialog({ campaign, chosen, onClose }: JoinDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const nameOf = useCampaignName();
  const [kind, setKind] = useState<Kind>('suggested');
  const [value, setValue] = useState<number | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const [seen, setSeen] = useState<Seen | null>(null);
  const preview = useAct(api.campaignsAds.previewJoin);
  const join = useAct(api.campaignsAds.join);
  const pricing = pricingOf(kind, value);
  const prices = Object.entries(typed).map(([id, price]) => ({ id: Number(id), price }));
  const key = JSON.stringify([pricing, prices]);
  const isCurrent = seen?.key === key;
  const load = async () => {
    if (!pricing) return;
    const found = await preview.run({ body: { ...chosen.body, pricing, prices } });
    if (found.ok) setSeen({ key, found: found.response });
  };
  const start = async () => {
    if (!pricing) return;
    const done = await join.run({ body: { ...chosen.body, pricing, prices } });
    if (!done.ok) return;
    chosen.clear();
    onClose();
    showRuns();
  };
  const able = seen ? seen.found.total - seen.found.items.filter(({ refused }) => refused).length : 0;
  return (
    <PreviewDialog
      title={t('campaigns.joinTitle', { name: nameOf(campaign) })}
      onClose={onClose}
      preview={{
        label: t('campaigns.preview'),
        pending: preview.pending,
        possible: pricing !== null,
        run: load,
      }}
      apply={
        isCurrent
          ? { label: t('campaigns.joinNow'), pending: join.pending, possible: able > 0, run: start }
          : null
      }
    >
      <Text size="sm">{t('ui:table.selected', { rows: chosen.rowsText })}</Text>
      {campaign.sellerSetsPrice ? (
        <Rule kind={kind} value={value} onKind={setKind} onValue={setValue} />
      ) : (
        <Text size="sm">{t('campaigns.marketplaceSets')}</Text>
      )}
      {seen && (
        <Preview
          found={seen.found}
          able={able}
          editable={campaign.sellerSetsPrice}
          typed={typed}
          onTyped={setTyped}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('campaigns.joinHint')}
      </Text>
    </PreviewDialog>
  );
}

const kinds: readonly Kind[] = ['suggested', 'margin', 'discount', 'price'];

type RuleProps = {
  kind: Kind;
  value: number | null;
  onKind: (kind: Kind) => void;
  onValue: (value: number | null) => void;
};

function Rule({ kind, value, onKind, onValue }: RuleProps) {
  const { t } = useTranslation('advertisements');
  return (
    <Group align="flex-end" wrap="wrap">
      <SegmentedControl
        withItemsBorders={false}
        aria-label={t('campaigns.rule')}
        value={kind}
        onChange={(next) => {
          onKind(next as Kind);
          onValue(null);
        }}
        data={kinds.map((one) => ({ value: one, label: t(`campaigns.rules.${one}`) }))}
      />
      {kind === 'price' && <MoneyField label={t('campaigns.onePrice')} value={value} onChange={onValue} />}
      {(kind === 'margin' || kind === 'discount') && (
        <PercentField label={t(`campaigns.${kind}`)} value={value} onChange={onValue} />
      )}
    </Group>
  );
}

type PreviewProps = {
  found: JoinPreview;
  able: number;
  editable: boolean;
  typed: Typed;
  onTyped: (typed: Typed) => void;
};

function Preview({ found, able, editable, typed, onTyped }: PreviewProps) {
  const { t } = useTranslation('advertisements');
  const { total, belowFloor, items } = found;
  const refused = total - able;
  return (
    <>
      <Stack gap={4} role="status">
        <Text size="sm" fw={600}>
          {t('campaigns.joining', { count: able, total: formatQuantity(able) })}
        </Text>
        {refused > 0 && (
          <Text size="sm">{t('campaigns.refused', { count: refused, total: formatQuantity(refused) })}</Text>
        )}
        {belowFloor.length > 0 && (
          <Text size="sm" c="red">
            {t('campaigns.underFloor', { count: belowFloor.length })} {belowFloor.join(', ')}
          </Text>
        )}
      </Stack>
      <Box mah={{ base: 'none', sm: '45vh' }} style={{ overflow: 'auto' }}>
        <StackedTable aria-label={t('campaigns.ads')} from={480} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('campaigns.ad')}</Table.Th>
              <Table.Th data-figure>{t('campaigns.regular')}</Table.Th>
              <Table.Th data-figure>{t('campaigns.price')}</Table.Th>
              <Table.Th data-figure>{t('campaigns.marginInside')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((row) => (
              <JoiningRow
                key={row.ad.id}
                row={row}
                editable={editable}
                typed={typed[row.ad.id]}
                onTyped={(price) => {
                  const { [row.ad.id]: _, ...others } = typed;
                  onTyped(price === null ? others : { ...others, [row.ad.id]: price });
                }}
              />
            ))}
          </Table.Tbody>
        </StackedTable>
      </Box>
      {items.length < total && (
        <Text size="sm" c="dimmed">
          {t('campaigns.previewOf', { shown: formatQuantity(items.length), total: formatQuantity(total) })}
        </Text>
      )}
    </>
  );
}

type RowProps = {
  row: CampaignJoiningAd;
  editable: boolean;
  typed: number | undefined;
  onTyped: (price: number | null) => void;
};

function JoiningRow({ row: { ad, inside, belowFloor, refused }, editable, typed, onTyped }: RowProps) {
  const { t } = useTranslation(['advertisements', 'errors']);
  const shown = typed ?? inside?.price ?? null;
  return (
    <Table.Tr>
      <Table.Td>
        {ad.name}
        {refused && (
          <Text size="xs" c="red">
            {t(`errors:${refused}`)}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t('campaigns.regular')} data-figure>
        <div>
          {ad.regularPrice !== null && <Money value={ad.regularPrice} />} (<MarginOf terms={ad.before} />)
        </div>
      </Table.Td>
      <Table.Td data-label={t('campaigns.price')} data-figure>
        <div>
          {editable ? (
            <EditInPlace
              label={t('campaigns.typed', { name: ad.name })}
              text={shown === null ? '' : formatAmount(shown)}
              parse={parseTypedMoney}
              clearable
              onSave={async (price) => {
                onTyped(price);
                return true;
              }}
            >
              {shown === null ? t('campaigns.noPrice') : <Money value={shown} strong={typed !== undefined} />}
            </EditInPlace>
          ) : (
            ad.price !== null && <Money value={ad.price} />
          )}
          {editable && ad.lowest !== null && (
            <Text size="xs" c="dimmed">
              <Band ad={ad} />
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td data-label={t('campaigns.marginInside')} data-figure>
        <div>
          <MarginOf terms={inside} belowFloor={belowFloor} />
          {inside && ad.cost !== null && (
            <PriceParts
              {...{ cost: ad.cost, fee: inside.fee, freight: inside.freight }}
              tax={taxOf(inside.price + (ad.marketplacePays ?? 0), inside.taxBasisPoints)}
            />
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}
