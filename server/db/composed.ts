import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from './transaction.ts';

/** Texts of one list, by what they are for. */
type Texts = Map<string, CompiledQuery<unknown>>;

const textsOfLists = new WeakMap<object, Texts>();

/**
 * Where the texts of a list are kept: composing one costs more than sending it. A list is known by the function that
 * makes its query. One that a request makes for itself is a new function each time, and keeps nothing.
 */
export function textsOf(list: object): Texts {
  const texts = textsOfLists.get(list) ?? new Map();
  textsOfLists.set(list, texts);
  return texts;
}

/** Only text without any value is kept: nothing of a business is in it. */
export function compileOnce<R>(
  texts: Texts | null,
  name: string,
  compose: () => CompiledQuery<R>,
): CompiledQuery<R> {
  const known = texts?.get(name);
  if (known) return known as CompiledQuery<R>;
  const query = compose();
  if (query.parameters.length === 0) texts?.set(name, query);
  return query;
}

/** The same for a text with values: they are `parameters`, in the order in which it names them. */
export function compileFor<R>(
  texts: Texts,
  name: string,
  parameters: readonly unknown[],
  compose: () => CompiledQuery<R>,
): CompiledQuery<R> {
  const query = texts.get(name) ?? { ...compose(), parameters: [] };
  texts.set(name, query);
  return { ...query, parameters } as CompiledQuery<R>;
}

export const slotText = 'true /* whereSlot */';
/** Where the conditions of a request go in a text that is composed without them. */
export const whereSlot = sql<SqlBool>`${sql.raw(slotText)}`;

export function withConditions<R>(
  tx: Tx,
  template: CompiledQuery<R>,
  conditions: readonly RawBuilder<SqlBool>[],
): CompiledQuery<R> {
  if (conditions.length === 0) return template;
  return injectWhere(template, sql`(${sql.join(conditions, sql`) and (`)})`.compile(tx.db));
}

export function injectWhere<R>(
  template: CompiledQuery<R>,
  { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): CompiledQuery<R> {
  const own = template.parameters.length;
  const shifted = own === 0 ? text : text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + own}`);
  return {
    ...template,
    sql: template.sql.replace(slotText, () => shifted),
    parameters: [...template.parameters, ...parameters],
  };
}
