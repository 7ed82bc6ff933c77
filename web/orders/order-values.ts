import type { BodyInputOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import { newTempId } from '../ui/form/collection.ts';

export type LineValues = {
  tempId: string;
  source: 'advertisement' | 'offer';
  item: { id: number; name: string } | null;
  quantity: number | null;
  unitPrice: number | null;
};

export type OrderValues = {
  buyerName: string;
  buyerDocument: string;
  paid: boolean;
  lines: LineValues[];
  zip: string;
  street: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
};

export const newLine = (): LineValues => ({
  tempId: newTempId(),
  source: 'advertisement',
  item: null,
  quantity: 1,
  unitPrice: null,
});

export const newOrderValues: OrderValues = {
  buyerName: '',
  buyerDocument: '',
  paid: true,
  lines: [newLine()],
  zip: '',
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  state: '',
};

export function toBody(values: OrderValues): BodyInputOf<typeof api.orders.create> {
  const { zip, street, number, complement, neighborhood, city, state } = values;
  const typed = Object.entries({ zip, street, number, complement, neighborhood, city, state }).filter(
    ([, value]) => value !== '',
  );
  return {
    buyerName: values.buyerName,
    ...(values.buyerDocument && { buyerDocument: values.buyerDocument }),
    paid: values.paid,
    ...(typed.length > 0 && { address: Object.fromEntries(typed) }),
    lines: values.lines.map((line) => ({
      ...(line.source === 'offer'
        ? { dropshipItemId: line.item?.id ?? 0 }
        : { advertisementId: line.item?.id ?? 0 }),
      quantity: line.quantity ?? 0,
      unitPriceCentavos: line.unitPrice ?? 0,
    })),
  };
}
