import type { BodyInputOf } from '#contract/endpoint.ts';
import type { VirtualProduct, virtualProducts } from '#contract/products/virtual-product.ts';
import { changedFields } from '../../ui/form/collection.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { type PartValues, partBody, partChanges, partValues } from '../advertisement-values.ts';

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
  components: components.map(partValues),
});

export function createKitBody(values: KitValues): BodyInputOf<typeof virtualProducts.create> {
  return { ...values, components: values.components.map(partBody) };
}

export function updateKitBody(
  before: KitValues,
  values: KitValues,
): BodyInputOf<typeof virtualProducts.update> {
  const { components: partsBefore, ...fieldsBefore } = before;
  const { components: parts, ...fields } = values;
  const components = partChanges(partsBefore, parts);
  return { ...changedFields(fieldsBefore, fields), ...(components && { components }) };
}
