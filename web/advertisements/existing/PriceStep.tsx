import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconEye, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Publication } from '#contract/advertisements/publication.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { taxOf } from '#contract/money.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { AskForRates } from '../../marketplaces/AskForRates.tsx';
import { MoneyField, PercentField } from '../../ui/form/brazilian-fields.tsx';
import { FieldRow } from '../../ui/form/Form.tsx';
import { RetryLine } from '../../ui/page/RetryLine.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Money, Percent, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { AtMost, BreakdownRoom, PriceBreakdown, useLastKnown } from '../PriceBreakdown.tsx';
import { PromotionNote } from '../PromotionNote.tsx';
import { useFee } from '../publications/use-fee.ts';
import { AdHeading } from './ComposeStep.tsx';
import { bodyOf, costOfDraft, type DraftVariation, type FoundAd, isPriced } from './existing-ad.ts';

type PriceProps = {
  account: { id: number; name: string };
  ad: FoundAd;
  variations: readonly DraftVariation[];
  change: (variations: DraftVariation[]) => void;
  back: () => void;
  linked: (publication: Publication) => void;
};

type Plan = ResponseOf<typeof api.publicationsLink.plan>;

/** Step 4: margin and price of each variation, then the changes at the marketplace, and the link. */
export function PriceStep({ account, ad, variations, change, back, linked }: PriceProps) {
  const { t } = useTranslation('advertisements');
  const taken = variations.filter((one) => one.taken);
  const [looked, setLooked] = useState<{ plan: Plan; prices: string } | null>(null);
  const planning = useAct(api.publicationsLink.plan);
  const submit = useAct(api.publications.link, { onSuccess: linked });
  const body = bodyOf(account.id, ad, variations);
  // Other values typed here change nothing at the marketplace.
  const prices = JSON.stringify(taken.map(({ price }) => price));
  const plan = looked?.prices === prices ? looked.plan : null;
  const see = async () => {
    const done = await planning.run({ body });
    if (done.ok) setLooked({ plan: done.response, prices });
  };
  const update = (which: DraftVariation, changed: Partial<DraftVariation>) =>
    change(
      variations.map((one) =>
        // If all variations share one price, a typed price is the price of all.
        ad.onePrice || one.remoteVariation === which.remoteVariation
          ? { ...one, ...changed, ...(one !== which && { leads: 'price' as const }) }
          : one,
      ),
    );
  return (
    <Stack>
      <AdHeading ad={ad} />
      {ad.onePrice && taken.length > 1 && <Text size="sm">{t('existing.onePrice')}</Text>}
      {(ad.onePrice ? dearest(taken) : taken).map((variation) => (
        <PriceCard
          key={variation.remoteVariation}
          {...{ account, ad, variation }}
          change={(changed) => update(variation, changed)}
        />
      ))}
      {plan && <Changes plan={plan} />}
      <Group justify="space-between">
        <Button variant="default" onClick={back}>
          {t('existing.back')}
        </Button>
        {plan ? (
          <Button
            leftSection={<IconLink size={16} aria-hidden />}
            loading={submit.pending}
            onClick={() => void submit.run({ body })}
          >
            {t('existing.confirm')}
          </Button>
        ) : (
          <Button
            leftSection={<IconEye size={16} aria-hidden />}
            loading={planning.pending}
            disabled={!taken.every(isPriced)}
            onClick={() => void see()}
          >
            {t('existing.seeChanges')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** One price for all: the margin refers to the variation with the highest cost. */
function dearest(variations: readonly DraftVariation[]): DraftVariation[] {
  const [first] = variations.toSorted((one, other) => costOfDraft(other) - costOfDraft(one));
  return first ? [first] : [];
}

type CardProps = Pick<PriceProps, 'account' | 'ad'> & {
  variation: DraftVariation;
  change: (changed: Partial<DraftVariation>) => void;
};

function PriceCard({ account, ad, variation, change }: CardProps) {
  const { t } = useTranslation('advertisements');
  const { t: words } = useTranslation('fields');
  const cost = costOfDraft(variation);
  const { quote, margin, refused, failed } = useFee(
    {
      account,
      category: { id: ad.category },
      freeShipping: ad.freeShipping,
      ...{ type: ad.type, listing: ad.remoteItem, package: variation.package ?? ad.package },
    },
    { ...variation, cost },
    (next) => change({ price: next }),
  );
  const { price } = variation;
  const impossible = refused === 'too_big';
  const known = price !== null && !Number.isNaN(price) && quote !== undefined;
  const shown = useLastKnown(
    known && {
      ...{ price, cost, fee: quote.total, freight: quote.freight },
      tax: taxOf(price, quote.taxBasisPoints),
    },
  );
  return (
    <Paper withBorder component="section" aria-label={variation.name}>
      <Stack gap="xs">
        <Text fw={600}>{variation.name}</Text>
        <FieldRow>
          <div>
            <Text size="sm" fw={600}>
              {t('publish.cost')}
            </Text>
            <Text lh="36px">
              <Money value={cost} />
            </Text>
          </div>
          <PercentField
            label={t('publish.margin')}
            value={margin}
            onChange={(next) => change({ margin: next, leads: 'margin', price: null })}
            error={impossible ? t('publish.impossible') : refused ? words(refused) : undefined}
          />
          <MoneyField
            label={t('publish.price')}
            required
            value={price}
            onChange={(next) => change({ price: next, leads: 'price' })}
            error={price !== null && !isPriced(variation) ? words('money_invalid') : undefined}
          />
        </FieldRow>
        <BreakdownRoom>
          {failed ? (
            <RetryLine endpoint={api.marketplacesCategories.fees} {...failed} />
          ) : (
            shown && price !== null && !impossible && <PriceBreakdown {...shown} former={!known} />
          )}
        </BreakdownRoom>
        <PromotionNote promotion={variation.before.promotion} />
        {quote && quote.feeFrom !== 'marketplace' && (
          <Text size="xs" c="dimmed">
            {t(`publish.feeFrom.${quote.feeFrom}`)}
          </Text>
        )}
        {(refused === 'rates_missing' || quote?.feeFrom === 'missing') && <AskForRates account={account} />}
      </Stack>
    </Paper>
  );
}

/** Changes are shown here before anything is sent. */
function Changes({ plan }: { plan: Plan }) {
  const { t } = useTranslation('advertisements');
  return (
    <Section title={t('existing.changes')} hint={t('existing.changesHint')}>
      <StackedTable aria-label={t('existing.changes')} verticalSpacing={6} from={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('publications.variation')}</Table.Th>
            <Table.Th data-figure>{t('publications.price')}</Table.Th>
            <Table.Th data-figure>{t('existing.stockChange')}</Table.Th>
            <Table.Th data-figure>{t('publications.margin')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {plan.variations.map((one) => (
            <Table.Tr key={one.remoteVariation}>
              <Table.Td>{one.name || one.sku}</Table.Td>
              <Table.Td data-figure data-label={t('publications.price')}>
                {one.before.price === one.after.price ? (
                  <Text span inherit c="dimmed">
                    <Money value={one.after.price} /> · {t('existing.same')}
                  </Text>
                ) : (
                  <span>
                    <Money value={one.before.price} /> → <Money value={one.after.price} strong />
                  </span>
                )}
                <PromotionNote
                  promotion={one.before.promotion}
                  priceWaits={one.before.price !== one.after.price}
                />
              </Table.Td>
              <Table.Td data-figure data-label={t('existing.stockChange')}>
                <span>
                  <Quantity value={one.before.quantity} />
                  {one.before.quantity !== one.after.quantity && (
                    <>
                      {' → '}
                      <strong>
                        <Quantity value={one.after.quantity} />
                      </strong>
                    </>
                  )}
                </span>
              </Table.Td>
              <Table.Td data-figure data-label={t('publications.margin')}>
                <AtMost of={one}>
                  <Percent value={one.marginBasisPoints} />
                </AtMost>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </StackedTable>
      {plan.variations.some(({ after }) => after.quantity === 0) && (
        <Text size="sm" c="red">
          {t('existing.leavesSale')}
        </Text>
      )}
    </Section>
  );
}
