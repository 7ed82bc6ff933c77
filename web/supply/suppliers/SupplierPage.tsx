import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Supplier } from '#contract/supply/supplier.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useHistoryAction } from '../../business/audit/history-action.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useSession } from '../../use-session.ts';
import { DocumentsSection } from './DocumentsSection.tsx';
import { OpenProblems } from './OpenProblems.tsx';
import { ScorecardSection } from './ScorecardSection.tsx';
import { SupplierFields } from './SupplierFields.tsx';
import { supplierValues, updateBody } from './supplier-values.ts';
import { VendorPrices } from './VendorPrices.tsx';

export default function SupplierPage() {
  const { t } = useTranslation('supply');
  const id = useIdParam();
  const supplier = useApi(api.suppliers.detail, { params: { id } });
  if (supplier.data) return <SupplierEditor key={id} supplier={supplier.data} />;
  return (
    <UnreadPage
      width="narrow"
      title={t('suppliers.one')}
      trail={[{ label: t('suppliers.title'), to: paths.supply.suppliers() }]}
      failed={actMessage('failures', 'suppliers.detail')}
      result={supplier}
    />
  );
}

function SupplierEditor({ supplier }: { supplier: Supplier }) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const { id } = supplier;
  const before = supplierValues(supplier);
  const form = useForm({
    endpoint: api.suppliers.update,
    initial: before,
    version: supplier.version,
    send: (values, version) => ({ params: { id }, body: updateBody(before, values), version }),
    conflict: {
      load: async () => {
        const now = await call(api.suppliers.detail, { params: { id } });
        return { values: supplierValues(now), version: now.version };
      },
    },
  });
  return (
    <Page
      width="narrow"
      title={supplier.fantasyName || supplier.name}
      trail={[{ label: t('suppliers.title'), to: paths.supply.suppliers() }]}
      actions={<SupplierActions supplier={supplier} />}
    >
      <Form form={form}>
        <fieldset
          disabled={!can('suppliers.update')}
          style={{ border: 0, padding: 0, margin: 0, display: 'contents' }}
        >
          <SupplierFields form={form} />
        </fieldset>
        {can('suppliers.update') && <FormBar form={form} />}
      </Form>
      <ScorecardSection supplierId={id} />
      <OpenProblems supplierId={id} />
      {can('prices.read') && <VendorPrices supplierId={id} />}
      {can('supplier-documents.read') && <DocumentsSection supplierId={id} />}
    </Page>
  );
}

function SupplierActions({ supplier: { id, name, archived, version } }: { supplier: Supplier }) {
  const { t } = useTranslation('supply');
  const go = useGo();
  const archive = useAct(api.suppliers.update);
  const remove = useAct(api.suppliers.remove, { onSuccess: () => go(paths.supply.suppliers()) });
  const history = useHistoryAction('suppliers', id);
  return (
    <Actions
      items={[
        {
          key: 'archive',
          label: archived ? t('suppliers.restore') : t('suppliers.archive'),
          icon: archived ? IconArchiveOff : IconArchive,
          permission: 'suppliers.update',
          ...(!archived && {
            confirm: {
              title: t('suppliers.archiveSure', { name }),
              message: t('suppliers.archiveHint'),
              confirm: t('suppliers.archive'),
            },
          }),
          run: () => archive.run({ params: { id }, body: { archived: !archived }, version }),
        },
        {
          key: 'remove',
          label: t('suppliers.remove'),
          icon: IconTrash,
          tone: 'bad',
          secondary: true,
          permission: 'suppliers.delete',
          confirm: {
            title: t('suppliers.removeSure', { name }),
            confirm: t('suppliers.remove'),
            tone: 'bad',
          },
          run: () => remove.run({ params: { id } }),
        },
        history,
      ]}
    />
  );
}
