import { IconCalendarStats, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type FulfillmentStockRow,
  fulfillmentStockFilter,
  fulfillmentStockSorts,
} from '#contract/advertisements/fulfillment-stock.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { formatDecimal } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant, Quantity } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';

const CoverDialog = lazyWithFallback(() => import('./CoverDialog.tsx'));

/** Units in the warehouses of marketplaces, how long they last, and how many to send. */
export default function FulfillmentListPage() {
  const { t } = useTranslation('advertisements');
  const list = useListState({ fields: fulfillmentStockFilter, sorts: fulfillmentStockSorts, sort: 'cover' });
  const found = useApi(api.fulfillmentStocks.list, { query: list.query });
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const storing = (accounts.data?.items ?? []).filter(
    ({ capabilities }) => capabilities.fulfillment !== null,
  );
  const [setting, setSetting] = useState(false);
  return (
    <Page
      title={t('fulfillment.title')}
      hint={t('fulfillment.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'cover',
              label: t('fulfillment.setCover'),
              icon: IconCalendarStats,
              permission: 'publications.update',
              refused: storing.length === 0 && t('fulfillment.noneStores'),
              run: () => setSetting(true),
            },
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        placeholder={t('fulfillment.search')}
        controls={[
          { field: 'due', label: t('fulfillment.due') },
          {
            field: 'account',
            label: t('fulfillment.account'),
            options: storing.map(({ id, name }) => ({ value: String(id), label: name })),
          },
          { field: 'unsellable', label: t('fulfillment.unsellableFilter') },
        ]}
      />
      <DataTable
        name="fulfillment-stocks"
        label={t('fulfillment.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'fulfillmentStocks.list')}
        columns={useColumns()}
        link={(row) => paths.advertisements.advertisement(row.advertisement.id)}
        rowName={(row) => row.name}
        exportFrom={api.fulfillmentStocks.export}
        empty={{
          title: t('fulfillment.empty'),
          hint: t('fulfillment.emptyHint'),
          action: (
            <Actions
              items={[
                {
                  key: 'accounts',
                  label: t('fulfillment.accounts'),
                  icon: IconPlugConnected,
                  permission: 'accounts.read',
                  to: paths.marketplaces.accounts(),
                },
              ]}
            />
          ),
        }}
      />
      {setting && <CoverDialog accounts={storing} onClose={() => setSetting(false)} />}
    </Page>
  );
}

type StockColumn = Column<
  FulfillmentStockRow,
  ExportKey<typeof api.fulfillmentStocks.export>,
  SortKey<typeof fulfillmentStockSorts>
>;

function useColumns(): StockColumn[] {
  const { t } = useTranslation('advertisements');
  return [
    {
      key: 'name',
      label: t('fulfillment.ad'),
      cell: (row) => <AdCell row={row} />,
      sort: 'name',
      card: 'title',
    },
    {
      key: 'account',
      label: t('fulfillment.account'),
      cell: (row) => (
        <div className={cells.stacked}>
          {row.account.name}
          <div className={`${cells.dim} ${cells.small}`}>{row.account.capabilities.fulfillment}</div>
        </div>
      ),
      width: 150,
    },
    {
      key: 'sellable',
      file: ['sellable', 'inTransfer', 'unsellable'],
      label: t('fulfillment.sellable'),
      cell: (row) => <UnitsCell row={row} />,
      sort: 'sellable',
      align: 'right',
      width: 150,
    },
    {
      key: 'sold',
      label: t('fulfillment.soldShort'),
      cell: (row) => <SoldCell row={row} />,
      sort: 'sold',
      align: 'right',
      width: 130,
    },
    {
      key: 'cover',
      file: ['cover', 'target'],
      label: t('fulfillment.coverShort'),
      cell: (row) => <CoverCell row={row} />,
      sort: 'cover',
      align: 'right',
      width: 110,
    },
    {
      key: 'proposed',
      label: t('fulfillment.proposed'),
      cell: (row) => <ProposedCell row={row} />,
      sort: 'proposed',
      align: 'right',
      width: 140,
    },
    {
      key: 'onShelf',
      label: t('fulfillment.onShelf'),
      cell: (row) => <ShelfCell row={row} />,
      align: 'right',
      width: 120,
    },
    { key: 'sku', label: t('fulfillment.sku'), cell: (row) => row.sku, width: 130, hidden: true },
    {
      key: 'read',
      label: t('fulfillment.read'),
      cell: (row) => <Instant value={row.readAt} />,
      width: 148,
      hidden: true,
    },
  ];
}

type RowProps = { row: FulfillmentStockRow };

function AdCell({ row }: RowProps) {
  const { t } = useTranslation('advertisements');
  return (
    <div className={cells.stacked}>
      <div className={`${cells.strong} ${cells.cut}`} title={row.name}>
        {row.name}
      </div>
      <div className={`${cells.dim} ${cells.small}`}>
        {[row.sku, row.ads > 1 && t('fulfillment.ads', { count: row.ads })].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}

function UnitsCell({ row }: RowProps) {
  const { t } = useTranslation('advertisements');
  const others = [
    row.inTransfer ? t('fulfillment.thereInTransfer', { units: row.inTransfer }) : '',
    row.unsellable ? t('fulfillment.thereUnsellable', { units: row.unsellable }) : '',
  ].filter(Boolean);
  return (
    <div className={cells.stacked}>
      <Quantity value={row.sellable} />
      {others.map((text) => (
        <div key={text} className={`${cells.dim} ${cells.small}`}>
          {text}
        </div>
      ))}
    </div>
  );
}

function SoldCell({ row }: RowProps) {
  const { t } = useTranslation('advertisements');
  return (
    <div className={cells.stacked}>
      <Quantity value={row.sold} />
      {row.sold > 0 && (
        <div className={`${cells.dim} ${cells.small}`}>
          {t('fulfillment.perDay', { units: formatDecimal(row.dailyMilli / 1000, 1) })}
        </div>
      )}
    </div>
  );
}

function CoverCell({ row }: RowProps) {
  const { t } = useTranslation('advertisements');
  if (row.coverDays === null) return <span className={cells.dim}>—</span>;
  if (row.coverDays === 0) return <span className={cells.bad}>{t('fulfillment.over')}</span>;
  return (
    <span className={row.proposed > 0 ? `${cells.whole} ${cells.bad}` : cells.whole}>
      {t('fulfillment.days', { count: row.coverDays })}
    </span>
  );
}

function ProposedCell({ row }: RowProps) {
  const { t } = useTranslation('advertisements');
  if (row.coverDays === null) return <span className={cells.dim}>{t('fulfillment.noSales')}</span>;
  if (row.proposed === 0) return <span className={cells.dim}>{t('fulfillment.enough')}</span>;
  return (
    <div className={cells.stacked}>
      <div className={cells.strong}>
        <Quantity value={row.proposed} />
      </div>
      <div className={`${cells.dim} ${cells.small}`}>
        {t('fulfillment.targetOf', { count: row.targetDays })}
      </div>
    </div>
  );
}

function ShelfCell({ row }: RowProps) {
  const { t } = useTranslation('advertisements');
  return (
    <div className={cells.stacked}>
      <Quantity value={row.onShelf} />
      {row.proposed > row.onShelf && (
        <div className={`${cells.bad} ${cells.small}`}>
          {t('fulfillment.missing', { count: row.proposed - row.onShelf })}
        </div>
      )}
    </div>
  );
}
