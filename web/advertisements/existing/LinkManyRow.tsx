import { Button, Checkbox, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import { taxOf } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { writeMoney } from '../../quantity.ts';
import { MoneyField, PercentField } from '../../ui/form/brazilian-fields.tsx';
import { Money, Quantity } from '../../ui/page/values.tsx';
import { partValues } from '../advertisement-values.ts';
import { ComposedParts } from '../ComposedParts.tsx';
import { AtMost, PriceParts, profitOf } from '../PriceBreakdown.tsx';
import { PromotionNote } from '../PromotionNote.tsx';
import { MatchBadge } from './MatchBadge.tsx';
import { type AdLine, costOfLine, type ManyAd, suggested } from './many-ads.ts';
import { nameOfSuggestion } from './SuggestedQuantity.tsx';
import type { Looked } from './use-plans.ts';

type RowProps = {
  ad: ManyAd;
  line: AdLine;
  looked: Looked | undefined;
  capabilities: AccountCapabilities | undefined;
  change: (changed: Partial<AdLine>) => void;
};

/** One variation of one of many ads: product, margin and price, result and marketplace stock. */
export function LinkManyRow({ ad: { listing, lines }, line, looked, capabilities, change }: RowProps) {
  const { t } = useTranslation('advertisements');
  const [isComposing, setComposing] = useState(false);
  const { variation, taken, parts } = line;
  const name =
    variation.name && variation.name !== listing.name ? `${listing.name} · ${variation.name}` : listing.name;
  const planned = looked?.plan?.variations.find((one) => one.remoteVariation === variation.remoteVariation);
  const warehouse =
    lines.flatMap((one) => one.parts).find(({ warehouseId }) => warehouseId !== null)?.warehouseId ?? null;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Checkbox
            aria-label={t('existing.take', { name })}
            checked={taken}
            disabled={parts.length === 0}
            onChange={(event) => change({ taken: event.currentTarget.checked })}
          />
        </Table.Td>
        <Table.Td>
          {name}
          <Text size="xs" c="dimmed">
            {[listing.remoteItem, variation.sku].filter(Boolean).join(' · ')}
          </Text>
        </Table.Td>
        <Table.Td data-label={t('existing.becomes')}>
          <Becomes line={line} name={name} change={change} />
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isComposing}
            aria-label={`${t(isComposing ? 'existing.composed' : 'existing.compose')}: ${name}`}
            onClick={() => setComposing(!isComposing)}
          >
            {t(isComposing ? 'existing.composed' : 'existing.compose')}
          </Button>
        </Table.Td>
        <Table.Td data-label={t('publish.margin')}>
          <PercentField
            aria-label={`${t('publish.margin')}: ${name}`}
            size="xs"
            disabled={!taken}
            value={line.leads === 'margin' ? line.margin : (planned?.marginBasisPoints ?? null)}
            onChange={(margin) => change({ margin, leads: 'margin' })}
          />
        </Table.Td>
        <Table.Td data-label={t('publish.price')}>
          <MoneyField
            aria-label={`${t('publish.price')}: ${name}`}
            size="xs"
            disabled={!taken}
            value={line.leads === 'price' ? line.price : (planned?.after.price ?? null)}
            onChange={(price) => change({ price, leads: 'price' })}
          />
        </Table.Td>
        <Table.Td data-label={t('existing.earns')}>
          <Earns {...{ line, looked, planned, capabilities }} />
        </Table.Td>
        <Table.Td data-figure data-label={t('existing.stockChange')} c={taken ? undefined : 'dimmed'}>
          <span>
            <Quantity value={variation.quantity} />
            {taken && planned && (
              <>
                {' → '}
                <strong>
                  <WhyQuantity
                    of={{ offers: parts.map(({ offer }) => offer.id) }}
                    value={planned.after.quantity}
                    name={name}
                  />
                </strong>
              </>
            )}
          </span>
        </Table.Td>
      </Table.Tr>
      {isComposing && (
        <Table.Tr>
          <Table.Td colSpan={7}>
            <ComposedParts
              parts={parts}
              warehouse={warehouse}
              change={(next) => change({ parts: next, by: null, taken: next.length > 0 })}
              onKit={(kit) => change({ parts: kit.components.map(partValues), by: null, taken: true })}
            />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

type BecomesProps = { line: AdLine; name: string; change: RowProps['change'] };

/** Its composition: one of the suggestions, or composed by hand. */
function Becomes({ line, name, change }: BecomesProps) {
  const { t } = useTranslation('advertisements');
  const { parts, by, variation } = line;
  const { suggestions } = variation;
  if (parts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('existing.unknown')}
      </Text>
    );
  const ids = (list: readonly { offer: { id: number } }[]) => list.map(({ offer }) => offer.id).join();
  const chosen = suggestions.findIndex((one) => ids(one.parts) === ids(parts));
  return (
    <Stack gap={4}>
      {by !== null && suggestions.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={t('existing.offerOf', { name })}
          value={String(chosen)}
          onChange={(event) => {
            const suggestion = suggestions[Number(event.currentTarget.value)];
            if (suggestion) change({ ...suggested(suggestion), taken: true });
          }}
          data={suggestions.map((one, index) => ({
            value: String(index),
            label: `${nameOfSuggestion(one)} · ${writeMoney(one.cost)}`,
          }))}
        />
      ) : (
        parts.map(({ offer, quantity }) => `${quantity ?? 1} × ${offer.name}`).join(' + ')
      )}
      <Group gap={6}>
        {by && <MatchBadge by={by} />}
        <Text size="xs" c="dimmed">
          {t('page.cost')} <Money value={costOfLine(line)} />
        </Text>
      </Group>
    </Stack>
  );
}

type EarnsProps = Pick<RowProps, 'line' | 'looked' | 'capabilities'> & {
  planned: NonNullable<Looked['plan']>['variations'][number] | undefined;
};

/** The margin after cost, fee, freight and tax, or why it is unknown. */
function Earns({ line, looked, planned, capabilities }: EarnsProps) {
  const { t } = useTranslation('advertisements');
  if (!line.taken) return null;
  if (looked?.failure)
    return (
      <Text size="xs" c="red">
        {looked.failure.problem.detail}
      </Text>
    );
  if (!planned || !capabilities)
    return (
      <Text size="xs" c="dimmed">
        {t('existing.lookingOne')}
      </Text>
    );
  const { cost, fee, freight, after, before } = planned;
  const spent = { cost, fee, freight, tax: taxOf(after.price, planned.taxBasisPoints) };
  return (
    <>
      <AtMost of={planned}>
        <Money value={profitOf(after.price, spent)} strong />
      </AtMost>
      <PriceParts {...spent} />
      {before.price !== after.price && (
        <Text size="xs">
          <Money value={before.price} /> → <Money value={after.price} />
        </Text>
      )}
      <PromotionNote promotion={before.promotion} priceWaits={before.price !== after.price} />
    </>
  );
}
