import { z } from 'zod';
import type { advertisements } from '#contract/advertisements/advertisement.ts';
import { guardStates } from '#contract/advertisements/margin-change.ts';
import { packagesSent } from '#contract/advertisements/package-size.ts';
import type { PriceRule, Repriced, Repricing } from '#contract/advertisements/repricing.ts';
import { highestBand } from '#contract/advertisements/wholesale.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { maxPrice, priceChangedBy, priceEndingIn } from '#contract/money.ts';
import { type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JsonObject, JsonValue } from '#server/db/types.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { viewCapabilities } from '#server/marketplaces/account-capabilities.ts';
import { findSelectedAdvertisements } from './advertisement.queries.ts';
import { isBelowFloor } from './margin/guard-margins.ts';
import { type Priced, settlePrices } from './pricing.ts';
import { hasPackageEach, hasPriceEach } from './publication/publication-rules.ts';
import { updatePublication } from './publication/publication-update.ts';
import {
  findGuards,
  findPriced,
  findUnpublished,
  type PricedPublication,
  restoreGuards,
} from './reprice.queries.ts';

/** Rows of a preview: enough to see the effect of a rule, few enough to read the fee of each. */
const previewed = 50;

/** Prices by variation id; text keys, so that they fit into JSON. */
const prices = z.record(z.string(), z.int());
const guards = z.record(
  z.string(),
  z.object({ guard: z.enum(guardStates).nullable(), decided: z.custom<JsonValue>() }),
);
const item = z.object({
  publication: z.number(),
  name: z.string(),
  before: prices,
  /** Null: computed from the target margin when its step runs. */
  after: prices.nullable(),
  /**
   * The effect of a floor on each variation, and the price that a person accepted, to be restored; missing: left as it
   * is.
   */
  guards: guards.optional(),
});
type Item = z.output<typeof item>;
/** `undoes`: an earlier run whose prices are restored where they are still in place. */
const asked = z
  .object({
    marginBasisPoints: z.number().default(0),
    ending: z.number().nullable().default(null),
    undoes: z.number().optional(),
  })
  .loose();
type Asked = z.output<typeof asked>;
type Prices = z.output<typeof prices>;
type Guards = z.output<typeof guards>;

/** A price computed from the old one is stored here: a repeated step would raise it twice. */
function fixedPrices(publication: PricedPublication, rule: PriceRule, ending: Ending): Item['after'] {
  if (rule.kind === 'margin') return null;
  return Object.fromEntries(
    publication.variations.map(({ id, price }) => [id, sellable(priceBy(rule, price), ending)]),
  );
}

type Ending = Repricing['ending'];

function priceBy(rule: Exclude<PriceRule, { kind: 'margin' }>, price: number): number {
  if (rule.kind === 'price') return rule.price;
  return rule.kind === 'amount'
    ? Math.max(1, price + rule.centavos)
    : priceChangedBy(price, rule.basisPoints);
}

const sellable = (price: number, ending: Ending) => Math.min(maxPrice, priceEndingIn(price, ending));

export async function startRepricing(tx: Tx, actor: Actor, { rule, ending, ...selection }: Repricing) {
  const found = await findPriced(tx, selection);
  if (found.length === 0) fail('not_published');
  return startPriceRun(tx, actor, found, { rule, ending, endsAt: null });
}

type Change = Pick<Repricing, 'rule' | 'ending'> & {
  /** When the former prices come back: so long they are kept. */
  endsAt: Date | null;
};

export function startPriceRun(
  tx: Tx,
  actor: Actor,
  found: readonly PricedPublication[],
  { rule, ending, endsAt }: Change,
) {
  const items = found.map(
    (publication): Item => ({
      publication: publication.id,
      name: publication.name,
      before: pricesOf(publication.variations),
      after: fixedPrices(publication, rule, ending),
    }),
  );
  const input: JsonObject =
    rule.kind === 'margin' ? { marginBasisPoints: rule.marginBasisPoints, ending } : { kind: rule.kind };
  const records = [...new Set(found.map(({ advertisementId }) => advertisementId))];
  return startBulkRun(tx, actor, {
    kind: 'prices',
    task: 'publications.reprice',
    items,
    input,
    records,
    ...(endsAt && { neededUntil: endsAt }),
  });
}

