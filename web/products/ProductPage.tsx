import { Button } from '@mantine/core';
import { IconBarcode, IconCopy, IconPackageImport, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Product } from '#contract/products/product.ts';
import { useAct } from '../acts.ts';
import { FulfillmentOfProduct } from '../advertisements/fulfillment/FulfillmentOfProduct.tsx';
import { offersToAdvertise, useAdvertise } from '../advertisements/use-advertise.ts';
import { call } from '../api.ts';
import { useHistoryAction } from '../business/audit/history-action.ts';
import { ExampleBadge } from '../business/examples/ExampleBadge.tsx';
import { ExampleNotice } from '../business/examples/ExampleNotice.tsx';
import { useExampleRefusal } from '../business/examples/use-examples.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { StockOfProduct } from '../inventory/StockOfProduct.tsx';
import { SerialsOfProduct } from '../inventory/serials/SerialsOfProduct.tsx';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { useGo, useIdParam } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { UnreadPage } from '../ui/page/UnreadPage.tsx';
import { useSession } from '../use-session.ts';
import { newPictures } from './images/picture-parts.ts';
import { readUnits } from './opening-units.ts';
import { ProductForm } from './ProductForm.tsx';
import { ProductGlance } from './ProductGlance.tsx';
import { checkProduct, formPath } from './product-check.ts';
import { updateBody, valuesOf } from './product-values.ts';

const OpeningStockDialog = lazyWithFallback(() => import('../dropshipping/OpeningStockDialog.tsx'));
const ProductLabelsDialog = lazyWithFallback(() => import('./ProductLabelsDialog.tsx'));

export default function ProductPage() {
  const { t } = useTranslation('products');
  const id = useIdParam();
  const product = useApi(api.products.detail, { params: { id } });
  const trail = [{ label: t('title'), to: paths.products.list() }];
  if (product.data) return <ProductEditor key={id} product={product.data} />;
  return (
    <UnreadPage
      title={t('product')}
      trail={trail}
      failed={actMessage('failures', 'products.detail')}
      result={product}
    />
  );
}

function ProductEditor({ product }: { product: Product }) {
  const { t } = useTranslation(['products', 'dropshipping']);
  const go = useGo();
  const { id } = product;
  const example = useExampleRefusal('product', id);
  const search: { have?: string } = useSearch({ strict: false });
  /** Whether the dialog is open, and the act after the entry of the units. */
  const [having, setHaving] = useState<'stay' | 'advertise' | null>(
    search.have === undefined ? null : 'stay',
  );
  const advertising = useAdvertiseProduct(id, () => setHaving('advertise'));
  const before = valuesOf(product);
  const [labeling, setLabeling] = useState(false);
  const remove = useAct(api.products.remove, { onSuccess: () => go(paths.products.list()) });
  const form = useForm({
    endpoint: api.products.update,
    initial: before,
    version: product.version,
    send: (values, version) => ({
      params: { id },
      body: updateBody(before, values),
      files: newPictures(values.images),
      version,
    }),
    check: checkProduct,
    mapError: formPath,
    conflict: {
      load: async () => {
        const current = await call(api.products.detail, { params: { id } });
        return { values: valuesOf(current), version: current.version };
      },
    },
  });
  const { can } = useSession();
  const used = product.variations.some((variation) => variation.inUse);
  const history = useHistoryAction('products', id);
  return (
    <Page
      title={product.name}
      trail={[{ label: t('title'), to: paths.products.list() }]}
      badge={<ExampleBadge kind="product" id={id} />}
      actions={
        <Actions
          items={[
            advertising.isOffered && {
              key: 'advertise',
              label: t('form.advertise'),
              icon: IconSpeakerphone,
              tone: 'primary',
              permission: 'advertisements.create',
              refused: example,
              run: advertising.start,
            },
            {
              key: 'have',
              label: t('dropshipping:openingStock.have'),
              icon: IconPackageImport,
              permission: 'volumes.create',
              refused: example,
              run: () => setHaving('stay'),
            },
            {
              key: 'labels',
              label: t('labels.print'),
              icon: IconBarcode,
              permission: 'products.read',
              run: () => setLabeling(true),
            },
            {
              key: 'duplicate',
              label: t('form.duplicate'),
              icon: IconCopy,
              secondary: true,
              permission: 'products.create',
              to: paths.products.create({ copy: id }),
            },
            {
              key: 'remove',
              label: t('form.remove'),
              icon: IconTrash,
              tone: 'bad',
              secondary: true,
              permission: 'products.delete',
              refused: used && t('form.inUse'),
              confirm: {
                title: t('form.removeSure', { name: product.name }),
                message: t('list.removeText'),
                confirm: t('form.remove'),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id } }),
            },
            history,
          ]}
        />
      }
    >
      <ExampleNotice kind="product" id={id} />
      <ProductGlance product={product} />
      <ProductForm form={form} />
      <StockOfProduct
        productId={id}
        action={
          can('volumes.create') &&
          !example && (
            <Button variant="default" size="xs" onClick={() => setHaving('stay')}>
              {t('dropshipping:openingStock.have')}
            </Button>
          )
        }
      />
      {product.asksSerials && can('serials.read') && <SerialsOfProduct productId={id} />}
      {can('publications.read') && <FulfillmentOfProduct productId={id} />}
      {having && (
        <OpeningStockDialog
          product={product}
          typed={readUnits(search.have ?? '')}
          submit={having === 'advertise' ? t('dropshipping:openingStock.submitAndAdvertise') : undefined}
          onClose={() => setHaving(null)}
          onDone={({ offers }) => {
            setHaving(null);
            if (having === 'advertise') void advertising.advertise(offers);
          }}
        />
      )}
      {labeling && <ProductLabelsDialog query={`product:${id}`} onClose={() => setLabeling(false)} />}
    </Page>
  );
}

/** Opens the publication of a product's offers; own goods without an offer ask for their units first. */
function useAdvertiseProduct(productId: number, askUnits: () => void) {
  const { can } = useSession();
  const { advertise } = useAdvertise();
  const mayAdvertise = can('advertisements.create') && can('dropshipping.read');
  const offers = useApi(
    api.dropshipping.list,
    { query: { query: `product:${productId}`, size: '100' } },
    { enabled: mayAdvertise },
  );
  const items = offers.data?.items ?? [];
  return {
    isOffered: mayAdvertise && offers.data !== undefined && (items.length > 0 || can('volumes.create')),
    advertise,
    start: () => (items.length > 0 ? advertise(offersToAdvertise(items)) : askUnits()),
  };
}
