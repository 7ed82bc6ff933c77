import { IconMapPin, IconPackages, IconRoute, IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Warehouse } from '#contract/inventory/warehouse.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useHistoryAction } from '../../business/audit/history-action.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { changedFields } from '../../ui/form/collection.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useSession } from '../../use-session.ts';
import { WarehouseFields } from './WarehouseFields.tsx';
import { warehouseValues } from './warehouse-values.ts';

export default function WarehousePage() {
  const { t } = useTranslation('inventory');
  const id = useIdParam();
  const warehouse = useApi(api.warehouses.detail, { params: { id } });
  if (warehouse.data) return <WarehouseEditor key={id} warehouse={warehouse.data} />;
  return (
    <UnreadPage
      width="narrow"
      title={t('warehouses.one')}
      trail={[{ label: t('warehouses.title'), to: paths.inventory.warehouses() }]}
      failed={actMessage('failures', 'warehouses.detail')}
      result={warehouse}
    />
  );
}

function WarehouseEditor({ warehouse }: { warehouse: Warehouse }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const go = useGo();
  const { id } = warehouse;
  const remove = useAct(api.warehouses.remove, { onSuccess: () => go(paths.inventory.warehouses()) });
  const initial = warehouseValues(warehouse);
  const form = useForm({
    endpoint: api.warehouses.update,
    initial,
    version: warehouse.version,
    send: (values, version) => ({ params: { id }, body: changedFields(initial, values) ?? {}, version }),
    conflict: {
      load: async () => {
        const now = await call(api.warehouses.detail, { params: { id } });
        return { values: warehouseValues(now), version: now.version };
      },
    },
  });
  const history = useHistoryAction('warehouses', id);
  return (
    <Page
      width="narrow"
      title={warehouse.name}
      trail={[{ label: t('warehouses.title'), to: paths.inventory.warehouses() }]}
      actions={
        <Actions
          items={[
            {
              key: 'positions',
              label: `${t('warehouses.positions')} (${warehouse.positions})`,
              icon: IconMapPin,
              permission: 'locations.read',
              to: paths.inventory.locations({ query: `warehouse:${id}` }),
            },
            {
              key: 'walk',
              label: t('walk.title'),
              icon: IconRoute,
              permission: 'locations.update',
              to: paths.inventory.walk(id),
            },
            {
              key: 'volumes',
              label: `${t('warehouses.volumes')} (${warehouse.volumes})`,
              icon: IconPackages,
              permission: 'volumes.read',
              to: paths.inventory.volumes({ query: `warehouse:${id}` }),
            },
            {
              key: 'remove',
              label: t('warehouses.remove'),
              icon: IconTrash,
              tone: 'bad',
              secondary: true,
              permission: 'warehouses.delete',
              confirm: {
                title: t('warehouses.removeSure', { name: warehouse.name }),
                confirm: t('warehouses.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id } }),
            },
            history,
          ]}
        />
      }
    >
      <Form form={form}>
        <fieldset
          disabled={!can('warehouses.update')}
          style={{ border: 0, padding: 0, margin: 0, display: 'contents' }}
        >
          <WarehouseFields form={form} />
        </fieldset>
        {can('warehouses.update') && <FormBar form={form} />}
      </Form>
    </Page>
  );
}