const repricing: BulkWork<Item> = {
  task: 'publications.reprice',
  permission: 'publications.update',
  item,
  batchSize: 10,
  nameOf: ({ publication, name }) => ({ id: publication, name }),
  async work(job, { actor, input, items }) {
    const how = asked.parse(input);
    const failed: RunFailure[] = [];
    const before: Item[] = [];
    for (const one of items) {
      const done = await reprice(job, actor, one, how);
      if (done instanceof Fault)
        failed.push({ id: one.publication, name: one.name, code: done.code, reason: '' });
      else before.push({ ...one, before: done.left, after: one.before, guards: done.guards });
    }
    return async () => ({ succeeded: before.length, failed, before });
  },
};

/** Task `publications.reprice`. */
export const repriceTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, repricing);

type Done = { left: Prices; guards: Guards };

/**
 * The same checks and push as for a price that a person types, but it accepts no margin below a floor. Idempotent.
 * Returns the prices that it replaced, and the effects of floors.
 */
async function reprice(job: JobContext, actor: Actor, item: Item, how: Asked): Promise<Done | Fault> {
  const transact = <T>(work: (tx: Tx) => Promise<T>) => job.inBusiness(actor.businessId, work);
  const call = { ...job, actor, params: { id: item.publication }, version: undefined, transact };
  try {
    if (how.undoes !== undefined) await checkUnchanged(call, item);
    const wanted = item.after ?? (await pricesForMargin(call, item.publication, how));
    const update = Object.fromEntries(Object.entries(wanted).map(([id, price]) => [id, { price }]));
    const found = await transact((tx) => findGuards(tx, item.publication));
    const { variations } = await updatePublication({
      ...call,
      body: { variations: { update } },
      ofMany: true,
      read: transact,
      conclude: (work) =>
        transact(async (tx) => {
          const publication = await work(tx);
          if (item.guards) await restoreGuards(tx, item.publication, item.guards);
          return publication;
        }),
    });
    return { left: pricesOf(variations), guards: found };
  } catch (error) {
    if (error instanceof Fault && error.code !== 'marketplace_unavailable') return error;
    throw error;
  }
}

const pricesOf = (variations: readonly { id: number; price: number }[]): Prices =>
  Object.fromEntries(variations.map(({ id, price }) => [id, price]));

/** The price of the run is still in place, or is the restored one already. */
async function checkUnchanged(context: Context, { publication: id, before, after }: Item): Promise<void> {
  const [publication] = await context.transact((tx) => findPriced(tx, { publications: [id] }));
  if (!publication) fail('not_found');
  const now = pricesOf(publication.variations);
  const stands = (wanted: Prices) => Object.entries(wanted).every(([of, price]) => now[of] === price);
  if (!stands(before) && !(after && stands(after))) fail('changed_since');
}

