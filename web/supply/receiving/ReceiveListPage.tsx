import { api } from '#contract/index.ts';
import { supplyRequestFilter, supplyRequestSorts } from '#contract/supply/supply-request-row.ts';
import { ongoingStates } from '#contract/supply/supply-request-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { GoTo } from '../../ui/page/GoTo.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { useRequestColumns } from '../requests/request-columns.tsx';

/** Requests on their way or received and not fully stored. */
export default function ReceiveListPage() {
  const { t } = useTranslation('supply');
  const list = useListState({ fields: supplyRequestFilter, sorts: supplyRequestSorts, sort: 'delivery' });
  const requests = useApi(api.supplyRequestsOngoing.list, { query: list.query });
  const warehouses = useWarehouseOptions();
  const columns = useRequestColumns();
  return (
    <Page title={t('receiving.title')}>
      <FilterBar
        list={list}
        controls={[
          {
            field: 'state',
            label: t('receiving.step'),
            options: ongoingStates.map((value) => ({ value, label: t(`requestState.${value}`) })),
          },
          { field: 'warehouse', label: t('requests.warehouse'), options: warehouses ?? [] },
          { field: 'late', label: t('requests.late') },
          { field: 'sku', label: t('requests.sku') },
        ]}
      />
      <DataTable
        name="receiving"
        label={t('receiving.title')}
        list={list}
        result={requests}
        failed={actMessage('failures', 'supplyRequestsOngoing.list')}
        link={(row) => paths.inventory.receive(row.id)}
        rowName={(row) => t('requests.numbered', { number: row.number })}
        columns={columns}
        empty={{
          title: t('receiving.empty'),
          hint: t('receiving.emptyHint'),
          action: (
            <GoTo place="supplyRequests" to={paths.supply.requests()} permission="supply-requests.read" />
          ),
        }}
      />
    </Page>
  );
}
