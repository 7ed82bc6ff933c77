import { Box, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { PricePreview, PriceRule, Repriced } from '#contract/advertisements/repricing.ts';
import { api } from '#contract/index.ts';
import { taxOf } from '#contract/money.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { showRuns } from '../layouts/runs-asked.ts';
import { formatQuantity } from '../quantity.ts';
import { PreviewDialog } from '../ui/dialog/PreviewDialog.tsx';
import { MoneyField, PercentField } from '../ui/form/brazilian-fields.tsx';
import { flattenErrors } from '../ui/form/field-errors.ts';
import { SelectField } from '../ui/form/SelectField.tsx';
import { Money, Percent } from '../ui/page/values.tsx';
import { LeftOut } from '../ui/table/LeftOut.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import { StackedTable } from '../ui/table/StackedTable.tsx';
import { AtMost, PriceParts } from './PriceBreakdown.tsx';
import { PromotionNote } from './PromotionNote.tsx';
import { anyTime, instantsOf, WhenFields } from './WhenFields.tsx';

type Kind = PriceRule['kind'];
type How = { rule: PriceRule; ending: number | null };
/** The prices that a rule leads to: of that rule alone, also when another one has been typed meanwhile. */
type Seen = How & PricePreview;

/** Endings that buyers are used to; without one the price stays as the rule finds it. */
const endings = [90, 99, 0] as const;
type PricesDialogProps = { chosen: Chosen<ListedAdvertisement>; onClose: () => void };

function ruleOf(kind: Kind, value: number | null): PriceRule | null {
  if (value === null || Number.isNaN(value)) return null;
  if (kind === 'margin') return { kind, marginBasisPoints: value };
  if (kind === 'amount') return { kind, centavos: value };
  return kind === 'change' ? { kind, basisPoints: value } : { kind, price: value };
}

/** Changes many prices by a rule, after a preview with the fee of each new price. */
export default function PricesDialog({ chosen, onClose }: PricesDialogProps) {
  const { t } = useTranslation(['advertisements', 'ui']);
  const [kind, setKind] = useState<Kind>('margin');
  const [value, setValue] = useState<number | null>(null);
  const [looked, setLooked] = useState<Seen | null>(null);
  const preview = useAct(api.advertisements.previewPrices);
  const apply = useAct(api.advertisements.changePrices);
  const [ending, setEnding] = useState<number | null>(null);
  const [when, setWhen] = useState(anyTime);
  const plan = useAct(api.priceSchedules.create, { inline: true });
  const times = instantsOf(when);
  const isTimed = times !== null && (times.beginsAt !== null || times.endsAt !== null);
  const rule = ruleOf(kind, value);
  const isOf = (one: How) => one.ending === ending && JSON.stringify(one.rule) === JSON.stringify(rule);
  const seen = looked && isOf(looked) ? looked : null;
  const loadPreview = async () => {
    const found = rule && (await preview.run({ body: { ...chosen.body, rule, ending } }));
    if (rule && found?.ok) setLooked({ rule, ending, ...found.response });
  };
  const start = async () => {
    if (!seen || !times) return;
    const body = { ...chosen.body, rule: seen.rule, ending: seen.ending };
    const done = await (isTimed ? plan.run({ body: { ...body, ...times } }) : apply.run({ body }));
    if (!done.ok) return;
    chosen.clear();
    onClose();
    if (!isTimed) showRuns();
  };
  return (
    <PreviewDialog
      title={t('bulk.pricesTitle')}
      onClose={onClose}
      preview={{
        label: t('bulk.preview'),
        pending: preview.pending,
        possible: rule !== null,
        run: loadPreview,
      }}
      apply={
        seen && {
          label: t(isTimed ? 'schedules.planning' : 'bulk.applying', {
            count: seen.total,
            total: formatQuantity(seen.total),
          }),
          pending: apply.pending || plan.pending,
          possible: times !== null && seen.total > 0,
          run: start,
        }
      }
    >
      {!seen && <Text size="sm">{t('ui:table.selected', { rows: chosen.rowsText })}</Text>}
      <SegmentedControl
        withItemsBorders={false}
        aria-label={t('bulk.rule')}
        value={kind}
        onChange={(next) => {
          setKind(next as Kind);
          setValue(null);
        }}
        data={[
          { value: 'margin', label: t('bulk.ruleMargin') },
          { value: 'change', label: t('bulk.ruleChange') },
          { value: 'amount', label: t('bulk.ruleAmount') },
          { value: 'price', label: t('bulk.rulePrice') },
        ]}
      />
      {/* One row, so that the prices have the rest of the window. */}
      <Group align="flex-start" wrap="wrap">
        <Box w={200}>
          {kind === 'price' || kind === 'amount' ? (
            <MoneyField label={t(`bulk.${kind}`)} value={value} onChange={setValue} />
          ) : (
            <PercentField label={t(`bulk.${kind}`)} value={value} onChange={setValue} />
          )}
        </Box>
        <SelectField
          label={t('bulk.ending')}
          value={ending === null ? '' : String(ending)}
          onChange={(next) => setEnding(next ? Number(next) : null)}
          options={[
            { value: '', label: t('bulk.endingNone') },
            ...endings.map((centavos) => ({
              value: String(centavos),
              label: `,${String(centavos).padStart(2, '0')}`,
            })),
          ]}
        />
        <WhenFields
          value={when}
          onChange={setWhen}
          errors={flattenErrors(plan.failure?.fieldErrors ?? {}, {})}
        />
      </Group>
      {seen ? (
        <Preview seen={seen} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('schedules.whenHint')} {!isTimed && t('bulk.hint')}
        </Text>
      )}
    </PreviewDialog>
  );
}

