import { z } from 'zod';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { findListed, foldName } from '#contract/marketplaces/listed-value.ts';
import type { CategoryAttribute, ListedValue } from '#contract/marketplaces/marketplace-category.ts';
import type { SiteSession } from '../marketplace.ts';
import { brandId, unknownBrand } from './causes.ts';
import { ShopeeError } from './shopee-error.ts';
import { maybe, numberOf, remoteId, responseOf, shopPath } from './values.ts';

type Session = Pick<SiteSession, 'call' | 'remoteUserId'>;

const page = z.object({
  brand_list: z
    .array(
      z.object({
        brand_id: remoteId,
        original_brand_name: z.string().catch(''),
        display_brand_name: maybe(z.string()),
      }),
    )
    .nullish()
    .transform((rows) => rows ?? []),
  has_next_page: z.boolean().catch(false),
  next_offset: maybe(z.number()),
  is_mandatory: z.boolean().catch(false),
});

const pageSize = 100;

async function readPage(session: Session, categoryId: string, offset: number) {
  const path = shopPath(session, 'product/get_brand_list', {
    ...{ category_id: categoryId, status: 1, offset, page_size: pageSize, language: 'pt-br' },
  });
  return responseOf(page, await session.call(path), 'brands');
}

/** `NoBrand` is a choice of every category, also of those that require a brand; the list may leave it out. */
const noBrand = { brand_id: 0, original_brand_name: 'NoBrand' };
const noneValue: ListedValue = { id: '0', name: 'Sem marca' };

type Row = z.output<typeof page>['brand_list'][number];
const viewRow = (row: Row): ListedValue => ({
  id: row.brand_id,
  name: row.display_brand_name || row.original_brand_name,
});

/** A closed list of up to thousands of brands: the first are offered, others are found by their name. */
export async function brandAttribute(session: Session, categoryId: string): Promise<CategoryAttribute> {
  const { brand_list: rows, has_next_page, is_mandatory } = await readPage(session, categoryId, 0);
  const brands = rows.map(viewRow).filter(({ id }) => id !== noneValue.id);
  return {
    ...{ id: brandId, name: 'Marca', valueType: 'list', required: is_mandatory, variation: false },
    ...{ values: [noneValue, ...brands], onlyListed: true, noneValue: noneValue.id, requestable: true },
    ...(has_next_page && { longList: true as const }),
    ...{ units: [], defaultUnit: null, maxLength: null },
  };
}

/** Pages that are read for one name, 10,000 brands. The list has no search. */
const mostPages = 100;
const mostFound = 20;

/** Brands whose name contains the text; reading ends at an equal name, which is the first. */
export async function findBrands(session: Session, categoryId: string, text: string): Promise<ListedValue[]> {
  const wanted = foldName(text);
  const found: ListedValue[] = [];
  let offset = 0;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { brand_list: rows, has_next_page, next_offset } = await readPage(session, categoryId, offset);
    const equal = rows.find((row) =>
      [row.original_brand_name, row.display_brand_name ?? ''].some((name) => foldName(name) === wanted),
    );
    const alike = rows.map(viewRow).filter(({ name }) => foldName(name).includes(wanted));
    found.push(...alike.filter(({ id }) => id !== equal?.brand_id).slice(0, mostFound - found.length));
    if (equal) return [viewRow(equal), ...found];
    const next = next_offset ?? offset + rows.length;
    if (!has_next_page || next <= offset) break;
    offset = next;
  }
  return found;
}

/** In the item's form: only brands that the category knows. */
export async function brandBody(
  session: Session,
  categoryId: string,
  attributes: readonly AttributeValue[],
): Promise<{ brand_id: number | string; original_brand_name: string }> {
  const wanted = attributes.find(({ id }) => id === brandId);
  const name = wanted?.valueName.trim() ?? '';
  if (!wanted || name === '' || wanted.valueId === noneValue.id) return noBrand;
  if (wanted.valueId !== null) return { brand_id: numberOf(wanted.valueId), original_brand_name: name };
  const brand = findListed(await findBrands(session, categoryId, name), name);
  if (brand) return { brand_id: numberOf(brand.id), original_brand_name: brand.name };
  throw new ShopeeError(400, unknownBrand, `brand ${name} is not one of this category`, {});
}

export const brandOfItem = maybe(z.object({ brand_id: remoteId, original_brand_name: z.string().catch('') }));

export const viewBrand = (brand: z.output<typeof brandOfItem>): AttributeValue[] =>
  brand && brand.brand_id !== '0'
    ? [{ id: brandId, name: 'Marca', valueId: brand.brand_id, valueName: brand.original_brand_name }]
    : [];
