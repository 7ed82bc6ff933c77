import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { listAdvertisements } from './advertisement.queries.ts';
import type { listAdvertisementVariations } from './publication/publication.queries.ts';
import { viewReasons } from './reasons/sale-reasons.ts';

type Found = Awaited<ReturnType<typeof listAdvertisements>>;

export function viewAdvertisements(found: Found) {
  return {
    ...found,
    items: found.items.map((row): ListedAdvertisement => {
      const publications = row.publications.map(viewPresence);
      return {
        id: row.id,
        product: row.product,
        brand: row.brand,
        image: row.image,
        quantity: row.composition.quantity,
        parts: row.composition.parts,
        asVariations: row.as_variations,
        published: publications.some((publication) => publication.state === 'active'),
        publications,
        sold: row.sold,
        archived: row.archived,
        createdAt: row.created_at.toISOString(),
      };
    }),
  };
}

type Presence = Found['items'][number]['publications'][number];

function viewPresence(publication: Presence) {
  const { lowest, highest } = publication;
  return {
    id: publication.id,
    marketplace: publication.marketplace,
    account: { id: publication.account_id, name: publication.account_name },
    state: publication.state,
    faulty: Boolean(publication.faulty),
    reasons: viewReasons(publication.reasons),
    code: publication.code,
    link: publication.link,
    prices: lowest === null || highest === null ? null : { lowest, highest },
    marginBasisPoints: publication.margin,
    marginAtMost: publication.at_most ?? false,
    variations: publication.variations ?? [],
    quantityCap: publication.cap,
    version: publication.version,
  };
}

type VariationRow = Awaited<ReturnType<typeof listAdvertisementVariations>>['items'][number];

export function viewVariationRow(row: VariationRow) {
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    gtin: row.gtin,
    advertisement: { id: row.advertisement_id, name: row.advertisement_name },
    publication: { id: row.publication_id, name: row.publication_name },
    account: { id: row.account_id, name: row.account_name },
    price: row.price_centavos,
    cost: row.cost_centavos,
    marginBasisPoints: row.margin_basis_points,
    fee: row.fee_centavos,
    freight: row.freight_centavos,
    quantity: row.quantity,
    pushedQuantity: row.synced_quantity,
    active: row.active,
    link: row.link,
  };
}
