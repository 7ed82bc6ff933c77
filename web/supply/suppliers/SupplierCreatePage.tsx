import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SupplierFields } from './SupplierFields.tsx';
import { createBody, newSupplier } from './supplier-values.ts';

export default function SupplierCreatePage() {
  const { t } = useTranslation('supply');
  const go = useGo();
  const form = useForm({
    endpoint: api.suppliers.create,
    initial: newSupplier,
    send: (values) => ({ body: createBody(values) }),
    onSaved: (supplier) => go(paths.supply.supplier(supplier.id)),
  });
  return (
    <Page
      width="narrow"
      title={t('suppliers.new')}
      trail={[{ label: t('suppliers.title'), to: paths.supply.suppliers() }]}
    >
      <Form form={form}>
        <SupplierFields form={form} />
        <FormBar form={form} />
      </Form>
    </Page>
  );
}
