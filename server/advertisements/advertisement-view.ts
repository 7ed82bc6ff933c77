import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { listAdvertisements } from './advertisement.queries.ts';
import type { listAdvertisementVariations } from './publication.queries.ts';

type Found = Awaited<ReturnType<typeof listAdvertisements>>;

export function viewAdvertisements(found: Found) {
  return {
    ...found,
    items: found.items.map((row): ListedAdvertisement => {
      const publications = row.publications.map((publication) => ({
        id: publication.id,
        account: { id: publication.account_id, name: publication.account_name },
        state: publication.state,
        faulty: Boolean(publication.faulty),
      }));
      return {
        id: row.id,
        product: row.product,
        brand: row.brand,
        image: row.image,
        quantity: row.quantity,
        parts: row.parts,
        published: publications.some((publication) => publication.state === 'active'),
        publications,
        archived: row.archived,
        createdAt: row.created_at.toISOString(),
      };
    }),
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
    quantity: row.quantity,
    pushedQuantity: row.pushed_quantity,
    active: row.active,
    link: row.link,
  };
}
