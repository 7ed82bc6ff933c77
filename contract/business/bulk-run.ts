import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { count, errorCode, id, idParams, instant } from '../primitives.ts';

export const bulkRunKinds = [
  'labels',
  'invoices',
  'prices',
  'links',
  'fiscal_data',
  'campaign_joins',
  'campaign_leaves',
  'content',
  'publications',
  'place_labels',
] as const;
export type BulkRunKind = (typeof bulkRunKinds)[number];
export const bulkRunStates = ['running', 'done', 'stopped', 'undone'] as const;

/** Progress of long work on many rows. */
const bulkRun = z
  .object({
    id,
    kind: z.enum(bulkRunKinds),
    /** Stopped: the person who started it no longer has the permission. */
    state: z.enum(bulkRunStates),
    total: count,
    finished: count,
    succeeded: count,
    failures: count,
    /** Its result can be downloaded. */
    hasFile: z.boolean(),
    canUndo: z.boolean(),
    /** The work that this one takes back. */
    undoes: id.nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'BulkRunRow' });
export type BulkRunRow = z.output<typeof bulkRun>;

const failure = z
  .object({
    /** Null if there is no row: a file that matches nothing. */
    id: id.nullable(),
    /** How a person calls it: number of a sale, name of a file. */
    name: z.string(),
    code: errorCode,
    /** The marketplace's own words of a refusal; else empty. */
    reason: z.string(),
  })
  .meta({ id: 'BulkRunFailure' });

const bulkRunDetail = bulkRun.extend({ failed: z.array(failure) }).meta({ id: 'BulkRun' });
export type BulkRun = z.output<typeof bulkRunDetail>;

/** The answer of an act that continues as a job. */
export const startedRun = bulkRun;

/** Long work that a person or a key has started: visible only to that person or key. */
export const bulkRuns = entity('bulkRuns', {
  list: endpoint({
    method: 'GET',
    path: '/bulk-runs',
    permission: 'business.read',
    summary: 'Own background tasks of the last day, newest first',
    response: z.object({ items: z.array(bulkRun) }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/bulk-runs/:id',
    permission: 'business.read',
    summary: 'Progress of a background task, with its failed rows',
    params: idParams,
    response: bulkRunDetail,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/bulk-runs/:id/undo',
    permission: 'publications.update',
    summary: 'Undo a background task if possible, as a background task',
    params: idParams,
    response: bulkRun,
    errors: ['state_conflict'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/bulk-runs/:id/file',
    permission: 'business.read',
    summary: 'The result of a background task: all labels as one file',
    params: idParams,
    binary: 'file',
  }),
});
