import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Fault, fail } from '#server/fault.ts';

/** The sort of a list; the id breaks ties, nulls come last. */
export type Order = { sort: RawBuilder<unknown>; descending: boolean; required: boolean };

type Sorts = { sorts: Record<string, RawBuilder<unknown>>; required?: readonly string[] };

export function orderOf(spec: Sorts, asked: string): Order {
  const descending = asked.startsWith('-');
  const name = descending ? asked.slice(1) : asked;
  const sort = Object.hasOwn(spec.sorts, name) ? spec.sorts[name] : undefined;
  if (!sort)
    throw new Fault('invalid', {
      fields: { sort: 'sort_unknown_field' },
      facts: { allowed: Object.keys(spec.sorts) },
    });
  return { sort, descending, required: name === 'id' || spec.required?.includes(name) === true };
}

/** The rows after the last one of a page. */
export function afterKey(
  [key, last]: readonly [string | null, number],
  { sort, id, descending, required }: Order & { id: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  const than = descending ? sql`<` : sql`>`;
  // `nulls last` in both directions: only nulls follow a null.
  if (key === null) return sql<SqlBool>`${sort} is null and ${id} ${than} ${last}`;
  const beyond = sql<SqlBool>`(${sort}, ${id}) ${than} (${key}, ${last})`;
  return required ? beyond : sql<SqlBool>`(${beyond} or ${sort} is null)`;
}

export function parseKey(after: string): [string | null, number] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (
      Array.isArray(parsed) &&
      (parsed[0] === null || typeof parsed[0] === 'string') &&
      Number.isSafeInteger(parsed[1])
    ) {
      return [parsed[0], parsed[1]];
    }
  } catch {
    // falls through to the refusal
  }
  return fail('invalid', { fields: { after: 'invalid' } });
}

/** Where a page starts, with the parameters of its condition (`afterKey`). */
export function placeOf(after: string | undefined): { place: string; values: readonly unknown[] } {
  if (after === undefined) return { place: 'first', values: [] };
  const [key, last] = parseKey(after);
  return key === null ? { place: 'among nulls', values: [last] } : { place: 'after', values: [key, last] };
}

/** The lists that `find_matches` searches by an index, by its names for them. */
export type MatchedList =
  | 'products'
  | 'variations'
  | 'offered'
  | 'advertisements'
  | 'sales'
  | 'bench'
  | 'questions'
  | 'chats'
  | 'reviews';
