import { sql } from 'kysely';
import type {
  FloorAction,
  MarginCause,
  MarginOutcome,
  MarginTerms,
} from '#contract/advertisements/margin-change.ts';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import { promotedMargin } from '#contract/advertisements/promotion.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import { bandMargin } from '#contract/advertisements/wholesale.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { marginSql } from '#server/advertisements/margin/margin-sql.ts';
import { decidedPackageSql, packageSql } from '#server/advertisements/size/package-sql.ts';
import type { StoredBand } from '#server/advertisements/wholesale/wholesale-bands.ts';
import { salesTaxNow } from '#server/business/sales-tax.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * The facts of an accepted price, with the parcel and the tax rate at that time; these are missing for prices accepted
 * before they were stored, and the margin of such a price counts no tax.
 */
export type Decided = Omit<MarginTerms, 'price' | 'taxBasisPoints'> & {
  package?: PackageSize | null;
  taxBasisPoints?: number;
};

export type GuardedVariation = {
  id: number;
  /** Its own parcel, and whether it follows its product or kit; null: that of the publication. */
  package: PackageSize | null;
  followsSize: boolean;
  /** Of the lowest price that buyers pay: that of a promotion while it runs, or of a wholesale price. */
  terms: MarginTerms;
  /** Of the regular price, which we may change. */
  regular: MarginTerms;
  promoted: boolean;
  /** The lowest price is a wholesale price. */
  isBand: boolean;
  /** When a person last accepted the price; null: not since the floor was set. */
  decided: Decided | null;
  /** The margin that a person accepted while the promotion runs. */
  accepted: number | null;
  guard: 'warned' | 'held' | null;
  /** The finding of its hold or warning; null: without one. */
  finding: Finding | null;
};

/** A finding as it is stored, and the margin with which it was reported, which later figures leave as it is. */
type Finding = { id: number; floor: number; after: MarginTerms & { reported?: number } };

export type GuardedPublication = {
  id: number;
  accountId: number;
  category: string;
  type: PublicationType;
  listing: string | null;
  freeShipping: boolean | null;
  /** The parcel follows its product or kit. */
  followsSize: boolean;
  package: PackageSize | null;
  pricePerVariation: boolean;
  wholesale: StoredBand[];
  account: { marketplace: MarketplaceId; tags: string[] };
  /** Null: the floor was removed, and something is still held by it. */
  floor: { basisPoints: number; action: FloorAction } | null;
  variations: GuardedVariation[];
};

const termsSql = sql`json_build_object('price', v.price_centavos, 'cost', v.cost_centavos,
  'fee', v.fee_centavos, 'freight', v.freight_centavos, 'taxBasisPoints', ${salesTaxNow},
  'margin', ${marginSql})`;
/** The newest one of the variation. */
const findingSql = sql`case when v.guard is not null then (select json_build_object('id', c.id,
    'floor', c.floor_basis_points, 'after', c.after) from margin_changes c
  where c.business_id = v.business_id and c.variation_id = v.id and c.outcome = v.guard and c.undone_at is null
  order by c.id desc limit 1) end`;
/** Null if no promotion runs. Its margin is computed from the rest. */
const promotedSql = sql`case when v.promotion_price_centavos is not null then json_build_object(
  'price', v.promotion_price_centavos, 'cost', v.cost_centavos, 'fee', v.promotion_fee_centavos,
  'freight', v.promotion_freight_centavos, 'marketplacePays', v.promotion_marketplace_centavos,
  'accepted', v.promotion_accepted_basis_points) end`;

const guardedPublication = prepared((db, { id, unguarded }: { id: number; unguarded: boolean }) => ({
  compile: () =>
    sql<GuardedRow>`
    select p.id, p.account_id as "accountId", p.category_id as category, p.type, p.remote_item_id as listing,
      p.free_shipping as "freeShipping", p.follows_size as "followsSize",
      ${packageSql('p')} as package,
      p.price_per_variation as "pricePerVariation", p.wholesale,
      json_build_object('marketplace', a.marketplace, 'tags', a.tags) as account,
      case when coalesce(p.floor_action, a.floor_action) is not null then json_build_object(
        'basisPoints', coalesce(p.floor_basis_points, a.floor_basis_points),
        'action', coalesce(p.floor_action, a.floor_action)) end as floor,
      (select json_agg(json_build_object('id', v.id, 'package', ${packageSql('v')}, 'followsSize', v.follows_size, 'regular', ${termsSql}, 'promotion', ${promotedSql},
          'decided', v.decided, 'guard', v.guard, 'finding', ${findingSql})
          order by v.id) from publication_variations v where v.publication_id = p.id) as variations
    from publications p join marketplace_accounts a on a.id = p.account_id
    where p.id = ${id} and p.state in ('publishing', 'active', 'paused', 'under_review')
      and (${unguarded}::boolean or p.floor_action is not null or a.floor_action is not null
        or exists (select from publication_variations v where v.publication_id = p.id and v.guard is not null))`.compile(
      db,
    ),
}));

/** A publication that has a floor, or had one; null if there is nothing to guard. */
export const findGuarded = (tx: Tx, id: number) => findWithTerms(tx, id, false);

