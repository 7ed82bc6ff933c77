import { Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { variationLabel } from '#contract/products/variation.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { AsyncSelect, type Reference } from '../ui/form/AsyncSelect.tsx';
import { FieldRow, Form, FormBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useOnly } from '../ui/use-only.ts';
import { useSession } from '../use-session.ts';
import { DropshipItemFields, type TermValues } from './DropshipItemFields.tsx';

type Values = TermValues & { variation: Reference | null; warehouse: Reference | null };
const initial: Values = {
  variation: null,
  warehouse: null,
  quantityCap: 1000,
  buffer: 0,
  price: null,
  active: true,
  linkedOnly: false,
  example: '',
};

export default function DropshipItemCreatePage() {
  const { t } = useTranslation('dropshipping');
  const warehouse = useOnly(api.warehouses.list);
  return (
    <Page
      width="narrow"
      title={t('offers.new')}
      trail={[{ label: t('offers.title'), to: paths.dropshipping.items() }]}
    >
      {warehouse === undefined ? (
        <Skeleton height={420} />
      ) : (
        <OfferForm warehouse={warehouse && { id: warehouse.id, name: warehouse.name }} />
      )}
    </Page>
  );
}

/** `?variation=` preselects a variation, from the screen of its product. */
function OfferForm({ warehouse }: { warehouse: Reference | null }) {
  const { t } = useTranslation('dropshipping');
  const go = useGo();
  const search: { variation?: string } = useSearch({ strict: false });
  const asked = Number(search.variation);
  const wanted = useApi(
    api.productsVariations.list,
    { query: { query: `id:${asked}` } },
    { enabled: asked > 0 },
  ).data?.items[0];
  const [picked, setPicked] = useState<{ cost: number | null }>();
  const cost = picked ? picked.cost : (wanted?.costCentavos ?? null);
  const isOwn = useSession().session?.business?.type === 'sales';
  const form = useForm({
    endpoint: api.dropshipItems.create,
    initial: {
      ...initial,
      warehouse,
      variation: wanted ? { id: wanted.id, name: variationLabel(wanted) } : null,
    },
    send: ({ variation, warehouse, quantityCap, buffer, price, active, linkedOnly, example }) => ({
      body: {
        variationId: variation?.id ?? Number.NaN,
        warehouseId: warehouse?.id ?? Number.NaN,
        quantityCap: quantityCap ?? Number.NaN,
        buffer: buffer ?? Number.NaN,
        ...(!(isOwn && cost !== null) && { price: price ?? Number.NaN }),
        active,
        linkedOnly,
        example,
      },
    }),
    mapError: (path) => ({ variationId: 'variation', warehouseId: 'warehouse' })[path] ?? path,
    onSaved: (offer) => go(paths.dropshipping.item(offer.id)),
  });
  return (
    <Form form={form}>
      <Section title={t('offers.data')}>
        <FieldRow>
          <AsyncSelect
            {...form.field('variation')}
            label={t('offers.name')}
            endpoint={api.productsVariations.list}
            option={(item) => ({ id: item.id, name: variationLabel(item), hint: item.sku })}
            onPick={(item) => setPicked({ cost: item?.costCentavos ?? null })}
            required
          />
          <AsyncSelect
            {...form.field('warehouse')}
            label={t('offers.warehouse')}
            endpoint={api.warehouses.list}
            required
          />
        </FieldRow>
        <DropshipItemFields form={form} cost={cost} />
      </Section>
      <FormBar form={form} />
    </Form>
  );
}
