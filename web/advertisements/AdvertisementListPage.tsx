import { IconBuildingStore, IconClock, IconLink, IconPlus, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import {
  advertisementFilter,
  advertisementSorts,
  type ListedAdvertisement,
} from '#contract/advertisements/advertisement.ts';
import { publicationStates } from '#contract/advertisements/publication-states.ts';
import { saleReasonKinds } from '#contract/advertisements/sale-reason.ts';
import { api } from '#contract/index.ts';
import { fetchToDisk } from '../acts.ts';
import { ExampleBadge } from '../business/examples/ExampleBadge.tsx';
import { useIsExample } from '../business/examples/use-examples.ts';
import { useImportAction } from '../business/imports/import-action.ts';
import { Photo } from '../dropshipping/Photo.tsx';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Quantity } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../ui/table/data-table.ts';
import { Lines } from '../ui/table/Lines.tsx';
import { useListState } from '../ui/table/list-state.ts';
import { CodesCell, MarginCell, PriceCell, QuantityCell } from './AdvertisementCells.tsx';
import { PublicationPresence } from './publications/PublicationBadge.tsx';
import { useAdvertisementActs } from './use-advertisement-acts.tsx';

const SchedulesDialog = lazyWithFallback(() => import('./SchedulesDialog.tsx'));

/** Advertisements of the business with their publications. */
export default function AdvertisementListPage() {
  const { t } = useTranslation('advertisements');
  const list = useListState({ fields: advertisementFilter, sorts: advertisementSorts, sort: '-created' });
  const found = useApi(api.advertisements.list, { query: list.query });
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const columns = useColumns();
  const acts = useAdvertisementActs();
  const importing = useImportAction('ads');
  const [listing, setListing] = useState(false);
  return (
    <Page
      title={t('list.title')}
      hint={t('list.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'create',
              label: t('list.create'),
              icon: IconPlus,
              tone: 'primary',
              permission: 'advertisements.create',
              to: paths.advertisements.create(),
            },
            {
              key: 'existing',
              label: t('existing.title'),
              icon: IconLink,
              permission: 'publications.create',
              to: paths.advertisements.addExisting(),
            },
            {
              key: 'schedules',
              label: t('schedules.title'),
              icon: IconClock,
              permission: 'publications.read',
              secondary: true,
              run: () => setListing(true),
            },
            {
              key: 'sheet',
              label: t('list.sheet'),
              icon: IconTableExport,
              permission: 'publications.read',
              secondary: true,
              run: () =>
                fetchToDisk(api.advertisementsVariations.export, {
                  query: { format: 'xlsx', ...(list.query.query && { query: list.query.query }) },
                }),
            },
            importing,
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        placeholder={t('list.search')}
        controls={[
          { field: 'published', label: t('list.published') },
          {
            field: 'account',
            label: t('list.account'),
            options: (accounts.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          },
          {
            field: 'state',
            label: t('list.state'),
            options: publicationStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            field: 'reason',
            label: t('notSelling.filter'),
            options: saleReasonKinds.map((value) => ({ value, label: t(`notSelling.kinds.${value}`) })),
          },
          { field: 'faulty', label: t('list.faulty') },
          { field: 'archived', label: t('list.archived') },
        ]}
      />
      <DataTable
        name="advertisements"
        label={t('list.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'advertisements.list')}
        columns={columns}
        link={(row) => paths.advertisements.advertisement(row.id)}
        rowName={(row) => row.product}
        bulkEverything
        bulk={acts.of}
        exportFrom={api.advertisements.export}
        empty={{
          title: t('list.empty'),
          hint: t('list.emptyHint'),
          action: (
            <Actions
              items={[
                {
                  key: 'catalogue',
                  label: t('list.catalogue'),
                  icon: IconBuildingStore,
                  tone: 'primary',
                  permission: 'dropshipping.read',
                  to: paths.dropshipping.catalogue(),
                },
              ]}
            />
          ),
        }}
      />
      {acts.dialog}
      {listing && <SchedulesDialog onClose={() => setListing(false)} />}
    </Page>
  );
}

function useColumns(): Column<
  ListedAdvertisement,
  ExportKey<typeof api.advertisements.export>,
  SortKey<typeof advertisementSorts>
>[] {
  const { t } = useTranslation('advertisements');
  return [
    {
      key: 'product',
      label: t('product'),
      cell: (row) => <ProductCell row={row} />,
      sort: 'product',
      width: 227,
      card: 'title',
    },
    { key: 'brand', label: t('brand'), cell: (row) => row.brand, sort: 'brand', width: 150, hidden: true },
    {
      key: 'price',
      sort: 'price',
      label: t('list.price'),
      cell: (row) => <PriceCell row={row} />,
      align: 'right',
      // An amount of five figures with the mark of a scheduled price, or the lowest of several.
      width: 136,
    },
    {
      key: 'margin',
      sort: 'margin',
      file: ['margin', 'marginBound'],
      label: t('list.margin'),
      cell: (row) => <MarginCell row={row} />,
      align: 'right',
      width: 102,
    },
    {
      key: 'quantity',
      label: t('quantity'),
      cell: (row) => <QuantityCell row={row} />,
      sort: 'quantity',
      align: 'right',
      width: 104,
    },
    {
      key: 'sold',
      sort: 'sold',
      label: t('list.soldShort'),
      cell: (row) => <Quantity value={row.sold} />,
      align: 'right',
      width: 114,
    },
    {
      key: 'codes',
      label: t('list.codes'),
      cell: (row) => <CodesCell row={row} />,
      width: 124,
    },
    {
      key: 'accounts',
      file: ['published', 'accounts', 'reasons'],
      label: t('list.accounts'),
      cell: (row) =>
        row.publications.length === 0 ? (
          <span className={cells.dim}>{t('list.nowhere')}</span>
        ) : (
          <Lines all={row.publications.map(({ account }) => account.name).join(', ')}>
            {row.publications.map((publication) => (
              <PublicationPresence key={publication.id} publication={publication} />
            ))}
          </Lines>
        ),
      width: 230,
    },
  ];
}

function ProductCell({ row }: { row: ListedAdvertisement }) {
  const { t } = useTranslation('advertisements');
  const example = useIsExample('advertisement', row.id);
  return (
    <span className={cells.line}>
      <Photo image={row.image} size={36} />
      <span className={`${cells.strong} ${cells.cut}`} title={row.product}>
        {row.product}
      </span>
      <ExampleBadge kind="advertisement" id={row.id} />
      {row.parts > 1 && !example && (
        <span className={`${cells.dim} ${cells.small} ${cells.whole}`}>
          {t(row.asVariations ? 'list.variations' : 'list.kit', { count: row.parts })}
        </span>
      )}
    </span>
  );
}
