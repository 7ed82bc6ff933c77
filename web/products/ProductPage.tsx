import { IconBarcode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Product } from '#contract/products/product.ts';
import { useAct } from '../acts.ts';
import { call } from '../api.ts';
import { useHistoryAction } from '../business/audit/history-action.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { StockOfProduct } from '../inventory/StockOfProduct.tsx';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { useGo, useIdParam } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { UnreadPage } from '../ui/page/UnreadPage.tsx';
import { newPictures } from './images/picture-parts.ts';
import { ProductForm } from './ProductForm.tsx';
import { checkProduct, formPath } from './product-check.ts';
import { updateBody, valuesOf } from './product-values.ts';

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
  const { t } = useTranslation('products');
  const go = useGo();
  const { id } = product;
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
  const used = product.variations.some((variation) => variation.inUse);
  const history = useHistoryAction('products', id);
  return (
    <Page
      title={product.name}
      trail={[{ label: t('title'), to: paths.products.list() }]}
      actions={
        <Actions
          items={[
            {
              key: 'labels',
              label: t('labels.print'),
              icon: IconBarcode,
              permission: 'products.read',
              run: () => setLabeling(true),
            },
            {
              key: 'remove',
              label: t('form.remove'),
              icon: IconTrash,
              tone: 'bad',
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
      <ProductForm form={form} />
      <StockOfProduct productId={id} />
      {labeling && <ProductLabelsDialog query={`product:${id}`} onClose={() => setLabeling(false)} />}
    </Page>
  );
}
