import { sql } from 'kysely';
import { z } from 'zod';
import { compositionKey } from '#server/advertisements/kit/kit.queries.ts';
import { createPublication } from '#server/advertisements/publication/publication-create.ts';
import { addToImportRun, type RunFailure } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext } from '#server/marketplaces/account-access.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { findTokens } from '#server/marketplaces/account-tokens.queries.ts';
import { openLike } from './new-ads.ts';
import { contentOfAd, openAds } from './sheet.queries.ts';
import { draftOf, findCategory, sheetAd } from './sheet-ad.ts';

const task = 'advertisements.publish-sheet';
const item = sheetAd.extend({ advertisement: z.number() });
type Item = z.output<typeof item>;

/** Adds new publications of a sheet to the run of its import. */
export const addToPublishRun = (tx: Tx, actor: Actor, importId: number, items: readonly Item[]) =>
  addToImportRun(tx, actor, importId, {
    ...{ kind: 'publications', task, items },
    records: [...new Set(items.map(({ advertisement }) => advertisement))],
  });

const publishing: BulkWork<Item> = {
  task,
  permission: 'publications.create',
  item,
  batchSize: 5,
  fills: ['publications', 'publication_variations', 'publication_components'],
  nameOf: ({ advertisement, title }) => ({ id: advertisement, name: title }),
  async work(job, { actor, items }) {
    const failed: RunFailure[] = [];
    for (const one of items) {
      const fault = await publishOne(job, actor, one);
      if (fault) failed.push({ id: one.advertisement, name: one.title, code: fault.code, reason: '' });
    }
    return async () => ({ succeeded: items.length - failed.length, failed });
  },
};

/** Task `advertisements.publish-sheet`. */
export const publishSheetTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, publishing);

/** Thrown inside the transaction of the creation: another run of the same file was faster. */
class PublishedAlready extends Error {
  override readonly name = 'PublishedAlready';
}

/** Publishes one ad as the form does, unless the account has it already, e.g. by a former try of this step. */
async function publishOne(job: JobContext, actor: Actor, one: Item): Promise<Fault | null> {
  const { advertisement, ...ad } = one;
  const context = jobAccountContext(job, actor.businessId);
  try {
    if (await context.transact((tx) => isPublished(tx, one))) return null;
    const category = await findCategory(context, ad.account, ad.category);
    if ('error' in category) return invalidField(category.column, 'invalid');
    const draft = await context.transact(async (tx) => {
      const account = (await findTokens(tx, ad.account)) ?? fail('not_found');
      const content = await contentOfAd(tx, advertisement);
      return draftOf(ad, content, category, capabilitiesOf(context.outside, account));
    });
    if ('error' in draft) return invalidField(draft.column, 'invalid');
    await createPublication({
      ...{ ...job, actor, params: { id: advertisement }, body: draft },
      transact: context.transact,
      conclude: (work) =>
        context.transact(async (tx) => {
          await lockAd(tx, one);
          if (await isPublished(tx, one)) throw new PublishedAlready();
          return work(tx);
        }),
    });
    return null;
  } catch (error) {
    if (error instanceof PublishedAlready) return null;
    if (!(error instanceof Fault) || error.code === 'marketplace_unavailable') throw error;
    return error;
  }
}

/** Two runs of one file publish the same ad one after the other. */
const lockAd = (tx: Tx, { account, title }: Item) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`new ad ${account} ${title.toLowerCase()}`}, 0))`.execute(
    tx.db,
  );

async function isPublished(tx: Tx, one: Item): Promise<boolean> {
  const keys = one.variations.map(({ components }) => compositionKey(components));
  const there = openLike(await openAds(tx, [one.title]), one, keys);
  if (there === 'some') fail('state_conflict');
  return there === 'all';
}
