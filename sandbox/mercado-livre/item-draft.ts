import { fieldsOf, idOf, isFields, isOn, listOf, numberOf, textOf, textsOf } from '../reading.ts';
import type { AttributeDefinition } from './attributes.ts';
import type { Category } from './categories.ts';
import { attributeOf } from './categories.ts';
import type { ParcelSize } from './fees.ts';
import type { AttributeValue, Shipping } from './market.ts';
import type { Seller } from './people.ts';

/** The content of a publishing call, parsed and not yet validated. */
export type DraftVariation = {
  id: number | null;
  price: number | null;
  quantity: number | null;
  pictureIds: string[] | null;
  combinations: AttributeValue[] | null;
  attributes: AttributeValue[] | null;
  customField: string | null;
};

export type DraftPicture = { id: string | null; source: string | null };

const namedValue = (
  definition: AttributeDefinition | null,
  valueId: string | null,
  valueName: string | null,
) => {
  const byId = definition?.values?.find((value) => value.id === valueId);
  if (byId !== undefined) return byId;
  return definition?.values?.find((value) => value.name.toLowerCase() === valueName?.toLowerCase());
};

export const readAttributes = (value: unknown, category: Category | null): AttributeValue[] =>
  listOf(value)
    .filter(isFields)
    .map((entry) => {
      const id = textOf(entry.id);
      const definition = category === null || id === null ? null : attributeOf(category, id);
      const first = fieldsOf(listOf(entry.values)[0]);
      const valueId = idOf(entry.value_id) ?? idOf(first.id);
      const valueName = textOf(entry.value_name) ?? textOf(first.name);
      const known = namedValue(definition, valueId, valueName);
      return {
        id,
        name: definition?.name ?? textOf(entry.name) ?? id ?? '',
        value_id: known?.id ?? valueId,
        value_name: known?.name ?? valueName,
      };
    });

export const readVariations = (value: unknown, category: Category | null): DraftVariation[] =>
  listOf(value)
    .filter(isFields)
    .map((entry) => ({
      id: numberOf(entry.id),
      price: numberOf(entry.price),
      quantity: numberOf(entry.available_quantity),
      pictureIds: entry.picture_ids === undefined ? null : textsOf(entry.picture_ids),
      combinations:
        entry.attribute_combinations === undefined
          ? null
          : readAttributes(entry.attribute_combinations, category),
      attributes: entry.attributes === undefined ? null : readAttributes(entry.attributes, category),
      customField: textOf(entry.seller_custom_field),
    }));

export const readPictures = (value: unknown): DraftPicture[] =>
  listOf(value)
    .map((entry) => (typeof entry === 'string' ? { source: entry } : entry))
    .filter(isFields)
    .map((entry) => ({ id: textOf(entry.id), source: textOf(entry.source) }));

/** Fields that are not sent keep their value. `free_shipping` is the seller's choice. */
export const readShipping = (value: unknown, seller: Seller, before: Shipping | null): Shipping => {
  const sent = fieldsOf(value);
  const mode = textOf(sent.mode) ?? before?.mode ?? 'me2';
  const logisticTypes: Record<string, string> = { me2: seller.logistic_type, me1: 'default' };
  return {
    mode,
    // The marketplace alone decides what is in its warehouse.
    logistic_type: before?.logistic_type === 'fulfillment' ? 'fulfillment' : (logisticTypes[mode] ?? mode),
    free_shipping:
      sent.free_shipping === undefined ? (before?.free_shipping ?? false) : isOn(sent.free_shipping),
    local_pick_up:
      sent.local_pick_up === undefined ? (before?.local_pick_up ?? false) : isOn(sent.local_pick_up),
    dimensions: textOf(sent.dimensions) ?? before?.dimensions ?? null,
    ...(before?.flex !== undefined && { flex: before.flex }),
  };
};

const whole = (text: string | null, otherwise: number): number =>
  Number.parseInt(text ?? '', 10) || otherwise;

/** Of one unit, as its seller packs it. */
export const parcelOf = ({ attributes }: { attributes: AttributeValue[] }): ParcelSize => ({
  height: whole(attributeText(attributes, 'SELLER_PACKAGE_HEIGHT'), 10),
  width: whole(attributeText(attributes, 'SELLER_PACKAGE_WIDTH'), 10),
  length: whole(attributeText(attributes, 'SELLER_PACKAGE_LENGTH'), 10),
  grams: whole(attributeText(attributes, 'SELLER_PACKAGE_WEIGHT'), 300),
});

export const attributeText = (attributes: AttributeValue[], id: string): string | null => {
  const found = attributes.find((entry) => entry.id === id);
  return found?.value_name ?? found?.value_id ?? null;
};
