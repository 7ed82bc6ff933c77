import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import type { Product } from '#contract/products/product.ts';
import { useAct } from '../acts.ts';
import { useAdvertise } from '../advertisements/use-advertise.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { FormBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { UnreadPage } from '../ui/page/UnreadPage.tsx';
import { useSession } from '../use-session.ts';
import { newPictures } from './images/picture-parts.ts';
import { linesOf, openingUnits, printUnits } from './opening-units.ts';
import { ProductForm } from './ProductForm.tsx';
import { checkNewProduct, formPath } from './product-check.ts';
import { copyOf, createBody, emptyProduct, type ProductValues } from './product-values.ts';
import { suggestedSkus } from './variations/variation-grid.ts';

/** A row without a SKU gets the one that its cell suggests. */
function withSkus(values: ProductValues): ProductValues {
  const suggested = suggestedSkus(values);
  const variations = values.variations.map((row, index) => ({
    ...row,
    sku: row.sku.trim() ? row.sku : (suggested[index] ?? ''),
  }));
  return { ...values, variations };
}

export default function ProductCreatePage() {
  const { t } = useTranslation('products');
  const search: { copy?: string | number } = useSearch({ strict: false });
  const copied = search.copy === undefined ? null : Number(search.copy);
  const product = useApi(api.products.detail, { params: { id: copied ?? 0 } }, { enabled: copied !== null });
  if (copied === null) return <NewProduct initial={emptyProduct} />;
  const source = product.data;
  if (source)
    return (
      <NewProduct key={copied} initial={() => copyOf(source, t('form.copyOf', { name: source.name }))} />
    );
  return (
    <UnreadPage
      title={t('form.newTitle')}
      trail={[{ label: t('title'), to: paths.products.list() }]}
      failed={actMessage('failures', 'products.detail')}
      result={product}
    />
  );
}

function NewProduct({ initial: makeInitial }: { initial: () => ProductValues }) {
  const { t } = useTranslation('products');
  const go = useGo();
  const { can, session } = useSession();
  const [initial] = useState(makeInitial);
  const stock = useAct(api.dropshipItems.createWithStock);
  const { advertise, busy } = useAdvertise();
  const advertises = useRef(false);
  const isOwn = session?.business?.type === 'sales';

  /** The entered units are stored after their product; if that fails, the product page asks for them again. */
  const follow = async (product: Product, values: ProductValues) => {
    const units = openingUnits(product, withSkus(values));
    const at = (search = {}) => go(paths.products.product(product.id, search), { replace: true });
    if (units.size === 0) return at();
    // The price that sellers pay is not asked here.
    if (!isOwn) return at({ have: printUnits(units) });
    const made = await stock.run({ body: { lines: linesOf(units) } });
    if (!made.ok) return at({ have: printUnits(units) });
    if (advertises.current) return advertise(made.response.offers);
    return at();
  };

  const form = useForm({
    endpoint: api.products.create,
    initial,
    send: (values) => ({ body: createBody(withSkus(values)), files: newPictures(values.images) }),
    check: (values) => checkNewProduct(values, isOwn),
    mapError: formPath,
    onSaved: (product, values) => void follow(product, values),
  });
  const hasUnits =
    !form.values.asksLots && form.values.variations.some(({ opening }) => opening !== null && opening !== 0);
  const mayAdvertise = hasUnits && isOwn && can('advertisements.create');
  const pending = form.pending || stock.pending || busy;
  const saving = {
    ...form,
    pending,
    submit: () => {
      advertises.current = mayAdvertise;
      return form.submit();
    },
  };
  return (
    <Page title={t('form.newTitle')} trail={[{ label: t('title'), to: paths.products.list() }]}>
      <ProductForm
        form={saving}
        isNew
        bar={
          <FormBar form={saving} label={mayAdvertise ? t('form.saveAndAdvertise') : undefined}>
            {mayAdvertise && (
              <Button
                variant="default"
                disabled={pending}
                onClick={() => {
                  advertises.current = false;
                  void form.submit();
                }}
              >
                {t('form.onlySave')}
              </Button>
            )}
          </FormBar>
        }
      />
    </Page>
  );
}
