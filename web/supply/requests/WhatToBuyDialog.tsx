import { Button, Checkbox, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import type { WhatToBuy } from '#contract/supply/purchasing.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { nameOf } from './request-values.ts';

type Choice = { chosen: boolean; quantity: number | null; supplier: Reference | null; price: number | null };

/**
 * Products that run out before a new delivery could arrive; quantities can be changed and all are ordered at once.
 */
export default function WhatToBuyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const warehouses = useWarehouseOptions();
  const [picked, setPicked] = useState<string | null>(null);
  const warehouse = picked ?? warehouses?.[0]?.value ?? null;
  const found = useApi(
    api.purchasing.whatToBuy,
    { query: { warehouse: warehouse ?? '' } },
    { enabled: warehouse !== null },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="90%"
      title={t('buy.title')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('buy.hint')}
        </Text>
        <SelectField
          value={warehouse}
          onChange={setPicked}
          label={t('buy.warehouse')}
          options={warehouses ?? []}
        />
        {warehouses?.length === 0 && <Text>{t('buy.noWarehouse')}</Text>}
        {found.error && !found.data && (
          <ErrorState
            failure={found.error}
            title={actMessage('failures', 'purchasing.whatToBuy')}
            retry={() => void found.refetch()}
          />
        )}
        {found.data?.items.length === 0 && <EmptyState title={t('buy.empty')} hint={t('buy.emptyHint')} />}
        {found.data && found.data.items.length > 0 && (
          <Proposals
            key={warehouse}
            rows={found.data.items}
            warehouseId={Number(warehouse)}
            onBought={onClose}
          />
        )}
      </Stack>
    </Modal>
  );
}

type CompleteChoice = Choice & { quantity: number; supplier: Reference; price: number };

/** An order needs supplier, quantity and price. */
const isComplete = (choice: Choice): choice is CompleteChoice =>
  choice.chosen && choice.supplier !== null && (choice.quantity ?? 0) >= 1 && (choice.price ?? 0) > 0;

type ProposalsProps = { rows: readonly WhatToBuy[]; warehouseId: number; onBought: () => void };

function Proposals({ rows, warehouseId, onBought }: ProposalsProps) {
  const { t } = useTranslation('supply');
  const buy = useAct(api.purchasing.buy, { onSuccess: onBought });
  const [choices, setChoices] = useState<Record<number, Choice>>(() =>
    Object.fromEntries(
      rows.map((row) => [
        row.variation.id,
        {
          chosen: row.supplier !== null && row.priceCentavos !== null,
          quantity: row.proposed,
          supplier: row.supplier,
          price: row.priceCentavos ?? null,
        },
      ]),
    ),
  );
  const change = (id: number, next: Partial<Choice>) =>
    setChoices((all) => {
      const former = all[id];
      return former ? { ...all, [id]: { ...former, ...next } } : all;
    });
  const items = rows.flatMap((row) => {
    const choice = choices[row.variation.id];
    if (!choice || !isComplete(choice)) return [];
    return [
      {
        supplierId: choice.supplier.id,
        variationId: row.variation.id,
        quantity: choice.quantity,
        quantityPerVolume: row.quantityPerVolume,
        priceCentavos: choice.price,
      },
    ];
  });
  const unready = rows.filter((row) => {
    const choice = choices[row.variation.id];
    return choice?.chosen && !isComplete(choice);
  }).length;
  return (
    <>
      <StackedTable aria-label={t('buy.title')} from={1000}>
        <ProposalHead />
        <Table.Tbody>
          {rows.map((row) => {
            const choice = choices[row.variation.id];
            return (
              choice && (
                <ProposalRow
                  key={row.variation.id}
                  row={row}
                  choice={choice}
                  change={(next) => change(row.variation.id, next)}
                />
              )
            );
          })}
        </Table.Tbody>
      </StackedTable>
      <VendorTotals rows={rows} choices={choices} />
      <Group justify="flex-end">
        {unready > 0 && (
          <Text size="sm" c="var(--easy-attention-text)">
            {t('buy.incomplete', { count: unready })}
          </Text>
        )}
        <Button
          loading={buy.pending}
          disabled={items.length === 0}
          onClick={() => void buy.run({ body: { warehouseId, items } })}
        >
          {t('buy.submit', { count: items.length })}
        </Button>
      </Group>
    </>
  );
}

