import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type PickFace, pickFaceFilter, pickFaceSorts } from '#contract/inventory/pick-face.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { nameOfGoods } from '../name-of-goods.ts';
import { useWarehouseOptions } from '../warehouse-options.ts';
import { AddPickFaceDialog, EditPickFaceDialog } from './PickFaceDialog.tsx';

/** Positions from which a product is picked, with minimum and maximum. */
export default function PickFaceListPage() {
  const { t } = useTranslation('inventory');
  const list = useListState({ fields: pickFaceFilter, sorts: pickFaceSorts, sort: 'position' });
  const faces = useApi(api.pickFaces.list, { query: list.query });
  const [edited, setEdited] = useState<PickFace | 'new' | null>(null);
  const add: Action = {
    key: 'new',
    label: t('pickFaces.new'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'locations.update',
    run: () => setEdited('new'),
  };
  const close = () => setEdited(null);
  return (
    <Page
      title={t('pickFaces.title')}
      trail={[{ label: t('refills.title'), to: paths.inventory.refills() }]}
      hint={t('pickFaces.hint')}
      actions={<Actions items={[add]} />}
    >
      <FilterBar
        list={list}
        controls={[
          { field: 'warehouse', label: t('pickFaces.warehouse'), options: useWarehouseOptions() ?? [] },
          { field: 'product', label: t('pickFaces.product') },
          { field: 'place', label: t('pickFaces.position') },
        ]}
      />
      <DataTable
        name="pick-faces"
        label={t('pickFaces.title')}
        list={list}
        result={faces}
        failed={actMessage('failures', 'pickFaces.list')}
        columns={useColumns(setEdited)}
        rowName={(row) => `${row.position.name} ${row.sku}`}
        empty={{
          title: t('pickFaces.empty'),
          hint: t('pickFaces.emptyHint'),
          action: <Actions items={[add]} />,
        }}
      />
      {edited === 'new' && <AddPickFaceDialog close={close} />}
      {edited && edited !== 'new' && <EditPickFaceDialog face={edited} close={close} />}
    </Page>
  );
}

function useColumns(
  edit: (face: PickFace) => void,
): Column<PickFace, string, SortKey<typeof pickFaceSorts>>[] {
  const { t } = useTranslation(['inventory', 'ui']);
  const remove = useAct(api.pickFaces.remove);
  return [
    {
      key: 'position',
      label: t('pickFaces.position'),
      cell: (row) => row.position.name,
      sort: 'position',
      width: 120,
      card: 'badge',
    },
    {
      key: 'product',
      label: t('pickFaces.product'),
      cell: (row) => nameOfGoods(row),
      sort: 'product',
      card: 'title',
    },
    { key: 'sku', label: t('pickFaces.sku'), cell: (row) => row.sku, width: 120 },
    { key: 'warehouse', label: t('pickFaces.warehouse'), cell: (row) => row.warehouse.name, width: 150 },
    {
      key: 'units',
      label: t('pickFaces.units'),
      cell: (row) => <Quantity value={row.units} />,
      align: 'right',
      width: 110,
    },
    {
      key: 'minimum',
      label: t('pickFaces.minimum'),
      cell: (row) => <Quantity value={row.minimum} />,
      align: 'right',
      width: 90,
    },
    {
      key: 'maximum',
      label: t('pickFaces.maximum'),
      cell: (row) => <Quantity value={row.maximum} />,
      align: 'right',
      width: 90,
    },
    {
      key: 'actions',
      label: t('ui:table.actions'),
      card: 'acts',
      width: 80,
      align: 'right',
      cell: (row) => (
        <Actions
          size="xs"
          items={[
            {
              key: 'edit',
              label: t('pickFaces.edit'),
              icon: IconPencil,
              secondary: true,
              permission: 'locations.update',
              run: () => edit(row),
            },
            {
              key: 'remove',
              label: t('pickFaces.remove'),
              icon: IconTrash,
              tone: 'bad',
              secondary: true,
              permission: 'locations.update',
              confirm: {
                title: t('pickFaces.removeSure', { product: nameOfGoods(row), position: row.position.name }),
                message: t('pickFaces.removeText'),
                confirm: t('pickFaces.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id: row.id } }),
            },
          ]}
        />
      ),
    },
  ];
}
