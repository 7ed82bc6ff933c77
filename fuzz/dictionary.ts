import type { Pick } from './arbitrary.ts';

/** `warehouseId`, `warehouses`, `warehouse` are one name. */
export function stemOf(field: string): string {
  return field
    .replace(/[^A-Za-z]/g, '')
    .replace(/(Ids?|_ids?)$/, '')
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
}

type Value = string | number;
const kept = 40;

/** Values that answers have shown, by the name of their field: how ids and codes that exist get into requests. */
export class Dictionary {
  readonly #ids = new Map<string, Value[]>();
  readonly #values = new Map<string, Value[]>();

  #add(map: Map<string, Value[]>, name: string, value: Value): void {
    const list = map.get(name) ?? [];
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > kept) list.shift();
    map.set(name, list);
  }

  /** Reads ids from an answer; `entity` is the word of its path under which its own ids are stored. */
  learn(value: unknown, entity: string, depth = 0): void {
    if (depth > 6 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 10)) this.learn(item, entity, depth + 1);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const plain = typeof inner === 'number' || (typeof inner === 'string' && inner.length < 400);
      if (!plain) this.learn(inner, key === 'items' ? entity : key, depth + 1);
      else if (key === 'id') this.#add(this.#ids, stemOf(entity), inner);
      else if (/Id$/.test(key)) this.#add(this.#ids, stemOf(key), inner);
      else if (inner !== '')
        this.#add(this.#values, key === 'next' ? stemOf(`next ${entity}`) : stemOf(key), inner);
    }
  }

  has(entity: string): boolean {
    return (this.#ids.get(stemOf(entity))?.length ?? 0) > 0;
  }

  /** Deleted records are requested less often. */
  forget(entity: string, id: Value): void {
    const list = this.#ids.get(stemOf(entity));
    const at = list?.indexOf(id) ?? -1;
    if (at >= 0) list?.splice(at, 1);
  }

  /** A value of that name; where there is none, any id. */
  find({ field, place, as }: Pick): Value | undefined {
    const stem = stemOf(field);
    const fits = (value: Value) => as === 'text' || typeof value === 'number';
    const ids = this.#ids.get(stem) ?? [];
    const named = ids.length > 0 ? ids : (this.#values.get(stem) ?? []).filter(fits);
    // Ids of a marketplace are texts; in a numeric parameter they would find nothing.
    const list = named.length > 0 ? named : [...this.#ids.values()].flat().filter(fits).slice(0, kept);
    // The newest first: place 0 is what a smaller counterexample ends at.
    return list.at(-1 - (place % Math.max(1, list.length)));
  }
}
