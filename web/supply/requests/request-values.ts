import type { BodyInputOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { Locale } from '#contract/messages/locale.ts';
import { type Centavos, multiplyMoney } from '#contract/money.ts';
import { variationLabel } from '#contract/products/variation.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import type { RequestLine, UnderstoodRow } from '#contract/supply/supply-request-line.ts';
import { formatDecimal } from '../../quantity.ts';
import type { Reference } from '../../ui/form/AsyncSelect.tsx';
import { changedFields, changesOf, newTempId } from '../../ui/form/collection.ts';

export type LineValues = {
  id?: number;
  tempId?: string;
  variation: Reference;
  sku: string;
  supplierSku: string;
  quantity: number | null;
  quantityPerVolume: number | null;
  priceCentavos: number | null;
};

export type RequestValues = {
  supplier: Reference | null;
  warehouse: Reference | null;
  estimatedDelivery: string | null;
  notes: string;
  locale: Locale;
  showsPrices: boolean;
  lines: LineValues[];
};

export const newRequest: RequestValues = {
  supplier: null,
  warehouse: null,
  estimatedDelivery: null,
  notes: '',
  locale: 'pt',
  showsPrices: true,
  lines: [],
};

export function requestValues(request: SupplyRequest): RequestValues {
  const { supplier, warehouse, estimatedDelivery, notes, locale, showsPrices, lines } = request;
  return {
    supplier,
    warehouse,
    estimatedDelivery,
    notes,
    locale,
    showsPrices,
    lines: lines.map((line) => ({
      id: line.id,
      variation: { id: line.variation.id, name: nameOf(line) },
      sku: line.sku,
      supplierSku: line.supplierSku,
      quantity: line.quantity,
      quantityPerVolume: line.quantityPerVolume,
      priceCentavos: line.priceCentavos ?? null,
    })),
  };
}

/** A text that is no number counts as nothing. */
const known = (value: number | null): number => (value === null || Number.isNaN(value) ? 0 : value);

/** Total of a line: the agreed one while quantity and price are unchanged, otherwise their product. */
export function totalOf({ quantity, priceCentavos }: LineValues, saved: RequestLine | undefined): Centavos {
  const isSaved = saved?.quantity === quantity && saved?.priceCentavos === priceCentavos;
  return (isSaved ? saved?.totalCentavos : undefined) ?? multiplyMoney(known(priceCentavos), known(quantity));
}

export const nameOf = ({ variation, product }: Pick<RequestLine, 'variation' | 'product'>) =>
  variationLabel({ name: variation.name, product });

export const newLine = (variation: Reference, sku: string, priceCentavos: number | null): LineValues => ({
  tempId: newTempId(),
  variation,
  sku,
  supplierSku: '',
  quantity: 1,
  quantityPerVolume: 1,
  priceCentavos,
});

export const lineOfRow = (line: NonNullable<UnderstoodRow['line']>): LineValues => ({
  tempId: newTempId(),
  ...line,
});

/** An emptied number is left out of the body, so the schema reports it as required. */
const lineBody = (line: LineValues) => ({
  variationId: line.variation.id,
  supplierSku: line.supplierSku,
  quantity: line.quantity ?? Number.NaN,
  quantityPerVolume: line.quantityPerVolume ?? Number.NaN,
  priceCentavos: line.priceCentavos ?? Number.NaN,
});

function fieldsOf({ supplier, warehouse, lines: _, ...plain }: RequestValues) {
  return { ...plain, supplierId: supplier?.id ?? Number.NaN, warehouseId: warehouse?.id ?? Number.NaN };
}

export function createBody(values: RequestValues): BodyInputOf<typeof api.supplyRequests.create> {
  return { ...fieldsOf(values), lines: changesOf([], values.lines, lineBody) ?? {} };
}

export function updateBody(
  before: RequestValues,
  after: RequestValues,
): BodyInputOf<typeof api.supplyRequests.update> {
  return {
    ...changedFields(fieldsOf(before), fieldsOf(after)),
    lines: changesOf(before.lines, after.lines, lineBody),
  };
}

export const mapRequestError = (path: string) =>
  path.replace(/^(supplier|warehouse)Id$/, '$1').replace(/^(lines\..*)\.variationId$/, '$1.quantity');

/** A quantity in the unit of the vendor's document, `1,5 KG`; a dash if its lines have several units. */
export const soldOf = ({ quantity, unit }: { quantity: number | null; unit: string }) => ({
  quantity: quantity === null ? '—' : formatDecimal(quantity, 4),
  unit,
});
