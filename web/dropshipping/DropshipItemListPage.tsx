import { Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { dropshipItemFilter, dropshipItemSorts, type Offer } from '#contract/dropshipping/dropship-item.ts';
import { api } from '#contract/index.ts';
import { marginBeforeTax } from '#contract/money.ts';
import { useAct } from '../acts.ts';
import { useImportAction } from '../business/imports/import-action.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { WhyQuantity } from '../inventory/WhyQuantity.tsx';
import { useWarehouseOptions } from '../inventory/warehouse-options.ts';
import { paths } from '../paths.ts';
import { writeMoney } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import type { Action } from '../ui/actions/action.ts';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Page } from '../ui/page/Page.tsx';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import { Instant, Money, nothing, Percent, Quantity } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../ui/table/data-table.ts';
import { useListState } from '../ui/table/list-state.ts';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useCanSeeQuantities } from '../use-can-see-quantities.ts';
import { useSession } from '../use-session.ts';
import { PhotoName } from './Photo.tsx';

const OfferBulkDialog = lazyWithFallback(() => import('./OfferBulkDialog.tsx'));

export default function DropshipItemListPage() {
  const { t } = useTranslation('dropshipping');
  const list = useListState({ fields: dropshipItemFilter, sorts: dropshipItemSorts, sort: '-created' });
  const offers = useApi(api.dropshipItems.list, { query: list.query });
  const told = useCanSeeQuantities();
  const importing = useImportAction('offers');
  const importingPrices = useImportAction('prices');
  const switchOffers = useSwitchOffers();
  const [changing, setChanging] = useState<Chosen<Offer> | null>(null);
  const isOwn = useIsOwn();
  const create: Action = {
    key: 'new',
    label: t('offers.new'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'dropship-items.create',
    to: paths.dropshipping.createItem(),
  };
  return (
    <Page title={t('offers.title')} actions={<Actions items={[create, importing, importingPrices]} />}>
      <FilterBar
        list={list}
        controls={[
          { field: 'active', label: t('offers.active') },
          { field: 'warehouse', label: t('offers.warehouse'), options: useWarehouseOptions() ?? [] },
          ...(told ? [{ field: 'available' as const, label: t('offers.available') }] : []),
          { field: 'linked', label: t('offers.linkedOnly') },
        ]}
      />
      <DataTable
        name="offers"
        label={t('offers.title')}
        list={list}
        result={offers}
        failed={actMessage('failures', 'dropshipItems.list')}
        columns={useOfferColumns()}
        link={(row) => paths.dropshipping.item(row.id)}
        rowName={(row) => row.name}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'activate',
            label: t('offers.activate'),
            permission: 'dropship-items.update',
            run: () => switchOffers(chosen, true),
          },
          {
            key: 'deactivate',
            label: t('offers.deactivate'),
            permission: 'dropship-items.update',
            run: () => switchOffers(chosen, false),
          },
          {
            key: 'change',
            label: t(isOwn ? 'offers.changeOwn' : 'offers.change'),
            icon: IconPencil,
            permission: 'dropship-items.update',
            run: () => setChanging(chosen),
          },
        ]}
        exportFrom={api.dropshipItems.export}
        empty={{
          title: t('offers.empty'),
          hint: t('offers.emptyHint'),
          action: <Actions items={[create]} />,
        }}
      />
      {changing && <OfferBulkDialog chosen={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

const useIsOwn = () => useSession().session?.business?.type === 'sales';

function useSwitchOffers() {
  const change = useAct(api.dropshipItems.bulkUpdate, { success: false });
  return async (chosen: Chosen<Offer>, active: boolean) => {
    const outcome = await change.run({ body: { ...chosen.body, change: { active } } });
    if (!outcome.ok) return;
    const { switched: ids } = outcome.response;
    const undo = async () => {
      const back = await change.run({ body: { ids, change: { active: !active } } });
      return back.ok ? back.response : null;
    };
    const message = actMessage('successes', 'dropshipItems.bulkUpdate') ?? '';
    chosen.settle(outcome.response, message, ids.length > 0 ? undo : undefined);
  };
}

type OfferColumn = Column<
  Offer,
  ExportKey<typeof api.dropshipItems.export>,
  SortKey<typeof dropshipItemSorts>
>;

function useOfferColumns(): OfferColumn[] {
  const { t } = useTranslation('dropshipping');
  const told = useCanSeeQuantities();
  // The price of own goods is their cost, so one column is enough.
  const isOwn = useIsOwn();
  const price: OfferColumn = {
    key: 'price',
    label: t('offers.price'),
    sort: 'price',
    align: 'right',
    width: 100,
    permission: 'prices.read',
    cell: (row) => <Money value={row.price} strong />,
  };
  const margin: OfferColumn = {
    key: 'margin',
    file: ['price', 'cost'],
    label: t('offers.marginShare'),
    align: 'right',
    width: 90,
    permission: 'prices.read',
    cell: (row) => <OfferMargin offer={row} />,
  };
  return [
    {
      key: 'name',
      label: t('offers.name'),
      sort: 'name',
      width: 245,
      card: 'title',
      cell: (row) => <PhotoName image={row.image} name={row.name} />,
    },
    {
      key: 'active',
      label: t('offers.active'),
      card: 'badge',
      width: 105,
      cell: (row) => <OfferBadge active={row.active} />,
    },
    { key: 'sku', label: t('offers.sku'), cell: (row) => row.sku, width: 100 },
    { key: 'warehouse', label: t('offers.warehouse'), cell: (row) => row.warehouse.name, width: 125 },
    {
      key: 'available',
      label: t('offers.available'),
      ...(told && { sort: 'available' }),
      align: 'right',
      width: 110,
      cell: (row) => (
        <Text span inherit fw={600} c={row.available === 0 ? 'red' : undefined}>
          <WhyQuantity of={{ stock: row.stockId }} value={row.available} name={row.name} />
        </Text>
      ),
    },
    {
      key: 'cap',
      label: t('offers.cap'),
      sort: 'cap',
      align: 'right',
      width: 170,
      hidden: true,
      cell: (row) => <Quantity value={row.quantityCap} />,
    },
    ...(isOwn ? [] : [price]),
    {
      key: 'cost',
      label: t('offers.costColumn'),
      align: 'right',
      width: 110,
      permission: 'prices.read',
      cell: (row) => <Money value={row.cost} />,
    },
    ...(isOwn ? [] : [margin]),
    {
      key: 'publications',
      label: t('offers.publications'),
      align: 'right',
      width: 110,
      cell: (row) => <Quantity value={row.publications} />,
    },
    {
      key: 'who',
      label: t('offers.who'),
      width: 170,
      hidden: true,
      cell: (row) => t(row.linkedOnly ? 'offers.linkedOnly' : 'offers.open'),
    },
    {
      key: 'updated',
      label: t('offers.updated'),
      sort: 'updated',
      width: 150,
      hidden: true,
      cell: (row) => <Instant value={row.updatedAt} />,
    },
  ];
}

const noFee = { basisPoints: 0, fixed: 0, freight: 0 };

/** What the supplier keeps of the price, with the amount on a pointer. */
function OfferMargin({ offer: { price, cost } }: { offer: Offer }) {
  if (price === undefined || cost === undefined || cost === null) return nothing;
  const share = marginBeforeTax(price, cost, noFee);
  return (
    <span className={share < 0 ? cells.bad : undefined} title={writeMoney(price - cost)}>
      <Percent value={share} />
    </span>
  );
}

export function OfferBadge({ active }: { active: boolean }) {
  const { t } = useTranslation('dropshipping');
  return (
    <StateBadge
      tone={active ? 'good' : 'neutral'}
      icon={active ? IconCircleCheck : IconCircleX}
      label={t(active ? 'offers.on' : 'offers.off')}
    />
  );
}
