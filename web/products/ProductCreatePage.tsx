import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useForm } from '../ui/form/form-state.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { newPictures } from './images/picture-parts.ts';
import { ProductForm } from './ProductForm.tsx';
import { checkProduct, formPath } from './product-check.ts';
import { createBody, emptyProduct } from './product-values.ts';

export default function ProductCreatePage() {
  const { t } = useTranslation('products');
  const go = useGo();
  const [initial] = useState(emptyProduct);
  const form = useForm({
    endpoint: api.products.create,
    initial,
    send: (values) => ({ body: createBody(values), files: newPictures(values.images) }),
    check: checkProduct,
    mapError: formPath,
    onSaved: (product) => go(paths.products.product(product.id), { replace: true }),
  });
  return (
    <Page title={t('form.newTitle')} trail={[{ label: t('title'), to: paths.products.list() }]}>
      <ProductForm form={form} />
    </Page>
  );
}
