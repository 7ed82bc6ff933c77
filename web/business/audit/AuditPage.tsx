import { Anchor, Stack, Text } from '@mantine/core';
import type { AuditEntry } from '#contract/business/audit.ts';
import { auditActsOf, auditFilter, auditSorts } from '#contract/business/audit-names.ts';
import { api } from '#contract/index.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Instant, nothing } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { useSession } from '../../use-session.ts';
import { useAuditWords } from './audit-words.ts';
import { recordPath } from './record-path.ts';

/** The audit trail: person, act, time, address, and values before the change. */
export default function AuditPage() {
  const { t } = useTranslation('business');
  const { can } = useSession();
  const list = useListState({ fields: auditFilter, sorts: auditSorts, sort: '-at' });
  const entries = useApi(api.audit.list, { query: list.query });
  return (
    <Page title={t('audit.title')} hint={t('audit.hint')}>
      <Stack>
        <FilterBar list={list} wordless controls={useControls(list)} />
        <DataTable
          name="audit"
          label={t('audit.title')}
          list={list}
          result={entries}
          failed={actMessage('failures', 'audit.list')}
          columns={useColumns()}
          exportFrom={can('audit.export') ? api.audit.export : undefined}
          empty={{
            title: t('audit.empty'),
            hint: t('audit.emptyHint'),
            noAction: 'entries are written by the acts of all screens',
          }}
        />
      </Stack>
    </Page>
  );
}

function useControls(list: ListState) {
  const { t } = useTranslation('business');
  const { kind, act } = useAuditWords();
  const people = useApi(api.audit.people, {}).data?.items ?? [];
  const acts = auditActsOf(list.values.kind ?? []);
  return [
    {
      field: 'person',
      label: t('audit.person'),
      options: people.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      field: 'kind',
      label: t('audit.kind'),
      options: byLabel(auditFilter.kind.values.map((value) => ({ value, label: kind(value) }))),
    },
    {
      field: 'act',
      label: t('audit.act'),
      options: byLabel(acts.map((value) => ({ value, label: act(value) }))),
    },
    { field: 'at', label: t('audit.at') },
  ];
}

const byLabel = (options: { value: string; label: string }[]) =>
  options.toSorted((one, other) => one.label.localeCompare(other.label));

function useColumns(): Column<AuditEntry, ExportKey<typeof api.audit.export>, SortKey<typeof auditSorts>>[] {
  const { t } = useTranslation('business');
  const { kind, act } = useAuditWords();
  return [
    {
      key: 'at',
      label: t('audit.at'),
      cell: (row) => <Instant value={row.at} />,
      sort: 'at',
      width: 150,
      card: 'badge',
    },
    {
      key: 'person',
      file: ['person', 'key'],
      label: t('audit.person'),
      cell: (row) =>
        row.key
          ? t('audit.byKey', { key: row.key.name, person: row.person?.name ?? '' })
          : (row.person?.name ?? t('audit.nobody')),
      width: 160,
    },
    { key: 'kind', label: t('audit.kind'), cell: (row) => kind(row.kind), width: 190 },
    { key: 'act', label: t('audit.act'), cell: (row) => act(row.act, row.kind), card: 'title', width: 190 },
    { key: 'record', label: t('audit.record'), cell: (row) => <Record row={row} />, wrap: true, width: 130 },
    { key: 'changes', label: t('audit.changes'), cell: (row) => <Changes row={row} />, wrap: true },
    {
      key: 'address',
      label: t('audit.address'),
      cell: (row) => row.address ?? nothing,
      width: 130,
    },
  ];
}

/** Links to the record if it has a screen; a refused request shows its act. */
function Record({ row }: { row: AuditEntry }) {
  const { t } = useTranslation('business');
  const { kind, act } = useAuditWords();
  const { record } = row;
  if (record === null) return nothing;
  const ids = record.split(' ');
  if (ids.length > 1) return t('audit.records', { count: ids.length });
  const [entity = '', refused] = record.split('.');
  if (refused !== undefined) {
    if (kind(entity) === entity) return t('audit.tried', { act: record });
    // Only acts that change something have words of their own; all others are reads.
    const tried = act(refused, entity);
    return tried === refused
      ? t('audit.triedToSee', { kind: kind(entity) })
      : t('audit.tried', { act: `${kind(entity)} · ${tried}` });
  }
  const path = recordPath(row.kind, record);
  const text = /^\d+$/.test(record) ? `#${record}` : kind(record);
  return path ? (
    <Anchor component={Link} to={path} inherit>
      {text}
    </Anchor>
  ) : (
    text
  );
}

function Changes({ row }: { row: AuditEntry }) {
  const { t } = useTranslation('business');
  const { field, value } = useAuditWords();
  if (!row.changes) return nothing;
  return Object.entries(row.changes).map(([name, [before, after]]) => (
    <Text key={name} size="sm">
      {t('audit.changed', { field: field(name), before: value(name, before), after: value(name, after) })}
    </Text>
  ));
}
