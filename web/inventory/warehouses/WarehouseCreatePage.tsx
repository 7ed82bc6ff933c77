import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { WarehouseFields } from './WarehouseFields.tsx';
import { newWarehouse } from './warehouse-values.ts';

export default function WarehouseCreatePage() {
  const { t } = useTranslation('inventory');
  const go = useGo();
  const form = useForm({
    endpoint: api.warehouses.create,
    initial: newWarehouse,
    send: (body) => ({ body }),
    onSaved: () => go(paths.inventory.warehouses()),
  });
  return (
    <Page
      width="narrow"
      title={t('warehouses.new')}
      trail={[{ label: t('warehouses.title'), to: paths.inventory.warehouses() }]}
    >
      <Form form={form}>
        <WarehouseFields form={form} />
        <FormBar form={form} />
      </Form>
    </Page>
  );
}