type Context = AccountContext & { transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

/** If one price applies to all variations, it is the one that keeps the margin on the most expensive one. */
async function pricesForMargin(
  context: Context,
  id: number,
  { marginBasisPoints, ending }: Pick<Asked, 'marginBasisPoints' | 'ending'>,
): Promise<Record<string, number>> {
  const [publication] = await context.transact((tx) => findPriced(tx, { publications: [id] }));
  if (!publication) return {};
  return Object.fromEntries(
    (await quote(context, publication, { kind: 'margin', marginBasisPoints }, ending)).flatMap(
      ({ variation, priced }) => (priced ? [[variation, priced.price] as const] : []),
    ),
  );
}

async function quote(
  context: AccountContext,
  publication: PricedPublication,
  rule: PriceRule,
  ending: Ending,
) {
  const { variations } = publication;
  const isEach = hasPriceEach(context.outside, publication);
  const dearest = Math.max(...variations.map(({ cost }) => cost));
  const fixed = fixedPrices(publication, rule, ending);
  const packages = packagesSent(
    publication.package,
    variations.map((variation) => variation.package),
    hasPackageEach(context.outside, publication),
  );
  const requests = variations.map(({ id, cost }, index) => ({
    package: packages[index] ?? null,
    ...(rule.kind === 'margin'
      ? { cost: isEach ? cost : dearest, marginBasisPoints: rule.marginBasisPoints }
      : { cost, price: fixed?.[id] }),
  }));
  const place = { ...publication, account: publication.account.id };
  const found = await settlePrices(context, place, requests, (faults) => faults);
  // The fee may change with the price, so a price that is moved to its ending is quoted again.
  const ended = found.map(({ price }, index) => ({
    cost: requests[index]?.cost ?? 0,
    package: packages[index] ?? null,
    price: sellable(price, ending),
  }));
  const isMoved = ended.some(({ price }, index) => price !== found[index]?.price);
  const priced = isMoved ? await settlePrices(context, place, ended, (faults) => faults) : found;
  return variations.map(({ id }, index) => ({
    variation: id,
    priced: priced[index],
  }));
}

const partsOfPrice = ({ price, fee, freight, taxBasisPoints, marginBasisPoints }: Priced) => ({
  ...{ price, fee, freight, taxBasisPoints, marginBasisPoints },
});

/** Names per reason for which advertisements are left out. */
const namesLeftOut = 3;

/** Reasons for which one publication has no new price, while the others have. */
const refusals: readonly ErrorCode[] = ['invalid', 'account_disconnected', 'marketplace_refused'];

/** Previews the effect of a rule. */
export async function previewPrices(call: RemoteCall<typeof advertisements.previewPrices>) {
  const { rule, ending, ...selection } = call.body;
  const { selected, found, unpublished } = await call.read(async (tx) => {
    const ids = await findSelectedAdvertisements(tx, selection);
    const priced = ids.length > 0 ? await findPriced(tx, { ids }) : [];
    const left = ids.length > 0 ? await findUnpublished(tx, ids) : [];
    return { selected: ids.length, found: priced, unpublished: left };
  });
  const items: Repriced[] = [];
  for (const publication of found) {
    if (items.length >= previewed) break;
    items.push(...(await previewOf(call, publication, rule, ending)));
  }
  const notPublished: ErrorCode = 'not_published';
  const leftOut = {
    code: notPublished,
    count: unpublished.length,
    names: unpublished.slice(0, namesLeftOut),
  };
  return {
    selected,
    total: found.reduce((sum, { variations }) => sum + variations.length, 0),
    advertisements: new Set(found.map(({ advertisementId }) => advertisementId)).size,
    leftOut: leftOut.count > 0 ? [leftOut] : [],
    items: items.slice(0, previewed),
  };
}

async function previewOf(
  call: AccountContext,
  publication: PricedPublication,
  rule: PriceRule,
  ending: Ending,
): Promise<Repriced[]> {
  const after = await quote(call, publication, rule, ending).catch((error: unknown) => {
    if (error instanceof Fault && refusals.includes(error.code)) return error;
    throw error;
  });
  const refused = after instanceof Fault ? after.code : null;
  const highest = highestBand(publication.wholesale);
  const { id, name } = publication.account;
  const account = { id, name, capabilities: viewCapabilities(call.outside, publication.account) };
  return publication.variations.map((variation): Repriced => {
    const found =
      after instanceof Fault ? undefined : after.find((row) => row.variation === variation.id)?.priced;
    const inWholesale = found !== undefined && highest !== null && found.price <= highest;
    const next = inWholesale ? undefined : found;
    const isBelow = next && isBelowFloor(publication, next.marginBasisPoints, variation.decidedMargin);
    return {
      publication: { id: publication.id, name: publication.name },
      account,
      variation: { id: variation.id, name: variation.name },
      cost: variation.cost,
      before: partsOfPrice(variation),
      after: next ? partsOfPrice(next) : null,
      promotion: variation.promotion,
      refused: next ? null : inWholesale ? 'wholesale_above_price' : (refused ?? 'invalid'),
      floor: isBelow && publication.floor ? publication.floor.action : null,
    };
  });
}
