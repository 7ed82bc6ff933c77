import type { WornTag } from '#contract/business/tag.ts';
import type { ChangeSet } from '#contract/change-set.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import {
  type AttributeValues,
  defaultAttributeType,
  nameOfCombination,
} from '#contract/products/attribute-types.ts';
import type { ImageLinks } from '#contract/products/image.ts';
import type { Product } from '#contract/products/product.ts';
import { type ProductFieldName, partOfFields, productFieldNames } from '#contract/products/product-fields.ts';
import type { Variation, VariationUpdate } from '#contract/products/variation.ts';
import { tagChanges } from '../business/tags/tag-changes.ts';
import { changedFields, changesOf, newTempId } from '../ui/form/collection.ts';
import type { ImageItem } from '../ui/form/ImagesList.tsx';
import { thumbnailOf } from './images/image-upload.ts';
import { partOf } from './images/picture-parts.ts';

export type VariationDraft = {
  id?: number;
  tempId?: string;
  /** Empty if it is named by its values. */
  name: string;
  sku: string;
  gtin: string;
  attributes: AttributeValues;
  costCentavos: number | null;
  /** Ids of the product's images that show this variation. */
  images: number[];
  /** Null while the reader counts some of it blind. */
  available: number | null;
  inUse: boolean;
  /** Units that the business has already; only asked of a new product. */
  opening: number | null;
  /** Other variations that have the stored GTIN too. */
  sameGtin: Variation['sameGtin'];
};

export type ProductValues = {
  category: { id: number; name: string } | null;
  attributeTypes: string[];
  variations: VariationDraft[];
  images: ImageItem[];
  tags: WornTag[];
} & Pick<Product, ProductFieldName>;

export function emptyVariation(attributes: AttributeValues = {}, sku = ''): VariationDraft {
  return {
    tempId: newTempId(),
    name: '',
    sku,
    gtin: '',
    attributes,
    costCentavos: null,
    images: [],
    available: 0,
    inUse: false,
    opening: null,
    sameGtin: [],
  };
}

export function emptyProduct(): ProductValues {
  return {
    ...partOfFields(productFieldNames, 'empty'),
    category: null,
    attributeTypes: [defaultAttributeType],
    variations: [emptyVariation()],
    images: [],
    tags: [],
  };
}

export function valuesOf(product: Product): ProductValues {
  const { id: _id, version: _version, createdAt: _made, updatedAt: _changed, ...plain } = product;
  // Images of a variation are images of the product, so a picture is uploaded once and chosen.
  const images = new Map(
    [...product.images, ...product.variations.flatMap((variation) => variation.images)].map((image) => [
      image.id,
      { ...image, url: thumbnailOf(image.id) },
    ]),
  );
  return {
    ...plain,
    images: [...images.values()],
    variations: product.variations.map((variation) => ({
      ...variation,
      name:
        variation.name === nameOfCombination(product.attributeTypes, variation.attributes)
          ? ''
          : variation.name,
      costCentavos: variation.costCentavos ?? null,
      opening: null,
      images: variation.images.map((image) => image.id),
    })),
  };
}

/** A new product with everything of another one except what only one product may have: its SKUs, GTINs and stock. */
export function copyOf(product: Product, name: string): ProductValues {
  const values = valuesOf(product);
  const variations = values.variations.map(({ attributes, name, costCentavos, images }) => ({
    ...emptyVariation(attributes),
    name,
    costCentavos,
    images,
  }));
  return { ...values, name, variations };
}

const orPart = (id: number) => (id < 0 ? partOf(id) : id);

/** Change set from the former to the new images; undefined without a change. */
export function linkChanges(before: readonly number[], after: readonly number[]): ImageLinks | undefined {
  if (before.length === after.length && before.every((id, index) => id === after[index])) return undefined;
  const added = after.filter((id) => !before.includes(id));
  const add = added.filter((id) => id > 0);
  const upload = added.filter((id) => id < 0).map(partOf);
  const remove = before.filter((id) => !after.includes(id));
  return {
    ...(add.length > 0 && { add }),
    ...(upload.length > 0 && { upload }),
    ...(remove.length > 0 && { remove }),
    ...(after.length > 1 && { order: after.map(orPart) }),
  };
}

const idsOf = (images: readonly ImageItem[]) => images.map((image) => image.id);

function variationFields({ name, sku, gtin, attributes, costCentavos }: VariationDraft) {
  return { name, sku, gtin, attributes, costCentavos };
}
type VariationFields = ReturnType<typeof variationFields> & { images?: ImageLinks };

function variationChanges(
  before: readonly VariationDraft[],
  after: readonly VariationDraft[],
): ChangeSet<VariationFields, VariationUpdate> | undefined {
  const set: ChangeSet<VariationFields, VariationUpdate> = {
    ...changesOf<VariationDraft, VariationFields>(before, after, variationFields),
  };
  for (const row of after) {
    const former = before.find((other) => other.id !== undefined && other.id === row.id);
    const images = linkChanges(former?.images ?? [], row.images);
    if (!images) continue;
    if (row.id !== undefined) set.update = { ...set.update, [row.id]: { ...set.update?.[row.id], images } };
    else set.create = set.create?.map((item) => (item.tempId === row.tempId ? { ...item, images } : item));
  }
  return Object.keys(set).length > 0 ? set : undefined;
}

function plainFields({ variations: _rows, images: _images, tags: _tags, category, ...plain }: ProductValues) {
  return { ...plain, category: category?.id ?? null };
}

export function createBody(values: ProductValues): BodyInputOf<typeof api.products.create> {
  const images = linkChanges([], idsOf(values.images));
  const tags = tagChanges([], values.tags);
  return {
    ...plainFields(values),
    variations: variationChanges([], values.variations) ?? {},
    ...(images && { images }),
    ...(tags && { tags }),
  };
}

/** Only fields that differ from `before`, so that concurrent changes of others are kept. */
export function updateBody(
  before: ProductValues,
  values: ProductValues,
): BodyInputOf<typeof api.products.update> {
  const variations = variationChanges(before.variations, values.variations);
  const images = linkChanges(idsOf(before.images), idsOf(values.images));
  const tags = tagChanges(before.tags, values.tags);
  return {
    ...changedFields(plainFields(before), plainFields(values)),
    ...(variations && { variations }),
    ...(images && { images }),
    ...(tags && { tags }),
  };
}