/** The same for one that is on sale, with a floor or without. */
export const findQuoted = (tx: Tx, id: number) => findWithTerms(tx, id, true);

async function findWithTerms(tx: Tx, id: number, unguarded: boolean): Promise<GuardedPublication | null> {
  const [found] = await guardedPublication(tx, { id, unguarded });
  return found?.variations
    ? {
        ...found,
        variations: found.variations.map((one) => judgedByBands(judgedByPaidPrice(one), found.wholesale)),
      }
    : null;
}

function judgedByPaidPrice({ promotion, ...variation }: GuardedRow['variations'][number]): GuardedVariation {
  if (!promotion)
    return { ...variation, terms: variation.regular, promoted: false, isBand: false, accepted: null };
  const { marketplacePays: _, accepted, ...paid } = promotion;
  const { taxBasisPoints } = variation.regular;
  return {
    ...variation,
    terms: { ...paid, taxBasisPoints, margin: promotedMargin({ ...promotion, taxBasisPoints }) },
    promoted: true,
    isBand: false,
    accepted,
  };
}

/** A wholesale price is what buyers pay as well: the one with the lowest margin counts if it is below that of one unit. */
function judgedByBands(variation: GuardedVariation, bands: readonly StoredBand[]): GuardedVariation {
  const { cost, margin, taxBasisPoints } = variation.terms;
  const [lowest] = bands
    .map(({ price, fee, freight }) => ({
      ...{ price, cost, fee, freight, taxBasisPoints },
      margin: bandMargin({ price, fee, freight, taxBasisPoints }, cost),
    }))
    .toSorted((one, other) => one.margin - other.margin);
  if (!lowest || lowest.margin >= margin) return variation;
  return { ...variation, terms: lowest, promoted: false, isBand: true, accepted: null };
}

type GuardedRow = Omit<GuardedPublication, 'variations'> & {
  variations: (Pick<
    GuardedVariation,
    'id' | 'package' | 'followsSize' | 'regular' | 'decided' | 'guard' | 'finding'
  > & {
    promotion:
      | (Omit<MarginTerms, 'margin' | 'taxBasisPoints'> & {
          marketplacePays: number | null;
          accepted: number | null;
        })
      | null;
  })[];
};

type Change = {
  publicationId: number;
  variationId: number;
  cause: MarginCause;
  outcome: MarginOutcome;
  floor: number;
  before: MarginTerms;
  after: MarginTerms;
};

export async function recordMarginChange(tx: Tx, businessId: number, change: Change): Promise<void> {
  await tx.db
    .insertInto('margin_changes')
    .values({
      business_id: businessId,
      publication_id: change.publicationId,
      variation_id: change.variationId,
      changed_at: tx.now(),
      cause: change.cause,
      outcome: change.outcome,
      floor_basis_points: change.floor,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
    .execute();
  tx.changed(businessId, 'marginChanges');
}

/** The finding keeps its day and the margin with which it was reported. */
export async function updateMarginChange(
  tx: Tx,
  businessId: number,
  { id, after }: Finding,
  change: Pick<Change, 'cause' | 'floor' | 'before' | 'after'>,
): Promise<void> {
  await tx.db
    .updateTable('margin_changes')
    .set({
      cause: change.cause,
      floor_basis_points: change.floor,
      before: JSON.stringify(change.before),
      after: JSON.stringify({ ...change.after, reported: reportedMargin({ after }) }),
    })
    .where('id', '=', id)
    .execute();
  tx.changed(businessId, 'marginChanges');
}

export const reportedMargin = ({ after }: Pick<Finding, 'after'>): number => after.reported ?? after.margin;

export async function setGuard(tx: Tx, variationId: number, guard: 'warned' | 'held' | null): Promise<void> {
  await tx.db.updateTable('publication_variations').set({ guard }).where('id', '=', variationId).execute();
}

/** Accepts the current margin: that of a promotion until it ends or changes, every other until it is above the floor. */
export async function acceptMargin(tx: Tx, publicationId: number, variationId: number): Promise<void> {
  const found = await findQuoted(tx, publicationId);
  const variation = found?.variations.find(({ id }) => id === variationId);
  if (!variation?.promoted) return keepAsDecided(tx, publicationId, variationId);
  await tx.db
    .updateTable('publication_variations')
    .set({ promotion_accepted_basis_points: variation.terms.margin })
    .where('id', '=', variationId)
    .execute();
}

/** Current cost, fee, freight, tax and margin at the price that buyers pay: the next change is compared with them. */
export async function keepAsDecided(tx: Tx, publicationId: number, variationId: number): Promise<void> {
  const found = await findQuoted(tx, publicationId);
  const terms = found?.variations.find(({ id }) => id === variationId)?.terms;
  if (!terms) return;
  const { price: _, ...decided } = terms;
  await sql`update publication_variations v set decided = ${JSON.stringify(decided)}::jsonb
      || jsonb_build_object('package', ${decidedPackageSql(sql`(${packageSql('v')})::jsonb`, sql`v.publication_id`)})
    where v.id = ${variationId}`.execute(tx.db);
}
