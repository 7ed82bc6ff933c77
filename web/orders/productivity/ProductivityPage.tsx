import { Stack } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import {
  type ProductivityGroup,
  type ProductivityRow,
  productivityFilter,
  productivityGroups,
  productivitySorts,
  type WorkKind,
  workKinds,
} from '#contract/orders/productivity.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { formatDecimal } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import type { FilterControl } from '../../ui/filter/filter-control.ts';
import { StatusTabs } from '../../ui/filter/StatusTabs.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { nothing, Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, ExportKey, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { useDensity } from '../../ui/table/use-density.ts';
import { useSession } from '../../use-session.ts';
import { WorkSums } from './WorkSums.tsx';
import { formatHours } from './work-hours.ts';

type WorkColumn = Column<
  ProductivityRow,
  ExportKey<typeof api.productivity.export>,
  SortKey<typeof productivitySorts>
>;

const sortBy = { person: '-seconds', day: '-id', kind: 'id' } as const;

/** Work at goods, added up by person, day or kind; without the right for others, the own work. */
export default function ProductivityPage() {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const seesPeople = can('productivity.people');
  const usual: ProductivityGroup = seesPeople ? 'person' : 'day';
  const groupOf = (values: Readonly<Record<string, readonly string[]>>) =>
    productivityGroups.find((group) => group === values.by?.[0]) ?? usual;
  const list = useListState({
    fields: productivityFilter,
    sorts: productivitySorts,
    sort: (values) => sortBy[groupOf(values)],
  });
  const by = groupOf(list.values);
  const rows = useApi(api.productivity.list, { query: list.query });
  const controls = useControls(seesPeople);
  const nameOf = useNameOf(by);
  const columns = useColumns(nameOf, by);
  const groups = productivityGroups.filter((group) => seesPeople || group !== 'person');
  // Compact rows begin at the top of the window; the sums are those of comfortable ones.
  const isCompact = useDensity()[0] === 'compact';
  return (
    <Page
      title={t('productivity.title')}
      hint={isCompact ? undefined : t(seesPeople ? 'productivity.hint' : 'productivity.own')}
    >
      <Stack gap="sm">
        <StatusTabs
          label={t('productivity.by')}
          tabs={groups.map((key) => ({ key, label: t(`productivity.groups.${key}`) }))}
          links={[]}
          chosen={by}
          onChoose={(key) => list.setField('by', key === usual ? [] : [key])}
        />
        <FilterBar list={list} controls={controls} shown={['by']} />
        {!isCompact && <WorkSums query={list.query.query} by={by} nameOf={nameOf} />}
        <DataTable
          name="productivity"
          label={t('productivity.title')}
          list={list}
          result={rows}
          failed={actMessage('failures', 'productivity.list')}
          columns={columns}
          link={(row) => placeOf(by, row, list.query.query)}
          rowName={nameOf}
          exportFrom={api.productivity.export}
          empty={{
            title: t('productivity.empty'),
            hint: t('productivity.emptyHint'),
            noAction: 'the sums are those of scans, which come by themselves',
          }}
        />
      </Stack>
    </Page>
  );
}

/** A person leads to their days, a day to the people who worked on it, a kind to its days; other fields stay. */
function placeOf(by: ProductivityGroup, { id, name }: ProductivityRow, query = ''): Href {
  const kept = (field: string) =>
    query
      .split(' ')
      .filter((term) => term !== '' && !term.startsWith('by:') && !term.startsWith(`${field}:`))
      .join(' ');
  const to = (next: string, field: string, value: string | number) =>
    paths.orders.productivity({ query: `by:${next} ${field}:${value} ${kept(field)}`.trim() });
  if (by === 'person') return to('day', 'person', id);
  if (by === 'day') return to('kind', 'worked', name);
  return to('day', 'kind', name);
}

const isKind = (name: string): name is WorkKind => workKinds.some((kind) => kind === name);

function useNameOf(by: ProductivityGroup) {
  const { t } = useTranslation('orders');
  return ({ name }: Pick<ProductivityRow, 'name'>): string => {
    if (by === 'day') return formatDay(name);
    if (by === 'kind') return isKind(name) ? t(`productivity.kinds.${name}`) : name;
    return name === '' ? t('productivity.left') : name;
  };
}

function useControls(seesPeople: boolean): FilterControl[] {
  const { t } = useTranslation('orders');
  const people = useApi(
    api.productivity.list,
    { query: { query: 'by:person', sort: 'name', size: '100' } },
    { enabled: seesPeople },
  );
  const person: FilterControl = {
    field: 'person',
    label: t('productivity.person'),
    options: (people.data?.items ?? []).map(({ id, name }) => ({
      value: String(id),
      label: name || t('productivity.left'),
    })),
  };
  return [
    { field: 'worked', label: t('productivity.worked') },
    {
      field: 'kind',
      label: t('productivity.kind'),
      options: workKinds.map((kind) => ({ value: kind, label: t(`productivity.kinds.${kind}`) })),
    },
    ...(seesPeople ? [person] : []),
  ];
}

const rate = (value: number | null) => (value === null ? nothing : formatDecimal(value, 1, 1));
const figure = (value: number) => (value === 0 ? nothing : <Quantity value={value} />);

function useColumns(nameOf: (row: ProductivityRow) => string, by: ProductivityGroup): WorkColumn[] {
  const { t } = useTranslation('orders');
  const number = <K extends 'lines' | 'units' | 'parcels' | 'errors'>(key: K, width: number) => ({
    ...{ key, label: t(`productivity.${key}`), cell: (row: ProductivityRow) => figure(row[key]) },
    ...{ sort: key, align: 'right' as const, width },
  });
  const perHour = <K extends 'linesPerHour' | 'unitsPerHour' | 'parcelsPerHour'>(key: K) => ({
    ...{ key, label: t(`productivity.${key}`), cell: (row: ProductivityRow) => rate(row[key]) },
    ...{ sort: key, align: 'right' as const, width: 116 },
  });
  return [
    {
      key: 'name',
      label: t(`productivity.groups.${by}`),
      cell: nameOf,
      sort: by === 'person' ? 'name' : 'id',
      card: 'title',
    },
    number('lines', 92),
    number('units', 104),
    number('parcels', 96),
    {
      key: 'hours',
      label: t('productivity.hours'),
      cell: ({ seconds }) => formatHours(seconds),
      ...{ sort: 'seconds', align: 'right', width: 96 },
    },
    perHour('linesPerHour'),
    perHour('unitsPerHour'),
    perHour('parcelsPerHour'),
    number('errors', 84),
  ];
}
