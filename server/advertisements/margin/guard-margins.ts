import type { MarginCause } from '#contract/advertisements/margin-change.ts';
import { isSamePackage } from '#contract/advertisements/package-size.ts';
import { taxOf } from '#contract/money.ts';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import { refreshCosts } from '#server/advertisements/publication/publication-cost.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import { publicationPayload } from '#server/advertisements/publication/publication-target.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext } from '#server/marketplaces/account-access.ts';
import {
  type Decided,
  findGuarded,
  type GuardedPublication,
  type GuardedVariation,
  keepAsDecided,
  recordMarginChange,
  reportedMargin,
  setGuard,
  updateMarginChange,
} from './guard.queries.ts';
import { raisePrices } from './raise-prices.ts';
import { refreshQuotes } from './refresh-quotes.ts';

type Place = { businessId: number; publicationId: number };

/** Task `publication.guard`: reads fee and freight again, and applies the floor. */
export async function guardTask(job: JobContext, input: unknown): Promise<void> {
  const place = publicationPayload.parse(input);
  await refreshQuotes(jobAccountContext(job, place.businessId), place);
  if (await guardMargins(job, place))
    await job.inBusiness(place.businessId, async (tx) =>
      enqueuePush(tx, place.businessId, place.publicationId),
    );
}

/**
 * Holds, warns, reprices or releases variations whose margin fell below the floor by cost, fee, freight or tax, or rose
 * above it again. Returns whether something changed. Idempotent.
 */
export async function guardMargins(job: JobContext, place: Place): Promise<boolean> {
  const { businessId, publicationId } = place;
  const settled = await job.inBusiness(businessId, async (tx) => {
    // Most have no floor: one query finds out.
    if (!(await findGuarded(tx, publicationId))) return null;
    await refreshCosts(tx, publicationId);
    const found = await findGuarded(tx, publicationId);
    return found && { found, changed: await settle(tx, businessId, found) };
  });
  if (!settled) return false;
  const { found, changed } = settled;
  if (found.floor?.action !== 'reprice' || !found.variations.some((one) => isRepriced(found, one)))
    return changed;
  return (await reprice(job, place, found)) || changed;
}

/** Margins that a person accepted are no violation of the floor: `decided` of the price, `accepted` of the promotion. */
export function isBelowFloor(
  { floor }: Pick<GuardedPublication, 'floor'>,
  margin: number,
  decided: number | null,
  accepted: number | null = null,
): boolean {
  if (floor === null) return false;
  const { basisPoints } = floor;
  return margin < Math.min(basisPoints, decided ?? basisPoints, accepted ?? basisPoints);
}

const isBelow = (of: Pick<GuardedPublication, 'floor'>, { terms, decided, accepted }: GuardedVariation) =>
  isBelowFloor(of, terms.margin, decided?.margin ?? null, accepted);

/**
 * Another price would wait for the end of the promotion and change nothing until then, and it changes no wholesale
 * price, so the seller is warned instead.
 */
const isRepriced = (found: Pick<GuardedPublication, 'floor'>, variation: GuardedVariation) =>
  !variation.promoted && isRegularBelow(found, variation);

const isRegularBelow = (found: Pick<GuardedPublication, 'floor'>, { regular, decided }: GuardedVariation) =>
  isBelowFloor(found, regular.margin, decided?.margin ?? null);

/**
 * Not checked since the floor was set, or accepted below it once and above it now: from here on the floor applies
 * again.
 */
function isUndecided({ floor }: GuardedPublication, { terms, decided }: GuardedVariation): boolean {
  if (floor === null || terms.margin < floor.basisPoints) return false;
  return decided === null || decided.margin < floor.basisPoints;
}

/** Changes that need no price of the marketplace, in the transaction that found them. */
async function settle(tx: Tx, businessId: number, found: GuardedPublication): Promise<boolean> {
  let changed = false;
  for (const variation of found.variations) {
    const below = isBelow(found, variation);
    const action = below ? found.floor?.action : undefined;
    if (!below && isUndecided(found, variation)) await keepAsDecided(tx, found.id, variation.id);
    if (isRepriced(found, variation) && action === 'reprice') continue;
    const wanted = action === 'hold' ? 'held' : action ? 'warned' : null;
    if (wanted) {
      if (await report(tx, businessId, found, variation, wanted)) changed = true;
    } else if (variation.guard) {
      await setGuard(tx, variation.id, null);
      if (variation.guard === 'held') await record(tx, businessId, found, variation, 'released');
      changed = true;
    }
  }
  if (changed) publicationChanged(tx, businessId);
  return changed;
}

