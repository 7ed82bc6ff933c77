import { IconPlus } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import {
  type VirtualProduct,
  virtualProductFilter,
  virtualProductSorts,
} from '#contract/products/virtual-product.ts';
import { useImportAction } from '../../business/imports/import-action.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Money } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { KitQuantity } from './KitQuantity.tsx';

type ExportKey = (typeof api.virtualProducts.export.columns)[number];

/** Compositions with a name and a SKU of their own. */
export default function KitListPage() {
  const { t } = useTranslation('advertisements');
  const list = useListState({ fields: virtualProductFilter, sorts: virtualProductSorts, sort: 'name' });
  const importing = useImportAction('kits');
  const found = useApi(api.virtualProducts.list, { query: list.query });
  const columns: Column<VirtualProduct, ExportKey, SortKey<typeof virtualProductSorts>>[] = [
    { key: 'name', label: t('kits.name'), cell: (row) => row.name, sort: 'name', card: 'title' },
    { key: 'sku', label: t('page.kitSku'), cell: (row) => row.sku, sort: 'sku', width: 170 },
    {
      key: 'parts',
      file: ['component', 'units'],
      label: t('page.composition'),
      cell: (row) => row.components.map(({ quantity, offer }) => `${quantity}× ${offer.name}`).join(' + '),
      width: 360,
    },
    {
      key: 'cost',
      file: [],
      label: t('page.cost'),
      cell: (row) => <Money value={row.cost ?? null} />,
      permission: 'prices.read',
      align: 'right',
      width: 130,
    },
    {
      key: 'quantity',
      file: [],
      label: t('quantity'),
      cell: (row) => <KitQuantity kit={row} />,
      align: 'right',
      width: 120,
    },
  ];
  const create: Action = {
    key: 'create',
    label: t('kits.create'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'virtual-products.create',
    to: paths.products.createKit(),
  };
  return (
    <Page title={t('kits.title')} hint={t('kits.hint')} actions={<Actions items={[create, importing]} />}>
      <FilterBar
        list={list}
        placeholder={t('kits.search')}
        controls={[{ field: 'archived', label: t('list.archived') }]}
      />
      <DataTable
        name="kits"
        label={t('kits.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'virtualProducts.list')}
        columns={columns}
        exportFrom={api.virtualProducts.export}
        link={(row) => paths.products.kit(row.id)}
        rowName={(row) => row.name}
        empty={{ title: t('kits.empty'), hint: t('kits.emptyHint'), action: <Actions items={[create]} /> }}
      />
    </Page>
  );
}
