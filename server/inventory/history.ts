import { sql } from 'kysely';
import { listSpec } from '#server/db/list.ts';

/** A history is listed newest first; its rows `e` are numbered in chronological order. */
export const historySpec = listSpec({
  fields: {},
  sql: {},
  search: null,
  sortedBy: ['at'],
  sorts: { at: sql`e.id` },
  required: ['at'],
  defaultSort: '-at',
  id: sql`e.id`,
});
