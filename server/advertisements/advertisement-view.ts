import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { listAdvertisements } from './advertisement.queries.ts';
import type { listAdvertisementVariations } from './publication/publication.queries.ts';
import {
  figuresOfPublications,
  type PublicationFigures,
  soldOfAdvertisements,
} from './sales-figures.queries.ts';

type Found = Awaited<ReturnType<typeof listAdvertisements>>;

export async function viewAdvertisements(tx: Tx, found: Found) {
  const published = found.items.flatMap((row) => row.publications.map(({ id }) => id));
  const [figures, sold] = await Promise.all([
    figuresOfPublications(tx, published),
    soldOfAdvertisements(
      tx,
      found.items.map(({ id }) => id),
    ),
  ]);
  return {
    ...found,
    items: found.items.map((row): ListedAdvertisement => {
      const publications = row.publications.map((publication) =>
        viewPresence(publication, figures.get(publication.id)),
      );
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
        sold: sold.get(row.id) ?? 0,
        archived: row.archived,
        createdAt: row.created_at.toISOString(),
      };
    }),
  };
}

type Presence = Found['items'][number]['publications'][number];

function viewPresence(publication: Presence, figures: PublicationFigures | undefined) {
  return {
    id: publication.id,
    marketplace: publication.marketplace,
    account: { id: publication.account_id, name: publication.account_name },
    state: publication.state,
    faulty: Boolean(publication.faulty),
    code: publication.code ?? figures?.code ?? null,
    link: publication.link || (figures?.link ?? ''),
    prices: figures ? { lowest: figures.lowest, highest: figures.highest } : null,
    marginBasisPoints: figures?.margin ?? null,
    marginAtMost: figures?.atMost ?? false,
    variations: figures?.variations ?? [],
    quantityCap: figures?.cap ?? null,
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
    pushedQuantity: row.pushed_quantity,
    active: row.active,
    link: row.link,
  };
}
