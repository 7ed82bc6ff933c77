import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type ContentChange,
  type ContentChanging,
  contentChange,
} from '#contract/advertisements/content-change.ts';
import { contentFields } from '#contract/advertisements/content-field.ts';
import { packageOf } from '#contract/advertisements/package-size.ts';
import type { Publication } from '#contract/advertisements/publication.ts';
import { updateAdvertisement } from '#server/advertisements/advertisement.ts';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import { updatePublication } from '#server/advertisements/publication/publication-update.ts';
import { addToImportRun, type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import {
  type Content,
  type ContentTarget,
  content,
  findEdit,
  findOwnContent,
  findPublicationContent,
  readEdit,
  recordEdit,
  type TargetVariation,
} from './content.queries.ts';
import { changedContent, codeOf, type Plan, planner } from './content-plan.ts';
import { findAdded, findTargets } from './content-targets.ts';
import { nameOf } from './preview-content.ts';

const task = 'advertisements.change-content';

const item = z.object({
  advertisement: z.number(),
  /** Null: the advertisement itself. */
  publication: z.number().nullable(),
  name: z.string(),
  /** Of a sheet: the content that it states. */
  after: content.exactOptional(),
  /** Of an undo: the edit whose former content comes back. */
  edit: z.number().exactOptional(),
});
type Item = z.output<typeof item>;
/** What a sheet changes of one publication. */
export type ContentRunItem = Item;
const asked = z.object({ change: contentChange.optional() }).loose();

/** Starts the change; targets that it is not about are left out. */
export async function startContentChange(
  tx: Tx,
  actor: Actor,
  { change, own, ...selection }: ContentChanging,
) {
  const { targets, added } = await findTargets(tx, selection, { change, own });
  const isAbout = (target: ContentTarget) =>
    change.kind === 'attribute_set' || changedContent(target, change, added) !== null;
  const items = targets.filter(isAbout).map(
    (target): Item => ({
      advertisement: target.advertisement.id,
      publication: target.publication?.id ?? null,
      name: nameOf(target),
    }),
  );
  if (items.length === 0) fail('nothing_to_change');
  return startBulkRun(tx, actor, {
    kind: 'content',
    task,
    items,
    input: { change },
    records: [...new Set(items.map(({ advertisement }) => advertisement))],
  });
}

/** Adds what a sheet changes to the run of its import, which its first rows start. */
export async function addToContentRun(
  tx: Tx,
  actor: Actor,
  importId: number,
  items: readonly ContentRunItem[],
): Promise<void> {
  const records = [...new Set(items.map(({ advertisement }) => advertisement))];
  await addToImportRun(tx, actor, importId, { kind: 'content', task, items, records });
}

const changing: BulkWork<Item> = {
  task,
  permission: 'publications.update',
  item,
  batchSize: 10,
  nameOf: ({ advertisement, name }) => ({ id: advertisement, name }),
  async work(job, { runId, actor, input, items }) {
    const step: Step = {
      ...{ job, runId, actor },
      transact: (work) => job.inBusiness(actor.businessId, work),
      plan: await planOfRun(job, actor, asked.parse(input).change),
    };
    const failed: RunFailure[] = [];
    const before: Item[] = [];
    for (const one of items) {
      const done = await editOnce(step, one);
      if (typeof done === 'number') before.push(editedItem(one, done));
      else failed.push({ id: one.advertisement, name: one.name, code: codeOf(done), reason: '' });
    }
    return async () => ({ succeeded: before.length, failed, before });
  },
};

const editedItem = ({ advertisement, publication, name }: Item, edit: number): Item => ({
  ...{ advertisement, publication, name, edit },
});

/** Task `advertisements.change-content`. */
export const changeContentTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, changing);

type Step = {
  job: JobContext;
  runId: number;
  actor: Actor;
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Null for an undo: the edit of each item says what comes back. */
  plan: ((target: ContentTarget) => Promise<Plan>) | null;
};

async function planOfRun(job: JobContext, actor: Actor, change: ContentChange | undefined) {
  if (!change) return null;
  const context: AccountContext = {
    ...job,
    businessId: actor.businessId,
    transact: (work) => job.inBusiness(actor.businessId, work),
  };
  const added = await context.transact((tx) => findAdded(tx, change));
  return planner(context, change, added);
}

