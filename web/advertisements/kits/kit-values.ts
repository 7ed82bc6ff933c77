import type { Part } from '#contract/advertisements/advertisement.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { VirtualProduct, virtualProducts } from '#contract/products/virtual-product.ts';
import { changedFields, changesOf } from '../../ui/form/collection.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import type { PartValues } from '../advertisement-values.ts';

type KitValues = {
  name: string;
  sku: string;
  title: string;
  weight: number | null;
  width: number | null;
  height: number | null;
  depth: number | null;
  components: PartValues[];
};
export type KitForm = FormState<KitValues>;

export const newKit: KitValues = {
  ...{ name: '', sku: '', title: '', components: [] },
  ...{ weight: null, width: null, height: null, depth: null },
};

type KitPart = Omit<Part, 'price'> & { price?: number | null | undefined };

/** A part in the form; its price is hidden without the permission. */
export const kitPartValues = ({ supplier, ...part }: KitPart): PartValues => ({
  id: part.id,
  offer: part.offer,
  quantity: part.quantity,
  sku: part.sku,
  supplier: supplier?.name ?? '',
  warehouseId: part.warehouseId,
  price: part.price ?? null,
  available: part.available,
  active: part.active,
});

export const kitValues = ({
  name,
  sku,
  title,
  weight,
  width,
  height,
  depth,
  components,
}: VirtualProduct): KitValues => ({
  ...{ name, sku, title, weight, width, height, depth },
  components: components.map(kitPartValues),
});

const partBody = (part: PartValues) => ({ offer: part.offer.id, quantity: part.quantity ?? Number.NaN });

export function createKitBody(values: KitValues): BodyInputOf<typeof virtualProducts.create> {
  return { ...values, components: values.components.map(partBody) };
}

export function updateKitBody(
  before: KitValues,
  values: KitValues,
): BodyInputOf<typeof virtualProducts.update> {
  const { components: partsBefore, ...fieldsBefore } = before;
  const { components: parts, ...fields } = values;
  const components = changesOf(partsBefore, parts, partBody);
  return {
    ...changedFields(fieldsBefore, fields),
    ...(components && {
      components: {
        ...components,
        update:
          components.update &&
          Object.fromEntries(
            Object.entries(components.update).map(([id, { quantity }]) => [id, { quantity }]),
          ),
      },
    }),
  };
}
