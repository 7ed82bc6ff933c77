import { Button, Kbd, Text } from '@mantine/core';
import { IconFolderSymlink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type CategoryRow, categoryFilter, categorySorts } from '#contract/products/category.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import type { Chosen } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';
import { CategoryTree } from './CategoryTree.tsx';

const CategoryBulkDialog = lazyWithFallback(() => import('./CategoryBulkDialog.tsx'));

/** The tree; search results are a list with the path of each. */
export default function CategoryListPage() {
  const { t } = useTranslation('products');
  const { can } = useSession();
  const list = useListState({ fields: categoryFilter, sorts: categorySorts, sort: 'description' });
  const create = paths.products.createCategory();
  return (
    <Page
      title={t('categories.title')}
      actions={
        <Actions
          items={[
            {
              key: 'new',
              label: t('categories.new'),
              icon: IconPlus,
              tone: 'primary',
              permission: 'categories.create',
              to: create,
            },
          ]}
        />
      }
    >
      <FilterBar list={list} placeholder={t('categories.search')} />
      {list.filtered ? (
        <Found list={list} />
      ) : (
        <>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            <Kbd size="xs">↑ ↓ ← →</Kbd> {t('categories.keys')}
          </Text>
          <CategoryTree
            emptyAction={
              can('categories.create') && (
                <Button component={Link} to={create} leftSection={<IconPlus size={16} aria-hidden />}>
                  {t('categories.new')}
                </Button>
              )
            }
          />
        </>
      )}
    </Page>
  );
}

function Found({ list }: { list: ListState }) {
  const { t } = useTranslation('products');
  const found = useApi(api.categories.list, { query: list.query });
  const [moving, setMoving] = useState<Chosen<CategoryRow> | null>(null);
  return (
    <>
      <DataTable<CategoryRow>
        name="categories"
        label={t('categories.title')}
        list={list}
        result={found}
        failed={actMessage('failures', 'categories.list')}
        link={(row) => paths.products.category(row.id)}
        rowName={(row) => row.path}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'move',
            label: t('categories.move'),
            icon: IconFolderSymlink,
            permission: 'categories.update',
            run: () => setMoving(chosen),
          },
        ]}
        columns={[
          {
            key: 'path',
            label: t('category'),
            sort: 'description',
            card: 'title',
            cell: (row) => row.path,
          },
          {
            key: 'products',
            label: t('title'),
            align: 'right',
            width: 120,
            cell: (row) => <Quantity value={row.products} />,
          },
        ]}
        empty={{
          title: t('categories.empty'),
          hint: t('categories.emptyHint'),
          noAction: 'shown for a search only; the tree has the act',
        }}
      />
      {moving && <CategoryBulkDialog chosen={moving} onClose={() => setMoving(null)} />}
    </>
  );
}
