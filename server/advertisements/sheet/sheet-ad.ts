import { z } from 'zod';
import { packageSize } from '#contract/advertisements/package-size.ts';
import type { AttributeValue, NewPublication } from '#contract/advertisements/publication.ts';
import { publicationTypes } from '#contract/advertisements/publication-type.ts';
import type { ImportCellError } from '#contract/business/import/import.ts';
import { findListed, foldName } from '#contract/marketplaces/listed-value.ts';
import type {
  CategoryAttribute,
  CategorySettings,
  MarketplaceCategory,
} from '#contract/marketplaces/marketplace-category.ts';
import { isSameType } from '#contract/products/attribute-types.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { categorySettings, listRoots, searchCategories } from '#server/marketplaces/marketplace-category.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type { AdContent } from './sheet.queries.ts';
import { readAttributes } from './sheet-texts.ts';

const trait = z.object({ name: z.string(), value: z.string() });

/** A new publication as the rows of a sheet state it. */
export const sheetAd = z.object({
  account: z.number(),
  title: z.string(),
  /** Null: that of the advertisement. */
  description: z.string().nullable(),
  /** As it is written: an id, a name, a path, or empty. */
  category: z.string(),
  type: z.enum(publicationTypes).nullable(),
  /** As they are written: a line for each value. */
  attributes: z.string(),
  package: packageSize,
  variations: z.array(
    z.object({
      ...{ sku: z.string(), gtin: z.string(), price: z.number() },
      /** What distinguishes it from the others: Cor, Azul. */
      trait: trait.nullable(),
      /** Its own parcel; null: that of the ad. */
      package: packageSize.nullable(),
      components: z.array(z.object({ offer: z.number(), quantity: z.number() })),
    }),
  ),
});
export type SheetAd = z.output<typeof sheetAd>;

/** A cell of all rows of an ad that cannot be as it is. */
export type CellRefusal = { column: string; error: ImportCellError; detail?: string };
const refusal = (column: string, error: ImportCellError, detail = ''): CellRefusal => ({
  ...{ column, error, detail },
});

/** An id of the marketplace's: digits, maybe after letters. */
const isCode = (text: string) => /^[a-z]{0,4}\d+$/i.test(text);

/**
 * The category that a cell names: by its id, or by its name or the end of its path if exactly one category has it. An
 * empty cell is the category of goods without one, where the marketplace has that.
 */
export async function findCategory(
  context: AccountContext,
  account: number,
  text: string,
): Promise<CategorySettings | CellRefusal> {
  if (text === '') {
    const none = (await listRoots(context, account)).find(({ leaf, name }) => leaf && name === '');
    return none ? categorySettings(context, account, none.id) : refusal('category', 'required');
  }
  if (isCode(text)) return categorySettings(context, account, text);
  const steps = text.split(/[›>]/).map(foldName);
  const found = await searchCategories(context, account, steps.at(-1) ?? '');
  const named = found.filter(({ name, path }) => {
    const names = (path.length > 0 ? path : [{ name }]).map((step) => foldName(step.name));
    return names.slice(-steps.length).join('›') === steps.join('›');
  });
  const [only] = named;
  if (!only) return refusal('category', 'category_unknown', codesOf(found));
  if (named.length > 1) return refusal('category', 'category_several', codesOf(named));
  return categorySettings(context, account, only.id);
}

/** What the search of the marketplace found, to be copied into the cell. */
const codesOf = (found: readonly MarketplaceCategory[]): string =>
  found
    .slice(0, 3)
    .map(({ id, name, path }) => `${id}: ${path.map((step) => step.name).join(' › ') || name}`)
    .join('; ');

/** The publication that the create endpoint gets; what the sheet does not state is as in a new form. */
export function draftOf(
  ad: SheetAd,
  { brand, description, images }: AdContent,
  category: CategorySettings,
  capabilities: Capabilities,
): NewPublication | CellRefusal {
  const { listingTypes, conditions, freeShipping, mostPictures } = capabilities;
  if (ad.type && !listingTypes.includes(ad.type)) return refusal('type', 'type_unknown');
  const attributes = attributesOf(ad.attributes, brand, category.attributes);
  if (attributes === null) return refusal('attributes', 'attribute_unknown', namesOf(category));
  return {
    ...{ account: ad.account, name: ad.title, category: category.id, attributes },
    type: ad.type ?? (listingTypes.includes('classic') ? 'classic' : (listingTypes[0] ?? 'classic')),
    description: ad.description ?? description,
    ...ad.package,
    video: '',
    condition: conditions[0] ?? null,
    warranty: null,
    handlingDays: null,
    freeShipping: freeShipping && false,
    images: images.slice(0, Math.min(mostPictures, category.maxPictures)),
    variations: ad.variations.map(({ trait: said, ...variation }) => ({
      ...variation,
      name: said?.value ?? '',
      attributes: said ? [distinguishing(said, category.attributes)] : [],
      active: true,
    })),
  };
}

/** Attributes of the category, by which a line can be corrected. */
const namesOf = ({ attributes }: CategorySettings): string =>
  attributes
    .map(({ name }) => name)
    .slice(0, 12)
    .join(', ');

/** The lines of a cell, and the brand of the goods if they do not name one. */
function attributesOf(
  text: string,
  brand: string,
  known: readonly CategoryAttribute[],
): AttributeValue[] | null {
  const named = (name: string, id: string) => ({ id, name, valueId: null, valueName: '' });
  const read = readAttributes(
    text,
    known.flatMap(({ id, name }) => [named(name, id), named(id, id)]),
  );
  const hasBrand = known.some(({ id }) => id === 'BRAND') && !read?.some(({ id }) => id === 'BRAND');
  const branded = hasBrand && brand !== '' ? [{ ...named('BRAND', 'BRAND'), valueName: brand }] : [];
  return read && [...branded, ...read].map((said) => listedOf(said, known));
}

function listedOf(said: AttributeValue, known: readonly CategoryAttribute[]): AttributeValue {
  const attribute = known.find(({ id }) => id === said.id);
  const listed = attribute && findListed(attribute.values, said.valueName);
  return {
    ...said,
    name: attribute?.name ?? said.name,
    ...(listed && { valueId: listed.id, valueName: listed.name }),
  };
}

/** The attribute by which the category distinguishes variations, or one of our own. */
function distinguishing(
  { name, value }: z.output<typeof trait>,
  known: readonly CategoryAttribute[],
): AttributeValue {
  const attribute = known.find(
    (one) => one.variation && [one.name, one.id].some((called) => isSameType(called, name)),
  );
  return listedOf({ id: attribute?.id ?? null, name, valueId: null, valueName: value }, known);
}
