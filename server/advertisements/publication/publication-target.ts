import { z } from 'zod';
import { packageOf } from '#contract/advertisements/package-size.ts';
import { publicationQuantities } from '#server/advertisements/composition.ts';
import { findTaxCodes } from '#server/advertisements/tax/publication-tax.ts';
import { parseBands } from '#server/advertisements/wholesale/wholesale-bands.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ListingContent, VariationContent } from '#server/outside/marketplaces/listing.ts';
import {
  listPublicationImages,
  listVariationRows,
  lockPublication,
  type VariationRow,
} from './publication.queries.ts';
import { parseAttributes } from './publication-view.ts';
import { readSaleTerms } from './sale-terms.ts';

export const publicationPayload = z.object({ businessId: z.number(), publicationId: z.number() });

export type TargetVariation = VariationRow & {
  quantity: number;
  revision: number | null;
  /** That has the quantity; null: the default one. */
  location: string | null;
  kit: boolean;
};
export type Target = NonNullable<Awaited<ReturnType<typeof loadTarget>>>;

/** The desired state that a job brings to the marketplace, with the quantities of this moment. */
export async function loadTarget(tx: Tx, publicationId: number) {
  const row = await lockPublication(tx, publicationId);
  if (!row) return null;
  const [rows, quantities, kits, images, taxCodes] = await Promise.all([
    listVariationRows(tx, [publicationId]),
    publicationQuantities(tx, publicationId),
    kitVariations(tx, publicationId),
    listPublicationImages(tx, publicationId),
    findTaxCodes(tx, publicationId),
  ]);
  return {
    ...row,
    images,
    taxCodes,
    variations: rows.map(
      (variation): TargetVariation => ({
        ...variation,
        quantity: quantities.get(variation.id)?.quantity ?? 0,
        revision: quantities.get(variation.id)?.revision ?? null,
        location: quantities.get(variation.id)?.location ?? null,
        kit: kits.has(variation.id),
      }),
    ),
  };
}

/** Variations made of more than one unit: the GTIN of their part is not theirs. */
async function kitVariations(tx: Tx, publicationId: number): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('publication_components as c')
    .innerJoin('publication_variations as v', 'v.id', 'c.publication_variation_id')
    .select(['v.id', (part) => part.fn.sum<number>('c.quantity').as('units')])
    .where('v.publication_id', '=', publicationId)
    .groupBy('v.id')
    .execute();
  return new Set(rows.filter((row) => Number(row.units) > 1).map((row) => row.id));
}

/** Unique, even if another installation uses the same marketplace account. */
const stamp = (target: Pick<Target, 'created_at'>) => target.created_at.getTime().toString(36);
export const publicationMark = (target: Target) => `easy-p${target.id}-${stamp(target)}`;
export const variationMark = (target: Target, variation: { id: number }) =>
  `easy-v${variation.id}-${stamp(target)}`;

/** Ids at the marketplace: of the publication's pictures, and of those of variations with their own photos. */
export type Pictures = { all: string[]; byVariation: ReadonlyMap<number, readonly string[]> };

export function contentOf(target: Target, pictures: Pictures): ListingContent {
  return {
    name: target.name,
    categoryId: target.category_id,
    type: target.type,
    description: target.description,
    package: packageOf(target),
    video: target.video,
    ...readSaleTerms(target),
    attributes: parseAttributes(target.attributes),
    pictureIds: pictures.all,
    mark: publicationMark(target),
    taxCodes: target.taxCodes,
    wholesale: parseBands(target.wholesale),
  };
}

export function variationContent(
  target: Target,
  variation: TargetVariation,
  pictures: Pictures,
): VariationContent {
  return {
    id: variation.remote_variation_id,
    sku: variation.sku,
    gtin: variation.gtin,
    kit: variation.kit,
    attributes: parseAttributes(variation.attributes),
    package: packageOf(variation),
    price: variation.price_centavos,
    quantity: variation.quantity,
    mark: variationMark(target, variation),
    pictureIds: pictures.byVariation.get(variation.id) ?? null,
  };
}
