import { Button, Group } from '@mantine/core';
import {
  IconBarcode,
  IconBuildingStore,
  IconPencil,
  IconPlus,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type ProductRow, productFilter, productSorts } from '#contract/products/product.ts';
import { maxLabeledVariations } from '#contract/products/product-label.ts';
import { useAct } from '../acts.ts';
import { ExampleBadge } from '../business/examples/ExampleBadge.tsx';
import { useRemoveExamples, useStartExamples } from '../business/examples/use-examples.ts';
import { useImportAction } from '../business/imports/import-action.ts';
import { TagChips } from '../business/tags/TagChips.tsx';
import { actMessage, useTranslation } from '../i18n.ts';
import { WhyQuantity } from '../inventory/WhyQuantity.tsx';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Instant } from '../ui/page/values.tsx';
import cells from '../ui/table/cells.module.css';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useListState } from '../ui/table/list-state.ts';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useCanSeeQuantities } from '../use-can-see-quantities.ts';
import { useSession } from '../use-session.ts';
import { Thumbnail } from './Thumbnail.tsx';

const OfferProductsDialog = lazyWithFallback(() => import('./OfferProductsDialog.tsx'));
const ProductLabelsDialog = lazyWithFallback(() => import('./ProductLabelsDialog.tsx'));
const ProductBulkDialog = lazyWithFallback(() => import('./ProductBulkDialog.tsx'));
const TagBulkDialog = lazyWithFallback(() => import('./tags/TagBulkDialog.tsx'));
const TagsDialog = lazyWithFallback(() => import('../business/tags/TagsDialog.tsx'));

