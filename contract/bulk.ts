import { z } from 'zod';
import { count, errorCode, filterText, id } from './primitives.ts';

/** More rows than this are refused: one transaction holds them all until its end. */
export const maxBulk = 5000;

/**
 * The list that the caller saw: its number of rows, and `asOf` of its answer. If the list now finds other rows, or one
 * of them has changed, nothing is changed and the difference is returned (412).
 */
export const seenSelection = z
  .strictObject({
    count: count.max(1_000_000_000, 'too_big'),
    asOf: z.iso.datetime({ offset: true }),
    /** The list had `totalCapped`: there are at least this many. */
    capped: z.boolean().optional(),
  })
  .meta({ id: 'SeenSelection' });

/** The selected rows, for a body with further fields: use `isIdsOrQuery`. */
export const selected = {
  ids: z.array(id).min(1, 'required').max(maxBulk, 'too_big').optional(),
  query: filterText.optional(),
  seen: seenSelection.optional(),
};
/** Selected rows that an act would leave as they are, by the reason, with the names of the first. */
export const leftOutRows = z.array(z.object({ code: errorCode, count, names: z.array(z.string()) }));

export const isIdsOrQuery = (body: { ids?: number[]; query?: string }) =>
  (body.ids === undefined) !== (body.query === undefined);
export const notIdsOrQuery = { path: ['ids'], error: 'choose_one' };

/** A change of all rows that a filter finds requires the count and time of the list that the caller saw. */
export const isSeen = (body: { query?: string; seen?: object }) =>
  body.query === undefined || body.seen !== undefined;
export const notSeen = { path: ['seen'], error: 'required' };

/** Rows named by id, or all that the filter of their list finds; an empty filter finds every one. */
export const bulkSelection = z
  .strictObject(selected)
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'BulkSelection' });
export type BulkSelection = z.output<typeof bulkSelection>;

/** Body of `PATCH base`: the same change for every selected row. */
export function bulkChange<C extends z.ZodRawShape>(change: z.ZodObject<C>) {
  return z
    .strictObject({
      ...selected,
      change: change.refine((fields) => Object.keys(fields).length > 0, 'required'),
    })
    .refine(isIdsOrQuery, notIdsOrQuery)
    .refine(isSeen, notSeen);
}

/** The changed rows, and a reason for each of the others. */
export const bulkOutcome = z
  .object({
    done: z.array(id),
    failed: z.array(z.object({ id, code: errorCode })),
  })
  .meta({ id: 'BulkOutcome' });
export type BulkOutcome = z.output<typeof bulkOutcome>;

/** `failed`: rows with a reason of their own. Requested rows in neither list were not found. */
export function outcomeOf(
  asked: readonly number[],
  done: readonly number[],
  failed: BulkOutcome['failed'] = [],
): BulkOutcome {
  const rows = [...new Set(asked)];
  const reasons = new Map(failed.map(({ id: row, code }) => [row, code]));
  const isDone = new Set(done);
  return {
    done: rows.filter((row) => isDone.has(row)),
    failed: rows
      .filter((row) => !isDone.has(row))
      .map((row) => ({ id: row, code: reasons.get(row) ?? 'not_found' })),
  };
}
