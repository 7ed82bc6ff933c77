import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { Tx } from '#server/db/transaction.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';
import type { listAdvertisements } from './advertisement.queries.ts';
import type { listAdvertisementVariations } from './publication/publication.queries.ts';
import { viewReasons } from './reasons/sale-reasons.ts';

type Found = Awaited<ReturnType<typeof listAdvertisements>>;

export function viewAdvertisements(found: Found, there: UnitsThere = new Map()) {
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
        fulfillment: addUnits(row.publications, there),
        sold: row.sold,
        archived: row.archived,
        createdAt: row.created_at.toISOString(),
      };
    }),
  };
}

type Units = { service: string; units: number };
/** By the id of the stock. */
type UnitsThere = ReadonlyMap<number, Units>;

/** Units in the warehouses of marketplaces that the ads of a page sell from; most sell from none. */
export async function readUnitsThere(tx: Tx, outside: Outside, found: Found): Promise<UnitsThere> {
  const ids = new Set(
    found.items.flatMap(({ publications }) => publications.flatMap(({ fulfillment }) => fulfillment ?? [])),
  );
  if (ids.size === 0) return new Map();
  const rows = await tx.db
    .selectFrom('fulfillment_stocks as f')
    .innerJoin('marketplace_accounts as m', 'm.id', 'f.account_id')
    .select(['f.id', 'f.sellable', 'm.marketplace', 'm.tags'])
    .where('f.id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { service: capabilitiesOf(outside, row).fulfillment ?? '', units: row.sellable },
    ]),
  );
}

function addUnits(publications: readonly Presence[], there: UnitsThere): Units[] {
  const ids = new Set(publications.flatMap(({ fulfillment }) => fulfillment ?? []));
  const units = [...ids].flatMap((id) => there.get(id) ?? []);
  return [...Map.groupBy(units, ({ service }) => service)].map(([service, of]) => ({
    service,
    units: of.reduce((sum, one) => sum + one.units, 0),
  }));
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
    marginBasisPoints: row.margin,
    fee: row.fee_centavos,
    freight: row.freight_centavos,
    quantity: row.quantity,
    pushedQuantity: row.synced_quantity,
    active: row.active,
    link: row.link,
  };
}
