import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAdjustments, IconBan, IconCheck, IconLockOpen, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { acceptModes, type Company, companyFilter, companySorts } from '#contract/business/company.ts';
import { companyActs, companyStates } from '#contract/business/company-states.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import { Money } from '../ui/page/values.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useListState } from '../ui/table/list-state.ts';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useSession } from '../use-session.ts';
import { companyBadges } from './company-badges.ts';
import { TermsDialog } from './TermsDialog.tsx';

const TermsBulkDialog = lazyWithFallback(() => import('./TermsBulkDialog.tsx'));
const FindSuppliersDrawer = lazyWithFallback(() => import('./FindSuppliersDrawer.tsx'));

/** Trade links: suppliers set the terms, sellers read them. */
export function CompaniesTable() {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  const { session } = useSession();
  const supplies = session?.business?.type === 'supply';
  const list = useListState({ fields: companyFilter, sorts: companySorts, sort: 'name' });
  const companies = useApi(api.companies.list, { query: list.query });
  const [setting, setSetting] = useState<{ company: Company; accepts: boolean } | null>(null);
  const [changing, setChanging] = useState<Chosen<Company> | null>(null);
  const [finding, setFinding] = useState(false);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="start">
        <Text c="dimmed">{t(supplies ? 'companies.sellersHint' : 'companies.suppliersHint')}</Text>
        <Actions
          items={[
            !supplies && {
              key: 'find',
              label: t('companies.find'),
              icon: IconSearch,
              permission: 'companies.create',
              tone: 'primary',
              run: () => setFinding(true),
            },
          ]}
        />
      </Group>
      <FilterBar
        list={list}
        placeholder={t('companies.search')}
        controls={[
          {
            field: 'state',
            label: t('companies.state'),
            options: companyStates.map((value) => ({ value, label: t(`companies.states.${value}`) })),
          },
          {
            field: 'accept',
            label: t('companies.accept'),
            options: acceptModes.map((value) => ({ value, label: t(`companies.acceptModes.${value}`) })),
          },
        ]}
      />
      <DataTable
        name="companies"
        label={t('companies.title')}
        list={list}
        result={companies}
        failed={actMessage('failures', 'companies.list')}
        rowName={(row) => row.business.name}
        exportFrom={api.companies.export}
        bulkEverything
        {...(supplies && {
          bulk: (chosen: Chosen<Company>) => [
            {
              key: 'terms',
              label: t('companies.termsOfMany'),
              icon: IconAdjustments,
              permission: 'companies.terms' as const,
              run: () => setChanging(chosen),
            },
          ],
        })}
        columns={[
          {
            key: 'name',
            label: t('companies.name'),
            cell: (row) => row.business.name,
            sort: 'name',
            card: 'title',
          },
          {
            key: 'state',
            label: t('companies.state'),
            cell: (row) => (
              <StateBadge {...companyBadges[row.state]} label={t(`companies.states.${row.state}`)} />
            ),
            card: 'badge',
            width: 160,
          },
          {
            key: 'accept',
            label: t('companies.accept'),
            cell: (row) => t(`companies.acceptModes.${row.acceptMode}`),
            width: 150,
          },
          {
            key: 'due',
            label: t('companies.dueDays'),
            cell: (row) => t('companies.days', { count: row.dueDays }),
            align: 'right',
            width: 100,
          },
          {
            key: 'overdue',
            label: t('companies.overdueDays'),
            cell: (row) => t('companies.days', { count: row.overdueDays }),
            align: 'right',
            width: 110,
            hidden: true,
          },
          {
            key: 'limit',
            label: t('companies.creditLimit'),
            cell: (row) =>
              row.creditLimit === null ? t('companies.noLimit') : <Money value={row.creditLimit} />,
            align: 'right',
            width: 150,
          },
          ...(supplies
            ? [
                {
                  key: 'actions',
                  file: [],
                  label: ui('table.actions'),
                  card: 'acts' as const,
                  cell: (row: Company) => (
                    <CompanyActions
                      company={row}
                      setTerms={(accepts) => setSetting({ company: row, accepts })}
                    />
                  ),
                  width: 300,
                },
              ]
            : []),
        ]}
        empty={supplies ? supplierEmpty(t) : sellerEmpty(t)}
      />
      {changing && <TermsBulkDialog chosen={changing} onClose={() => setChanging(null)} />}
      <TermsDialog
        company={setting?.company ?? null}
        accepts={setting?.accepts ?? false}
        onClose={() => setSetting(null)}
      />
      {finding && <FindSuppliersDrawer onClose={() => setFinding(false)} />}
    </Stack>
  );
}

type Words = ReturnType<typeof useTranslation<'business'>>['t'];

const supplierEmpty = (t: Words) => ({
  title: t('companies.emptySupplier'),
  hint: t('companies.emptySupplierHint'),
  action: (
    <Button component={Link} to={paths.dropshipping.items()}>
      {t('companies.offers')}
    </Button>
  ),
});

const sellerEmpty = (t: Words) => ({
  title: t('companies.emptySeller'),
  hint: t('companies.emptySellerHint'),
  action: (
    <Button component={Link} to={paths.dropshipping.catalogue()}>
      {t('companies.catalogue')}
    </Button>
  ),
});

function CompanyActions({ company, setTerms }: { company: Company; setTerms: (accepts: boolean) => void }) {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const accept = useAct(api.companies.accept);
  const block = useAct(api.companies.block);
  const unblock = useAct(api.companies.unblock);
  const { state } = company;
  const params = { id: company.id };
  const { name } = company.business;
  return (
    <Actions
      size="xs"
      items={[
        canAct(companyActs, 'accept', state) && {
          key: 'accept',
          label: t('companies.acceptSeller'),
          icon: IconCheck,
          permission: 'companies.accept',
          tone: 'primary',
          // The party that sets the terms includes them in its answer.
          run: () => (can('companies.terms') ? setTerms(true) : accept.run({ params })),
        },
        {
          key: 'terms',
          label: t('companies.terms'),
          icon: IconAdjustments,
          permission: 'companies.terms',
          run: () => setTerms(false),
        },
        canAct(companyActs, 'block', state) && {
          key: 'block',
          label: t('companies.block'),
          icon: IconBan,
          permission: 'companies.update',
          tone: 'bad',
          secondary: true,
          confirm: {
            title: t('companies.blockSure', { name }),
            message: t('companies.blockText'),
            confirm: t('companies.block'),
            tone: 'bad',
          },
          run: () => block.run({ params }),
        },
        canAct(companyActs, 'unblock', state) && {
          key: 'unblock',
          label: t('companies.unblock'),
          icon: IconLockOpen,
          permission: 'companies.update',
          run: () => unblock.run({ params }),
        },
      ]}
    />
  );
}
