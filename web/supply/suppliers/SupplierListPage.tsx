import { Button } from '@mantine/core';
import { IconAdjustments, IconArchive, IconArchiveOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDocument, states } from '#contract/brazil.ts';
import { api } from '#contract/index.ts';
import { type ListedSupplier, supplierFilter, supplierSorts } from '#contract/supply/supplier.ts';
import { useAct } from '../../acts.ts';
import { useImportAction } from '../../business/imports/import-action.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Code, Instant } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';

const SupplierBulkDialog = lazyWithFallback(() => import('./SupplierBulkDialog.tsx'));

export default function SupplierListPage() {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const importing = useImportAction('vendors');
  const list = useListState({ fields: supplierFilter, sorts: supplierSorts, sort: 'name' });
  const suppliers = useApi(api.suppliers.list, { query: list.query });
  const [changing, setChanging] = useState<Chosen<ListedSupplier> | null>(null);
  const archive = useArchive();
  const create = paths.supply.createSupplier();
  return (
    <Page
      title={t('suppliers.title')}
      actions={
        <Actions
          items={[
            {
              key: 'new',
              label: t('suppliers.new'),
              icon: IconPlus,
              tone: 'primary',
              permission: 'suppliers.create',
              to: create,
            },
            importing,
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        controls={[
          {
            field: 'state',
            label: t('suppliers.state'),
            options: states.map((value) => ({ value, label: value })),
          },
          { field: 'city', label: t('suppliers.city') },
          { field: 'archived', label: t('suppliers.archived') },
        ]}
      />
      <DataTable
        name="suppliers"
        label={t('suppliers.title')}
        list={list}
        result={suppliers}
        failed={actMessage('failures', 'suppliers.list')}
        exportFrom={api.suppliers.export}
        link={(row) => paths.supply.supplier(row.id)}
        rowName={(row) => row.name}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'terms',
            label: t('suppliers.termsOfMany'),
            icon: IconAdjustments,
            permission: 'suppliers.update',
            run: () => setChanging(chosen),
          },
          {
            key: 'archive',
            label: t('suppliers.archive'),
            icon: IconArchive,
            permission: 'suppliers.update',
            secondary: true,
            confirm: {
              title: t('suppliers.archiveManySure', { count: chosen.count, total: chosen.countText }),
              message: t('suppliers.archiveHint'),
              confirm: t('suppliers.archive'),
            },
            run: () => archive(chosen, true),
          },
          {
            key: 'restore',
            label: t('suppliers.restore'),
            icon: IconArchiveOff,
            permission: 'suppliers.update',
            secondary: true,
            run: () => archive(chosen, false),
          },
        ]}
        columns={[
          {
            key: 'name',
            file: ['name', 'fantasyName'],
            label: t('suppliers.name'),
            sort: 'name',
            width: 250,
            card: 'title',
            cell: (row) => row.fantasyName || row.name,
          },
          {
            key: 'document',
            label: t('suppliers.document'),
            width: 170,
            cell: (row) => (row.document ? formatDocument(row.document) : '—'),
          },
          {
            key: 'city',
            file: ['city', 'state'],
            label: t('suppliers.city'),
            sort: 'city',
            width: 150,
            cell: (row) => [row.city, row.state].filter(Boolean).join(' / ') || '—',
          },
          {
            key: 'contact',
            file: ['contact', 'phone', 'email'],
            label: t('suppliers.contact'),
            cell: (row) => (row.contact ? <Contact {...row.contact} /> : '—'),
          },
          {
            key: 'lead',
            label: t('suppliers.lead'),
            sort: 'lead',
            align: 'right',
            width: 150,
            cell: (row) =>
              row.leadDays === null ? '—' : t('suppliers.leadDaysShort', { count: row.leadDays }),
          },
          {
            key: 'created',
            label: t('suppliers.created'),
            sort: 'created',
            width: 160,
            hidden: true,
            cell: (row) => <Instant value={row.createdAt} />,
          },
        ]}
        empty={{
          title: t('suppliers.empty'),
          hint: t('suppliers.emptyHint'),
          action: can('suppliers.create') && (
            <Button component={Link} to={create} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('suppliers.new')}
            </Button>
          ),
        }}
      />
      {changing && <SupplierBulkDialog chosen={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

/** Main contact with phone number, which is not broken at its hyphen. */
function Contact({ name, phone, email }: NonNullable<ListedSupplier['contact']>) {
  const at = phone ? <Code>{phone}</Code> : email;
  return (
    <span>
      {name}
      {name && at && ' · '}
      {at || (name ? '' : '—')}
    </span>
  );
}

function useArchive() {
  const change = useAct(api.suppliers.bulkUpdate, { success: false });
  return async (chosen: Chosen<ListedSupplier>, archived: boolean) => {
    const outcome = await change.run({ body: { ...chosen.body, change: { archived } } });
    if (outcome.ok) chosen.settle(outcome.response, actMessage('successes', 'suppliers.bulkUpdate') ?? '');
  };
}
