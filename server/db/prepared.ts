import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tx } from './transaction.ts';
import type { DB } from './types.ts';

/** Stands for a parameter of the call. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once instead of for each call, because compiling costs more than executing it. `build` gets a
 * placeholder for each value and may only pass it on as a parameter.
 */
export function prepared<V extends Record<string, unknown>, R>(
  build: (db: Kysely<DB>, values: V) => Compilable<R>,
): (tx: Tx, values: V) => Promise<R[]> {
  let composed: CompiledQuery<R> | undefined;
  const slots = new Proxy({}, { get: (_target, name) => new Slot(String(name)) }) as V;
  return async (tx, values) => {
    composed ??= build(tx.db, slots).compile();
    const parameters = composed.parameters.map((value) =>
      value instanceof Slot ? values[value.name] : value,
    );
    return (await tx.db.executeQuery<R>({ ...composed, parameters })).rows;
  };
}
