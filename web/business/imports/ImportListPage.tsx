import { Button, Group, Text } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { type ImportRow, importFilter, importSorts } from '#contract/business/import/import.ts';
import { importStates } from '#contract/business/import/import-states.ts';
import { importKinds } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { fateBadges, importBadges } from './import-words.ts';

/** All imports from spreadsheets: person, time and result. */
export default function ImportListPage() {
  const { t } = useTranslation('business');
  const list = useListState({ fields: importFilter, sorts: importSorts, sort: '-id' });
  const imports = useApi(api.imports.list, { query: list.query });
  const { can } = useSession();
  const kinds = importKinds.filter((kind) => can(`imports.${kind}`));
  const [first] = kinds;
  return (
    <Page
      title={t('imports.title')}
      hint={t('imports.hint')}
      actions={
        <Actions
          items={[
            {
              key: 'move',
              label: t('imports.move.title'),
              icon: IconTableImport,
              permission: 'imports.create',
              to: paths.business.moveImports(),
            },
            ...kinds.map((kind) => ({
              key: kind,
              label: t(`imports.startTitles.${kind}`),
              icon: IconTableImport,
              to: paths.business.createImport(kind),
              ...(kind === first ? { tone: 'primary' as const } : { secondary: true }),
            })),
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        controls={[
          {
            field: 'kind',
            label: t('imports.kind'),
            options: importKinds.map((kind) => ({ value: kind, label: t(`imports.kinds.${kind}`) })),
          },
          {
            field: 'state',
            label: t('imports.state'),
            options: importStates.map((state) => ({ value: state, label: t(`imports.states.${state}`) })),
          },
          { field: 'created', label: t('imports.created') },
        ]}
      />
      <DataTable
        name="imports"
        label={t('imports.title')}
        list={list}
        result={imports}
        failed={actMessage('failures', 'imports.list')}
        link={(row) => paths.business.import(row.id)}
        rowName={(row) => row.file}
        columns={[
          { key: 'file', label: t('imports.file'), card: 'title', cell: (row) => row.file },
          {
            key: 'kind',
            label: t('imports.kind'),
            width: 165,
            cell: (row) => t(`imports.kinds.${row.kind}`),
          },
          {
            key: 'state',
            label: t('imports.state'),
            width: 140,
            card: 'badge',
            cell: (row) => (
              <StateBadge {...importBadges[row.state]} label={t(`imports.states.${row.state}`)} />
            ),
          },
          { key: 'result', label: t('imports.result'), width: 180, cell: (row) => <Fates row={row} /> },
          {
            key: 'person',
            label: t('imports.person'),
            width: 140,
            cell: (row) => row.key?.name ?? row.person.name,
          },
          {
            key: 'created',
            label: t('imports.created'),
            width: 148,
            cell: (row) => <Instant value={row.createdAt} />,
          },
        ]}
        empty={{
          title: t('imports.empty'),
          hint: t('imports.emptyHint'),
          action: first && (
            <Button component={Link} to={paths.business.createImport(first)}>
              {t(`imports.startTitles.${first}`)}
            </Button>
          ),
        }}
      />
    </Page>
  );
}

function Fates({ row }: { row: ImportRow }) {
  const { t } = useTranslation('business');
  const some = (['new', 'changed', 'unchanged', 'wrong'] as const).filter((fate) => row.fates[fate] > 0);
  if (some.length === 0) return '—';
  return (
    <Group gap={8} wrap="nowrap">
      {some.map((fate) => {
        const Icon = fateBadges[fate].icon;
        return (
          <Text
            key={fate}
            size="sm"
            title={t(`imports.fates.${fate}`)}
            c={fate === 'wrong' ? 'red' : undefined}
            span
          >
            {Icon && <Icon size={13} aria-label={t(`imports.fates.${fate}`)} />} {row.fates[fate]}
          </Text>
        );
      })}
    </Group>
  );
}
