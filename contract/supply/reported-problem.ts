import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { id, idParams, instant, listQuery, oneLine, page, text } from '../primitives.ts';
import { imageReference, pictures } from '../products/image.ts';
import { problemKinds, reportedProblemStates } from './reported-problem-states.ts';

export const problemFilter = {
  state: { kind: 'choice', values: reportedProblemStates },
  kind: { kind: 'choice', values: problemKinds },
  request: { kind: 'id' },
  supplier: { kind: 'id' },
  created: { kind: 'day' },
} as const satisfies FilterFields;
export const problemSorts = ['created'] as const;

export const maxProblemPhotos = 6;

const problem = z
  .object({
    id,
    title: z.string(),
    description: z.string(),
    kind: z.enum(problemKinds),
    state: z.enum(reportedProblemStates),
    request: z.object({ id, number: z.number() }),
    /** The line it concerns. */
    line: z.object({ id, sku: z.string(), product: z.string() }).nullable(),
    photos: z.array(imageReference),
    createdAt: instant,
    createdBy: z.string(),
    solvedAt: instant.nullable(),
    solvedBy: z.string().nullable(),
    solution: z.string(),
  })
  .meta({ id: 'ReportedProblem' });

/** Problems of received goods. Never edited: a wrong one is solved, and another one is reported. */
export const reportedProblems = entity('reportedProblems', {
  list: endpoint({
    method: 'GET',
    path: '/reported-problems',
    permission: 'reported-problems.read',
    summary: 'Reported problems of the warehouses in reach',
    query: listQuery,
    response: page(problem),
  }),
  create: endpoint({
    method: 'POST',
    path: '/reported-problems',
    permission: 'reported-problems.create',
    summary: 'Report a problem with a supply request in receiving; photos are parts of the request',
    body: z.strictObject({
      requestId: id,
      lineId: id.optional(),
      kind: z.enum(problemKinds),
      title: oneLine(120, 1),
      description: text(2000).optional(),
    }),
    files: { ...pictures, max: maxProblemPhotos },
    response: problem,
    errors: ['state_conflict', 'not_an_image', 'image_too_big', 'storage_full'],
    touches: ['supplyRequestsOngoing'],
  }),
  solve: endpoint({
    method: 'POST',
    path: '/reported-problems/:id/solve',
    permission: 'reported-problems.solve',
    summary: 'Solve a problem with its solution; final',
    params: idParams,
    body: z.strictObject({ solution: text(2000, 1) }),
    response: problem,
    errors: ['state_conflict'],
    touches: ['supplyRequestsOngoing'],
  }),
});
export type ReportedProblem = z.output<typeof problem>;
export type NewProblem = z.output<typeof reportedProblems.create.body>;