function ProposalHead() {
  const { t } = useTranslation('supply');
  const figures = ['sold', 'stocked', 'free', 'inbound', 'waiting', 'cover'] as const;
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('buy.product')}</Table.Th>
        {figures.map((figure) => (
          <Table.Th key={figure} data-figure>
            {t(`buy.${figure}`)}
          </Table.Th>
        ))}
        <Table.Th>{t('buy.supplier')}</Table.Th>
        <Table.Th>{t('buy.price')}</Table.Th>
        <Table.Th>{t('buy.proposed')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

/** Total by supplier, and what is missing to its minimum order. */
function VendorTotals({ rows, choices }: { rows: readonly WhatToBuy[]; choices: Record<number, Choice> }) {
  const { t } = useTranslation('supply');
  const complete = Object.values(choices).filter(isComplete);
  const names = new Map(complete.map(({ supplier }) => [supplier.id, supplier.name]));
  return [...names].map(([id, name]) => {
    const own = complete.filter(({ supplier }) => supplier.id === id);
    const total = sumMoney(own.map(({ price, quantity }) => multiplyMoney(price, quantity)));
    const minimum = rows.find((row) => row.supplier?.id === id)?.minimumOrderCentavos ?? 0;
    return (
      <Text key={id} size="sm" c={total < minimum ? 'var(--easy-attention-text)' : undefined}>
        {t('buy.vendorTotal', { name, total: writeMoney(total) })}
        {total < minimum &&
          ` ${t('buy.belowMinimum', { minimum: writeMoney(minimum), missing: writeMoney(minimum - total) })}`}
      </Text>
    );
  });
}

/** Lead time, minimum order and payment terms of the supplier, if known. */
function Terms({ row }: { row: WhatToBuy }) {
  const { t } = useTranslation('supply');
  const { leadDays, minimumOrderCentavos: minimum, paymentTerms } = row;
  const terms = [
    leadDays > 0 && t('buy.leadDays', { count: leadDays }),
    minimum && t('buy.minimum', { amount: writeMoney(minimum) }),
    paymentTerms,
  ];
  return (
    <Text size="xs" c="dimmed">
      {terms.filter(Boolean).join(' · ')}
    </Text>
  );
}

type ProposalRowProps = { row: WhatToBuy; choice: Choice; change: (next: Partial<Choice>) => void };

function ProposalRow({ row, choice, change }: ProposalRowProps) {
  const { t } = useTranslation('supply');
  const days = (count: number | null) => (count === null ? '—' : t('buy.coverDays', { count }));
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          label={nameOf(row)}
          description={row.sku}
          aria-label={t('buy.chooseRow', { name: nameOf(row) })}
          checked={choice.chosen}
          onChange={(event) => change({ chosen: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td data-label={t('buy.sold')} data-figure>
        <Quantity value={row.sold30} /> / <Quantity value={row.sold90} />
      </Table.Td>
      <Table.Td data-label={t('buy.stocked')} data-figure>
        <Quantity value={row.stocked30} /> / <Quantity value={row.stocked90} />
      </Table.Td>
      <Table.Td data-label={t('buy.free')} data-figure>
        <Quantity value={Math.max(0, row.onHand - row.promised)} />
      </Table.Td>
      <Table.Td data-label={t('buy.inbound')} data-figure>
        <Quantity value={row.inbound} />
      </Table.Td>
      <Table.Td data-label={t('buy.waiting')} data-figure>
        <Quantity value={row.waiting} />
      </Table.Td>
      <Table.Td data-label={t('buy.cover')} data-figure>
        {days(row.coverDays)}
      </Table.Td>
      <Table.Td data-label={t('buy.supplier')}>
        <AsyncSelect
          value={choice.supplier}
          onChange={(supplier) => change({ supplier, chosen: supplier !== null })}
          endpoint={api.suppliers.list}
          option={(item) => ({ id: item.id, name: item.fantasyName || item.name })}
          aria-label={t('buy.choose')}
          placeholder={t('buy.choose')}
        />
        {choice.supplier !== null && choice.supplier.id === row.supplier?.id && <Terms row={row} />}
      </Table.Td>
      <Table.Td data-label={t('buy.price')}>
        <MoneyField
          value={choice.price}
          onChange={(price) => change({ price })}
          aria-label={t('buy.priceOf', { name: nameOf(row) })}
          placeholder={t('buy.priceAsked')}
        />
      </Table.Td>
      <Table.Td data-label={t('buy.proposed')}>
        <NumberField
          value={choice.quantity}
          onChange={(quantity) => change({ quantity })}
          step={row.quantityPerVolume}
          aria-label={t('buy.proposed')}
        />
      </Table.Td>
    </Table.Tr>
  );
}