export default function ProductListPage() {
  const { t } = useTranslation('products');
  const { can } = useSession();
  const list = useListState({ fields: productFilter, sorts: productSorts, sort: 'name' });
  const products = useApi(api.products.list, { query: list.query });
  const told = useCanSeeQuantities();
  const categories = useApi(
    api.categories.list,
    { query: { size: '100' } },
    { enabled: can('categories.read') },
  );
  const tags = useApi(api.productsTags.list, { query: { size: '100' } });
  const remove = useAct(api.products.bulkRemove, { success: false });
  const [offering, setOffering] = useState<Chosen<ProductRow> | null>(null);
  const [changing, setChanging] = useState<Chosen<ProductRow> | null>(null);
  const [labeling, setLabeling] = useState<Chosen<ProductRow> | null>(null);
  const [tagging, setTagging] = useState<Chosen<ProductRow> | null>(null);
  const [managing, setManaging] = useState(false);
  const importing = useImportAction('products');
  const startExamples = useStartExamples();
  const removeExamples = useRemoveExamples();
  const create = paths.products.create();
  return (
    <Page
      title={t('title')}
      actions={
        <Actions
          items={[
            {
              key: 'new',
              label: t('list.new'),
              icon: IconPlus,
              tone: 'primary',
              permission: 'products.create',
              to: create,
            },
            {
              key: 'tags',
              label: t('tags.manage'),
              icon: IconTags,
              permission: 'products.update',
              secondary: true,
              run: () => setManaging(true),
            },
            importing,
            removeExamples && { ...removeExamples, secondary: true },
          ]}
        />
      }
    >
      <FilterBar
        list={list}
        placeholder={t('list.search')}
        controls={[
          ...(can('categories.read') && categories.data?.items.length !== 0
            ? [
                {
                  field: 'category',
                  label: t('category'),
                  options: (categories.data?.items ?? [])
                    .map(({ id, path }) => ({ value: String(id), label: path }))
                    .toSorted((one, other) => one.label.localeCompare(other.label)),
                },
              ]
            : []),
          {
            field: 'tag',
            label: t('tags.title'),
            options: (tags.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          },
          { field: 'brand', label: t('brand') },
          ...(told ? [{ field: 'available' as const, label: t('available') }] : []),
          { field: 'pictured', label: t('list.pictured') },
          { field: 'measured', label: t('list.measured') },
        ]}
      />
      <DataTable
        name="products"
        label={t('title')}
        list={list}
        result={products}
        failed={actMessage('failures', 'products.list')}
        link={(row) => paths.products.product(row.id)}
        rowName={(row) => row.name}
        exportFrom={api.products.export}
        bulkEverything
        bulk={(chosen) => [
          {
            key: 'change',
            label: t('list.change'),
            icon: IconPencil,
            permission: 'products.update',
            run: () => setChanging(chosen),
          },
          {
            key: 'tags',
            label: t('tags.bulk'),
            icon: IconTags,
            permission: 'products.update',
            run: () => setTagging(chosen),
          },
          {
            key: 'offer',
            label: t('list.offer'),
            icon: IconBuildingStore,
            permission: 'dropship-items.create',
            run: () => setOffering(chosen),
          },
          {
            key: 'labels',
            label: t('labels.print'),
            icon: IconBarcode,
            permission: 'products.read',
            refused: (chosen.all || chosen.count > maxLabeledVariations) && t('labels.tooManyProducts'),
            run: () => setLabeling(chosen),
          },
          {
            key: 'remove',
            label: t('form.remove'),
            icon: IconTrash,
            tone: 'bad',
            permission: 'products.delete',
            confirm: {
              title: t('list.removeSure', { count: chosen.count, total: chosen.countText }),
              message: t('list.removeText'),
              confirm: t('form.remove'),
              tone: 'bad',
            },
            run: async () => {
              const outcome = await remove.run({ body: chosen.body });
              if (outcome.ok)
                chosen.settle(outcome.response, actMessage('successes', 'products.bulkRemove') ?? '');
            },
          },
        ]}
        columns={[
          {
            key: 'name',
            label: t('name'),
            sort: 'name',
            card: 'title',
            cell: (row) => <Name row={row} />,
          },
          { key: 'sku', label: t('sku'), width: 150, cell: (row) => <Sku row={row} /> },
          { key: 'brand', label: t('brand'), sort: 'brand', width: 105, cell: (row) => row.brand || '—' },
          { key: 'category', label: t('category'), width: 140, cell: (row) => row.category?.name ?? '—' },
          {
            key: 'tags',
            label: t('tags.title'),
            width: 140,
            cell: (row) => <TagChips kind="products" tags={row.tags} />,
          },
          {
            key: 'available',
            label: t('available'),
            ...(told && { sort: 'available' }),
            align: 'right',
            width: 105,
            cell: (row) => <WhyQuantity of={{ product: row.id }} value={row.available} name={row.name} />,
          },
          { key: 'model', label: t('model'), width: 140, hidden: true, cell: (row) => row.model || '—' },
          {
            key: 'updated',
            label: t('updated'),
            sort: 'updated',
            width: 148,
            card: 'hide',
            cell: (row) => <Instant value={row.updatedAt} />,
          },
        ]}
        empty={{
          title: t('list.empty'),
          hint: t('list.emptyHint'),
          action: can('products.create') && (
            <Group gap="xs" justify="center">
              <Button component={Link} to={create} leftSection={<IconPlus size={16} aria-hidden />}>
                {t('list.new')}
              </Button>
              {can('imports.products') && (
                <Button component={Link} to={paths.business.moveImports()} variant="default">
                  {t('list.move')}
                </Button>
              )}
              <Actions items={[startExamples]} />
            </Group>
          ),
        }}
      />
      {offering && <OfferProductsDialog chosen={offering} onClose={() => setOffering(null)} />}
      {labeling && (
        <ProductLabelsDialog
          query={`product:${labeling.rows.map(({ id }) => id).join(',')}`}
          onClose={() => setLabeling(null)}
        />
      )}
      {tagging && <TagBulkDialog chosen={tagging} onClose={() => setTagging(null)} />}
      {managing && <TagsDialog kind="products" onClose={() => setManaging(false)} />}
      {changing && <ProductBulkDialog chosen={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

function Name({ row }: { row: ProductRow }) {
  return (
    <span className={cells.line}>
      <Thumbnail image={row.image} size={28} />
      <span className={cells.cut} title={row.name}>
        {row.name}
      </span>
      <ExampleBadge kind="product" id={row.id} />
    </span>
  );
}

function Sku({ row }: { row: ProductRow }) {
  const { t } = useTranslation('products');
  return (
    <span className={cells.line}>
      <span className={`${cells.code} ${cells.cut}`}>{row.sku}</span>
      {row.variations > 1 && (
        <span className={cells.count} role="img" aria-label={t('table.count', { count: row.variations })}>
          {t('list.more', { count: row.variations - 1 })}
        </span>
      )}
    </span>
  );
}