/** A margin that falls further by this much is reported again, and not only shown: one percentage point. */
const reportedFall = 100;

/**
 * Holds or warns of a variation with a finding. The finding of one that is held or warned of already follows its
 * figures. Returns whether something is new.
 */
async function report(
  tx: Tx,
  businessId: number,
  found: GuardedPublication,
  variation: GuardedVariation,
  wanted: 'held' | 'warned',
): Promise<boolean> {
  const { guard, finding, terms } = variation;
  if (guard === wanted && finding && terms.margin > reportedMargin(finding) - reportedFall) {
    const change = changeOf(found, variation);
    const { margin, price, cost } = finding.after;
    const isSame =
      margin === terms.margin &&
      price === terms.price &&
      cost === terms.cost &&
      finding.floor === change.floor;
    if (!isSame) await updateMarginChange(tx, businessId, finding, change);
    return false;
  }
  if (guard !== wanted) await setGuard(tx, variation.id, wanted);
  await record(tx, businessId, found, variation, wanted);
  return true;
}

/** If no price reaches the margin, nothing is sold. */
async function reprice(job: JobContext, place: Place, found: GuardedPublication): Promise<boolean> {
  const below = found.variations.filter((variation) => isRepriced(found, variation));
  const { businessId } = place;
  try {
    await raisePrices(job, businessId, found, below, async (tx, priceOf) => {
      for (const variation of below)
        await record(tx, businessId, found, variation, 'repriced', priceOf(variation.id));
    });
    return true;
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'marketplace_unavailable') throw error;
    // Not now: closed, disconnected or changed by somebody meanwhile. The next check finds it again.
    if (error.code !== 'invalid') return false;
  }
  return job.inBusiness(businessId, async (tx) => {
    for (const variation of below) await report(tx, businessId, found, variation, 'held');
    publicationChanged(tx, businessId);
    return true;
  });
}

/** The regular price keeps the floor, and that of the promotion or a wholesale price does not. */
const isByLower = (found: Pick<GuardedPublication, 'floor'>, variation: GuardedVariation) =>
  (variation.promoted || variation.isBand) && isBelow(found, variation) && !isRegularBelow(found, variation);

const risingParts = ['cost', 'fee', 'freight', 'tax'] as const;

function causeOf(found: GuardedPublication, variation: GuardedVariation): MarginCause {
  const { terms, decided } = variation;
  if (isByLower(found, variation)) return variation.isBand ? 'wholesale' : 'promotion';
  if (!decided) return 'floor';
  const { followsSize, package: parcel } = variation.package ? variation : found;
  const rises: Record<(typeof risingParts)[number], number> = {
    cost: terms.cost - decided.cost,
    fee: riseOf(terms.fee, decided.fee),
    freight: riseOf(terms.freight, decided.freight),
    tax: taxOf(terms.price, terms.taxBasisPoints - (decided.taxBasisPoints ?? 0)),
  };
  const most = Math.max(...Object.values(rises).map(Math.abs));
  if (most === 0) return 'floor';
  const cause = risingParts.find((part) => Math.abs(rises[part]) === most) ?? 'cost';
  const isResized = followsSize && decided.package !== undefined && !isSamePackage(parcel, decided.package);
  return cause === 'freight' && isResized ? 'size' : cause;
}

/** An increase of an amount that is unknown on one side is unknown. */
const riseOf = (now: number | null, before: number | null) =>
  now === null || before === null ? 0 : now - before;

const termsOf = ({ package: _, ...terms }: Decided) => ({ taxBasisPoints: 0, ...terms });

function record(
  tx: Tx,
  businessId: number,
  found: GuardedPublication,
  variation: GuardedVariation,
  outcome: 'held' | 'warned' | 'released' | 'repriced',
  after = variation.terms,
): Promise<void> {
  return recordMarginChange(tx, businessId, {
    publicationId: found.id,
    variationId: variation.id,
    outcome,
    ...changeOf(found, variation),
    after,
  });
}

function changeOf(found: GuardedPublication, variation: GuardedVariation) {
  const { terms, regular, decided } = variation;
  return {
    cause: causeOf(found, variation),
    floor: found.floor?.basisPoints ?? 0,
    before: isByLower(found, variation)
      ? regular
      : decided
        ? { price: terms.price, ...termsOf(decided) }
        : terms,
    after: terms,
  };
}
