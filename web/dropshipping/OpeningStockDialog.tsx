import { Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { BodyInputOf, ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Product } from '#contract/products/product.ts';
import type { Variation } from '#contract/products/variation.ts';
import { useTranslation } from '../i18n.ts';
import { LotFields, type LotValues, lotBody, noLot } from '../inventory/lots/LotFields.tsx';
import { useApi } from '../queries.ts';
import { AsyncSelect, type Reference } from '../ui/form/AsyncSelect.tsx';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { DialogSubmit } from '../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../ui/form/Form.tsx';
import type { FlatErrors } from '../ui/form/field-errors.ts';
import { type FormState, useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { ProgressBar } from '../ui/page/ProgressBar.tsx';
import { useSession } from '../use-session.ts';

type Line = {
  id: number;
  name: string;
  sku: string;
  quantity: number | null;
  price: number | null;
  /** The offer needs a price, or own goods a cost that is not known yet. */
  asksPrice: boolean;
  lot: LotValues;
};
type Values = { warehouse: Reference | null; lines: Line[] };
type OpeningStockDialogProps = {
  product: Product;
  /** Units by variation that were typed before. */
  typed?: ReadonlyMap<number, number>;
  /** The label of the button, if more follows than the entry. */
  submit?: string;
  onClose: () => void;
  onDone: (made: ResponseOf<typeof api.dropshipItems.createWithStock>) => void;
};

/** *I have 20 of these*: only the quantity is asked; place, volume and offer are made behind it. */
export default function OpeningStockDialog(props: OpeningStockDialogProps) {
  const { product, onClose } = props;
  const { t } = useTranslation(['dropshipping', 'ui']);
  const warehouses = useApi(api.warehouses.list, { query: { size: '2' } });
  const offers = useApi(api.dropshipItems.list, { query: { query: `product:${product.id}`, size: '100' } });
  const [first, other] = warehouses.data?.items ?? [];
  if (!(warehouses.data || warehouses.error) || !(offers.data || offers.error)) return <ProgressBar />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('openingStock.title', { product: product.name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <StockForm
        {...props}
        offered={new Set(offers.data?.items.map(({ variation }) => variation.id))}
        warehouse={first ? { id: first.id, name: first.name } : null}
        choosesWarehouse={other !== undefined}
      />
    </Modal>
  );
}

type StockFormProps = OpeningStockDialogProps & {
  offered: ReadonlySet<number>;
  warehouse: Reference | null;
  choosesWarehouse: boolean;
};

function StockForm(props: StockFormProps) {
  const { product, typed, submit, onDone, offered, warehouse, choosesWarehouse } = props;
  const { t } = useTranslation('dropshipping');
  const isSupplier = useSession().session?.business?.type === 'supply';
  const asksPrice = ({ id, costCentavos }: Variation) => !offered.has(id) && (isSupplier || !costCentavos);
  const [initial] = useState<Values>(() => ({
    warehouse,
    lines: product.variations.map((variation) => ({
      ...{ id: variation.id, name: variation.name, sku: variation.sku },
      quantity: typed?.get(variation.id) ?? null,
      price: null,
      asksPrice: asksPrice(variation),
      lot: noLot,
    })),
  }));
  const sent = useRef<number[]>([]);
  const form = useForm({
    endpoint: api.dropshipItems.createWithStock,
    initial,
    send: (values) => {
      sent.current = filledPlaces(values);
      return { body: bodyOf(values) };
    },
    check: (values): FlatErrors =>
      filledPlaces(values).length > 0 ? {} : { 'lines.0.quantity': t('openingStock.none') },
    // Lines without a quantity are not sent: a place in the body is that of another line of the form.
    mapError: (path) =>
      path
        .replace(/^lines\.(\d+)/, (_, place: string) => `lines.${sent.current[Number(place)]}`)
        .replace(/^(lines\..*\.lot)$/, '$1.code')
        .replace(/^warehouseId$/, 'warehouse'),
    onSaved: onDone,
  });
  return (
    <Form form={form} guard={false}>
      <Text size="sm" c="dimmed">
        {t(warehouse ? 'openingStock.hint' : 'openingStock.firstHint')}
      </Text>
      {choosesWarehouse && (
        <AsyncSelect
          {...form.field('warehouse')}
          label={t('offers.warehouse')}
          endpoint={api.warehouses.list}
          pickOnly
          required
        />
      )}
      <Stack gap="sm">
        {form.values.lines.map((line, index) => (
          <StockLine
            key={line.id}
            form={form}
            index={index}
            several={form.values.lines.length > 1}
            priceLabel={t(isSupplier ? 'offers.price' : 'offers.cost')}
            asksLots={product.asksLots}
          />
        ))}
      </Stack>
      <DialogSubmit form={form} label={submit ?? t('openingStock.submit')} />
    </Form>
  );
}

const filledPlaces = ({ lines }: Values) =>
  [...lines.keys()].filter((place) => (lines[place]?.quantity ?? null) !== null);

function bodyOf(values: Values): BodyInputOf<typeof api.dropshipItems.createWithStock> {
  const { warehouse, lines } = values;
  return {
    ...(warehouse && { warehouseId: warehouse.id }),
    lines: lines.flatMap(({ id, quantity, price, asksPrice, lot }) =>
      quantity === null
        ? []
        : [{ variationId: id, quantity, ...(asksPrice && { price: price ?? Number.NaN }), ...lotBody(lot) }],
    ),
  };
}

type StockLineProps = {
  form: FormState<Values>;
  index: number;
  several: boolean;
  priceLabel: string;
  asksLots: boolean;
};

function StockLine({ form, index, several, priceLabel, asksLots }: StockLineProps) {
  const { t } = useTranslation('dropshipping');
  const line = form.values.lines[index];
  if (!line) return null;
  const isFilled = line.quantity !== null;
  form.shownPaths.add(`lines.${index}.variationId`);
  return (
    <div>
      {several && (
        <Text size="sm" fw={600}>
          {line.name || line.sku}
        </Text>
      )}
      <FieldRow>
        <NumberField
          {...form.field(`lines.${index}.quantity`)}
          label={t('openingStock.quantity')}
          min={1}
          required={!several}
          data-autofocus={index === 0 || undefined}
        />
        {line.asksPrice && (
          <MoneyField
            {...form.field(`lines.${index}.price`)}
            label={priceLabel}
            required={isFilled || !several}
          />
        )}
        {asksLots && (isFilled || !several) && (
          <LotFields
            code={form.field(`lines.${index}.lot.code`)}
            day={form.field(`lines.${index}.lot.expiresOn`)}
          />
        )}
      </FieldRow>
    </div>
  );
}