function Preview({ seen }: { seen: Seen }) {
  const { t } = useTranslation('advertisements');
  return (
    <>
      <WhatChanges seen={seen} />
      {seen.items.length > 0 && (
        <Box mah={{ base: 'none', sm: 'max(16rem, calc(90dvh - 26rem))' }} style={{ overflow: 'auto' }}>
          <PreviewTable items={seen.items} />
        </Box>
      )}
      {seen.items.length < seen.total && (
        <Text size="sm" c="dimmed">
          {t('bulk.previewOf', {
            count: seen.total,
            shown: formatQuantity(seen.items.length),
            total: formatQuantity(seen.total),
          })}
        </Text>
      )}
    </>
  );
}

/** How many change, which are left out and why, and how many of the shown prices deserve a look. */
function WhatChanges({ seen: { selected, advertisements, total, leftOut, items } }: { seen: Seen }) {
  const { t } = useTranslation(['advertisements', 'errors', 'ui']);
  const figures = {
    losses: items.filter(({ after }) => after && after.marginBasisPoints < 0).length,
    belowFloor: items.filter(({ floor }) => floor !== null).length,
    unpriced: items.filter(({ after }) => after === null).length,
  };
  const amiss = (['losses', 'belowFloor', 'unpriced'] as const).filter((kind) => figures[kind] > 0);
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {t('bulk.changes', {
          count: total,
          total: formatQuantity(total),
          ads: formatQuantity(advertisements),
          selected: formatQuantity(selected),
        })}
      </Text>
      <LeftOut leftOut={leftOut} />
      {amiss.map((kind) => (
        <Text key={kind} size="sm" c="red">
          {t(`bulk.${kind}`, { count: figures[kind], total: formatQuantity(figures[kind]) })}
        </Text>
      ))}
    </Stack>
  );
}

/** What deserves a look comes first: losses and prices that stay, then those below a floor. */
const rankOf = ({ after, floor }: Repriced): number => {
  if (after === null || after.marginBasisPoints < 0) return 0;
  return floor === null ? 2 : 1;
};

function PreviewTable({ items }: { items: readonly Repriced[] }) {
  const { t } = useTranslation('advertisements');
  return (
    <StackedTable aria-label={t('bulk.pricesTitle')} from={480} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('bulk.name')}</Table.Th>
          <Table.Th>{t('bulk.account')}</Table.Th>
          <Table.Th data-figure>{t('bulk.before')}</Table.Th>
          <Table.Th data-figure>{t('bulk.after')}</Table.Th>
          <Table.Th data-figure>{t('bulk.spent')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items
          .toSorted((one, other) => rankOf(one) - rankOf(other))
          .map((row) => (
            <Table.Tr key={row.variation.id}>
              <Table.Td>
                {row.publication.name}
                {row.variation.name && ` · ${row.variation.name}`}
                {row.after && <PromotionNote promotion={row.promotion} priceWaits />}
              </Table.Td>
              <Table.Td data-label={t('bulk.account')}>{row.account.name}</Table.Td>
              <Table.Td data-label={t('bulk.before')} data-figure>
                <div>
                  <Money value={row.before.price} /> (
                  <AtMost of={row.before}>
                    <Percent value={row.before.marginBasisPoints} />
                  </AtMost>
                  )
                </div>
              </Table.Td>
              <Table.Td data-label={t('bulk.after')} data-figure>
                <After row={row} />
              </Table.Td>
              <Table.Td data-label={t('bulk.spent')} data-figure>
                {row.after && (
                  <PriceParts
                    {...{ cost: row.cost, fee: row.after.fee, freight: row.after.freight }}
                    tax={taxOf(row.after.price, row.after.taxBasisPoints)}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </StackedTable>
  );
}

function After({ row: { after, refused, floor } }: { row: Repriced }) {
  const { t } = useTranslation(['advertisements', 'errors']);
  if (!after)
    return (
      <Text c="red">{refused && refused !== 'invalid' ? t(`errors:${refused}`) : t('bulk.impossible')}</Text>
    );
  return (
    <Box c={after.marginBasisPoints < 0 ? 'red' : undefined}>
      <Money value={after.price} /> (
      <AtMost of={after}>
        <Percent value={after.marginBasisPoints} />
      </AtMost>
      ){after.marginBasisPoints < 0 && ` · ${t('bulk.loss')}`}
      {floor && (
        <Text size="xs" c="orange.9">
          {t(`bulk.floor.${floor}`)}
        </Text>
      )}
    </Box>
  );
}
