import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from '../../i18n.ts';
import { Money, Quantity } from '../../ui/page/values.tsx';
import { partValues } from '../advertisement-values.ts';
import { ComposedParts } from '../ComposedParts.tsx';
import { PromotionNote } from '../PromotionNote.tsx';
import { costOfDraft, type DraftVariation, type FoundAd, mayPrice, partsOf } from './existing-ad.ts';
import { FulfilledNotice } from './FulfilledNotice.tsx';
import { MatchBadge } from './MatchBadge.tsx';

type ComposeProps = {
  ad: FoundAd;
  variations: readonly DraftVariation[];
  change: (variations: DraftVariation[]) => void;
  back: () => void;
  next: () => void;
};

/** Step 3: the composition of each variation. */
export function ComposeStep({ ad, variations, change, back, next }: ComposeProps) {
  const { t } = useTranslation('advertisements');
  const warehouse =
    variations.flatMap(({ parts }) => parts).find(({ warehouseId }) => warehouseId !== null)?.warehouseId ??
    null;
  return (
    <Stack>
      <AdHeading ad={ad} />
      {variations.map((variation) => (
        <VariationCard
          key={variation.remoteVariation}
          variation={variation}
          several={variations.length > 1}
          warehouse={warehouse}
          change={(changed) =>
            change(
              variations.map((one) =>
                one.remoteVariation === variation.remoteVariation ? { ...one, ...changed } : one,
              ),
            )
          }
        />
      ))}
      <Group justify="space-between">
        <Button variant="default" onClick={back}>
          {t('existing.back')}
        </Button>
        <Button
          rightSection={<IconArrowRight size={16} aria-hidden />}
          disabled={!mayPrice(variations)}
          onClick={next}
        >
          {t('existing.next')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Identifies the ad. */
export function AdHeading({ ad }: { ad: FoundAd }) {
  const { t } = useTranslation('advertisements');
  return (
    <Paper role="status">
      <Title order={2}>{ad.name}</Title>
      <Text size="sm" c="dimmed">
        {ad.remoteItem} · {t('linking.price', { price: '' })}
        <Money value={ad.price} />
      </Text>
      {ad.fulfilledByMarketplace && <FulfilledNotice />}
    </Paper>
  );
}

type CardProps = {
  variation: DraftVariation;
  several: boolean;
  warehouse: number | null;
  change: (changed: Partial<DraftVariation>) => void;
};

function VariationCard({ variation, several, warehouse, change }: CardProps) {
  const { t } = useTranslation('advertisements');
  const { name, sku, gtin, before, suggestions, parts, taken } = variation;
  return (
    <Paper withBorder component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="start">
          <div>
            <Text fw={600}>{name}</Text>
            <Text size="xs" c="dimmed">
              {[sku && `SKU ${sku}`, gtin && `GTIN ${gtin}`].filter(Boolean).join(' · ')}
            </Text>
            <Text size="sm">
              <Money value={before.price} /> · {t('existing.quantityThere')}:{' '}
              <Quantity value={before.quantity} />
            </Text>
            <PromotionNote promotion={before.promotion} />
          </div>
          {several && (
            <Switch
              label={t('existing.takeVariation')}
              checked={taken}
              onChange={(event) => change({ taken: event.currentTarget.checked })}
            />
          )}
        </Group>
        {taken && (
          <>
            {suggestions.length > 0 && (
              <Group gap="xs" role="group" aria-label={t('existing.suggestion')}>
                <Text size="sm">{t('existing.suggestion')}:</Text>
                {suggestions.map((suggestion) => (
                  <Button
                    key={`${suggestion.kit?.id ?? ''} ${suggestion.parts.map(({ offer }) => offer.id).join()}`}
                    size="compact-sm"
                    variant="default"
                    maw="100%"
                    onClick={() => change({ parts: partsOf(suggestion) })}
                  >
                    {suggestion.kit?.name ?? suggestion.parts.map(({ offer }) => offer.name).join(' + ')}
                  </Button>
                ))}
                {suggestions[0] && <MatchBadge by={suggestions[0].by} />}
              </Group>
            )}
            <ComposedParts
              parts={parts}
              warehouse={warehouse}
              change={(next) => change({ parts: next })}
              onKit={(kit) => change({ parts: kit.components.map(partValues) })}
            />
            {parts.length > 0 && (
              <Text>
                {t('page.cost')}: <Money value={costOfDraft(variation)} strong />
              </Text>
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}
