import { z } from 'zod';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
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

/** The first brands of a category are offered; another is looked for when it is published. */
export async function brandAttribute(session: Session, categoryId: string): Promise<CategoryAttribute> {
  const { brand_list: brands, is_mandatory } = await readPage(session, categoryId, 0);
  return {
    ...{ id: brandId, name: 'Marca', valueType: 'string', required: is_mandatory, variation: false },
    values: brands.map((one) => ({
      id: one.brand_id,
      name: one.display_brand_name || one.original_brand_name,
    })),
    ...{ units: [], defaultUnit: null, maxLength: null },
  };
}

const noBrand = { brand_id: 0, original_brand_name: 'NoBrand' };

/** In the item's form: only brands that the category knows. */
export async function brandBody(
  session: Session,
  categoryId: string,
  attributes: readonly AttributeValue[],
): Promise<{ brand_id: number | string; original_brand_name: string }> {
  const wanted = attributes.find(({ id }) => id === brandId);
  const name = wanted?.valueName.trim() ?? '';
  if (!wanted || name === '') return noBrand;
  if (wanted.valueId !== null) return { brand_id: numberOf(wanted.valueId), original_brand_name: name };
  const isIt = (one: string | null | undefined) => one?.toLowerCase() === name.toLowerCase();
  for (let offset: number | null = 0; offset !== null; ) {
    const found: z.output<typeof page> = await readPage(session, categoryId, offset);
    const brand = found.brand_list.find(
      (one) => isIt(one.original_brand_name) || isIt(one.display_brand_name),
    );
    if (brand) return { brand_id: numberOf(brand.brand_id), original_brand_name: brand.original_brand_name };
    const next: number | null = found.next_offset ?? offset + found.brand_list.length;
    offset = found.has_next_page && next > offset ? next : null;
  }
  throw new ShopeeError(400, unknownBrand, `brand ${name} is not one of this category`, {});
}

export const brandOfItem = maybe(z.object({ brand_id: remoteId, original_brand_name: z.string().catch('') }));

export const viewBrand = (brand: z.output<typeof brandOfItem>): AttributeValue[] =>
  brand && brand.brand_id !== '0'
    ? [{ id: brandId, name: 'Marca', valueId: brand.brand_id, valueName: brand.original_brand_name }]
    : [];
