import { z } from 'zod';
import type { publicationsLink } from '#contract/advertisements/publication-link.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { findAccount } from '#server/marketplaces/marketplace-account.queries.ts';
import { linkPublication } from './publication-link.ts';
import { findUnlinked } from './remote-listing.queries.ts';

type Body = BodyOf<typeof publicationsLink.linkMany>;

const components = z.array(z.object({ offer: z.number(), quantity: z.number() }));
const item = z.object({
  account: z.number(),
  remoteItem: z.string(),
  name: z.string(),
  variations: z.array(
    z.object({
      ...{ remoteVariation: z.string(), components },
      price: z.number().optional(),
      marginBasisPoints: z.number().optional(),
    }),
  ),
});
type Item = z.output<typeof item>;

/** Each ad once, of connected accounts; its name is known from the last reading. */
export async function startLinking(tx: Tx, actor: Actor, { items }: Body) {
  const names = new Map<string, string>();
  for (const [account, asked] of Map.groupBy(items, (one) => one.account)) {
    const found = (await findAccount(tx, account)) ?? fail('not_found');
    if (found.state !== 'connected') fail('account_disconnected');
    const rows = await findUnlinked(
      tx,
      account,
      asked.map(({ remoteItem }) => remoteItem),
    );
    for (const row of rows) names.set(`${account} ${row.remote_id}`, row.name);
  }
  const once = new Map(items.map((one) => [`${one.account} ${one.remoteItem}`, one]));
  const work = [...once].map(([key, one]): Item => ({ ...one, name: names.get(key) ?? one.remoteItem }));
  return startBulkRun(tx, actor, {
    kind: 'links',
    task: 'publications.link-many',
    items: work,
    input: {},
    records: [],
  });
}

const linking: BulkWork<Item> = {
  task: 'publications.link-many',
  permission: 'publications.create',
  item,
  batchSize: 5,
  fills: [
    ...(['advertisements', 'advertisement_components', 'publications'] as const),
    ...(['publication_variations', 'publication_components'] as const),
  ],
  nameOf: ({ name }) => ({ id: null, name }),
  async work(job, { actor, items }) {
    const failed: RunFailure[] = [];
    for (const one of items) {
      const fault = await linkOne(job, actor, one);
      if (fault) failed.push({ id: null, name: one.name, code: fault.code, reason: '' });
    }
    return async () => ({ succeeded: items.length - failed.length, failed });
  },
};

/** Task `publications.link-many`. */
export const linkManyTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, linking);

/** Links one ad, as a single link does. A repeated run finds it linked already, which counts as success. */
async function linkOne(job: JobContext, actor: Actor, one: Item): Promise<Fault | null> {
  const transact = <T>(work: (tx: Tx) => Promise<T>) => job.inBusiness(actor.businessId, work);
  const { account, remoteItem: link, variations } = one;
  const body = { account, link, variations };
  try {
    await linkPublication({
      ...job,
      actor,
      businessId: actor.businessId,
      body,
      transact,
      conclude: transact,
    });
    return null;
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'marketplace_unavailable') throw error;
    return error.code === 'already_linked' && job.attempt > 1 ? null : error;
  }
}
