import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconLayoutGrid, IconSearch, IconTable } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type CatalogueOffer, catalogueFilter, catalogueSorts } from '#contract/dropshipping/catalogue.ts';
import { api } from '#contract/index.ts';
import { actMessage, loadNamespace, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import classes from './Catalogue.module.css';
import { CatalogueCards } from './CatalogueCards.tsx';
import { useCatalogueColumns } from './catalogue-columns.tsx';
import { compositionLabel, KitBar, kitRefusal } from './KitBar.tsx';

const CatalogueDrawer = lazyWithFallback(() => import('./CatalogueDrawer.tsx'));
const FindSuppliersDrawer = lazyWithFallback(async () => {
  await loadNamespace('business');
  return import('../../business/FindSuppliersDrawer.tsx');
});

function usePublish() {
  const { history } = useRouter();
  return useCallback(
    (ids: readonly number[]) => history.push(paths.advertisements.create({ offer: ids.join(',') })),
    [history],
  );
}

function useOpenOffer() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const go = useGo();
  // Kept while the address is the same, so that the cards are not rendered again.
  const { offer: _, ...rest } = search;
  const kept = JSON.stringify(rest);
  const pathOf = useCallback(
    (offer: number | undefined) => paths.dropshipping.catalogue({ ...JSON.parse(kept), offer }),
    [kept],
  );
  return { id: Number(search.offer) || null, pathOf, close: () => go(pathOf(undefined)) };
}

const sorts = ['-newest', 'price', '-price', '-available', 'name'] as const;
const sortLabels = {
  '-newest': 'catalogue.sortNewest',
  price: 'catalogue.sortPriceUp',
  '-price': 'catalogue.sortPriceDown',
  '-available': 'catalogue.sortAvailable',
  name: 'catalogue.sortName',
} as const;

/** Offers of suppliers to this seller: cards with photos to choose from, or a table to compare. */
export default function CataloguePage() {
  const { t } = useTranslation('dropshipping');
  const go = useGo();
  const { show }: { show?: string } = useSearch({ strict: false });
  const [chosenView, setView] = useLocalStorage<'cards' | 'table'>({
    key: 'easy.catalogue.view',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
  });
  const view = show === 'table' ? 'table' : chosenView;
  const [chosen, setChosen] = useState<readonly CatalogueOffer[]>([]);
  const [finding, setFinding] = useState(false);
  const list = useListState({ fields: catalogueFilter, sorts: catalogueSorts, sort: '-newest' });
  const offers = useApi(api.dropshipping.list, { query: list.query }, { enabled: view === 'table' });
  const products = useApi(api.dropshipping.products, { query: list.query }, { enabled: view === 'cards' });
  const suppliers = useApi(api.dropshipping.suppliers, { query: { size: '100' } });
  const opened = useOpenOffer();
  const publish = usePublish();
  const inStock = list.values.available?.[0] === '1..';
  const choose = useCallback(
    (some: readonly CatalogueOffer[], isChosen: boolean) =>
      setChosen((now) => {
        const others = now.filter((one) => !some.some(({ id }) => id === one.id));
        return isChosen ? [...others, ...some] : others;
      }),
    [],
  );
  const columns = useCatalogueColumns((id) => publish([id]));
  const find = (
    <Actions
      items={[
        {
          key: 'find',
          label: t('catalogue.findSuppliers'),
          icon: IconSearch,
          permission: 'companies.create',
          run: () => setFinding(true),
        },
      ]}
    />
  );
  const empty = { title: t('catalogue.empty'), hint: t('catalogue.emptyHint'), action: find };
  const shared = { list, failed: actMessage('failures', 'dropshipping.list'), empty };
  const arrangement = (
    <div className={classes.view}>
      <Select
        aria-label={t('catalogue.sort')}
        data={sorts.map((value) => ({ value, label: t(sortLabels[value]) }))}
        value={list.sort}
        allowDeselect={false}
        onChange={(value) => value && list.setSort(value)}
        className={classes.sort}
      />
      <SegmentedControl
        aria-label={t('catalogue.view')}
        value={view}
        onChange={(value) => {
          setView(value === 'table' ? 'table' : 'cards');
          if (show) go(paths.dropshipping.catalogue({ query: list.kept.query }));
        }}
        data={[
          { value: 'cards', label: <IconLayoutGrid size={18} aria-label={t('catalogue.cards')} /> },
          { value: 'table', label: <IconTable size={18} aria-label={t('catalogue.table')} /> },
        ]}
      />
      {find}
    </div>
  );
  return (
    <Page title={t('catalogue.title')} actions={arrangement}>
      <div className={classes.tools}>
        <FilterBar
          list={list}
          placeholder={t('catalogue.search')}
          shown={['available']}
          controls={[
            {
              field: 'supplier',
              label: t('catalogue.supplier'),
              options: (suppliers.data?.items ?? []).map(({ id, name }) => ({
                value: String(id),
                label: name,
              })),
            },
            { field: 'category', label: t('catalogue.category') },
            { field: 'brand', label: t('catalogue.brand') },
            { field: 'price', label: t('catalogue.price') },
            { field: 'advertised', label: t('catalogue.advertised') },
          ]}
        />
        <Switch
          label={t('catalogue.inStock')}
          checked={inStock}
          onChange={(event) => list.setField('available', event.currentTarget.checked ? ['1..'] : [])}
        />
      </div>
      {view === 'cards' ? (
        <CatalogueCards
          {...shared}
          result={products}
          chosen={chosen}
          choose={choose}
          pathOf={opened.pathOf}
          publish={publish}
        />
      ) : (
        <DataTable
          name="catalogue"
          {...shared}
          result={offers}
          label={t('catalogue.title')}
          columns={columns}
          link={(row) => opened.pathOf(row.id)}
          rowName={(row) => row.name}
          exportFrom={api.dropshipping.export}
          bulk={({ rows }) => [
            {
              key: 'kit',
              label: compositionLabel(rows, t),
              permission: 'advertisements.create',
              refused: kitRefusal(rows, t),
              run: () => publish(rows.map((row) => row.id)),
            },
          ]}
        />
      )}
      {view === 'cards' && chosen.length > 0 && (
        <KitBar
          chosen={chosen}
          clear={() => setChosen([])}
          create={() => publish(chosen.map(({ id }) => id))}
        />
      )}
      {opened.id !== null && (
        <CatalogueDrawer
          key={opened.id}
          id={opened.id}
          pathOf={opened.pathOf}
          close={opened.close}
          publish={(id) => publish([id])}
        />
      )}
      {finding && <FindSuppliersDrawer onClose={() => setFinding(false)} />}
    </Page>
  );
}