/** Edits one target, unless this run has done so already. Returns the edit, or why there is none. */
async function editOnce(step: Step, one: Item): Promise<number | Fault> {
  try {
    const known = await step.transact((tx) => findEdit(tx, { ...one, runId: step.runId }));
    if (known !== null) return known;
    const target = await step.transact((tx) => findTarget(tx, one));
    const plan = await planOf(step, one, target);
    if ('refused' in plan) return new Fault(plan.refused);
    return await (one.publication === null ? editOwn : editPublication)(step, one, target, plan);
  } catch (error) {
    if (error instanceof Fault && error.code !== 'marketplace_unavailable') return error;
    throw error;
  }
}

async function findTarget(tx: Tx, { advertisement, publication }: Item): Promise<ContentTarget> {
  const [target] =
    publication === null
      ? await findOwnContent(tx, [advertisement], contentFields)
      : await findPublicationContent(tx, { publication }, contentFields);
  return target ?? fail('not_found');
}

function planOf(step: Step, one: Item, target: ContentTarget): Promise<Plan> | Plan {
  if (step.plan) return step.plan(target);
  if (one.after) return { before: contentOf(target, one.after), after: one.after };
  return planUndo(step, one, target);
}

/** The present content of the parts that another one names. */
function contentOf(target: ContentTarget, about: Content): Content {
  const { name, description, attributes, pictures, package: size } = target;
  const plain = partsOf({ name, description, attributes, images: pictures, package: size }, about);
  if (!about.variations) return plain;
  const ofVariation = ([id, parts]: [string, object]) => {
    const now = target.variations.find((one) => one.id === Number(id));
    const keys = Object.keys(parts) as (keyof TargetVariation)[];
    return [id, Object.fromEntries(keys.map((key) => [key, now?.[key]]))] as const;
  };
  return { ...plain, variations: Object.fromEntries(Object.entries(about.variations).map(ofVariation)) };
}

/** The former content comes back if the present one is still that of the edit. */
async function planUndo(step: Step, { edit = 0 }: Item, target: ContentTarget): Promise<Plan> {
  const made = (await step.transact((tx) => readEdit(tx, edit))) ?? fail('not_found');
  const isAsLeft = isDeepStrictEqual(contentOf(target, made.after), made.after);
  return isAsLeft ? { before: made.after, after: made.before } : { refused: 'changed_since', limit: null };
}

type Edit = { before: Content; after: Content };

function editOwn(
  step: Step,
  one: Item,
  { version }: ContentTarget,
  { before, after }: Edit,
): Promise<number> {
  const { actor } = step;
  const { name, description, images } = after;
  return step.transact(async (tx) => {
    const body = {
      ...(name !== undefined && { product: name }),
      ...(description !== undefined && { description }),
      ...(images && { images }),
    };
    await updateAdvertisement(tx, actor, one.advertisement, body, version);
    publicationChanged(tx, actor.businessId);
    return recordEdit(tx, actor.businessId, { ...one, runId: step.runId }, { before, after });
  });
}

/** The parts of the stored content that an edit is about. */
function partsOf(
  {
    name,
    description,
    images,
    attributes,
    package: size,
  }: Pick<Publication, 'name' | 'description' | 'images' | 'attributes'> & Pick<ContentTarget, 'package'>,
  about: Content,
): Content {
  return {
    ...(about.name !== undefined && { name }),
    ...(about.description !== undefined && { description }),
    ...(about.images && { images: images.map(({ id }) => id) }),
    ...(about.attributes && { attributes }),
    ...(about.package !== undefined && { package: size }),
  };
}

/** The same checks and push as for content that a person types. */
async function editPublication(
  { job, runId, actor, transact }: Step,
  one: Item,
  { version }: ContentTarget,
  { before, after }: Edit,
): Promise<number> {
  const { variations, package: size, ...plain } = after;
  let edit = 0;
  await updatePublication({
    ...{ ...job, actor, version, transact },
    params: { id: one.publication ?? 0 },
    body: { ...plain, ...size, ...(variations && { variations: { update: variations } }) },
    ofMany: true,
    read: transact,
    conclude: (work) =>
      transact(async (tx) => {
        const publication = await work(tx);
        publicationChanged(tx, actor.businessId);
        const left = {
          ...partsOf({ ...publication, package: packageOf(publication) }, after),
          ...(variations && { variations }),
        };
        edit = await recordEdit(tx, actor.businessId, { ...one, runId }, { before, after: left });
        return publication;
      }),
  });
  return edit;
}
