import type { ChangeSet } from './change-set.ts';
import type { FieldErrorTree } from './errors.ts';

/** An item as a form holds it: saved ones have an id, new ones a temporary id. */
export type Draft<T> = T & { id?: number; tempId?: string };

/**
 * The editing state of one nested collection. `many` is the many-to-many flag: adding an existing item is then
 * a link (`add`), otherwise an update.
 */
export function editCollection<T extends object>(many: boolean) {
  const adds = new Set<number>();
  const creates = new Map<string, T>();
  const updates = new Map<number, Partial<T>>();
  const removes = new Set<number>();
  let unsaved = 0;

  return {
    add(item: Draft<T>): string | number {
      const { id, tempId, ...rest } = item;
      if (id === undefined) {
        const key = tempId ?? `new-${++unsaved}`;
        creates.set(key, rest as T);
        return key;
      }
      const wasRemoved = removes.delete(id);
      if (many) {
        if (!wasRemoved) adds.add(id);
      } else updates.set(id, { ...updates.get(id), ...(rest as Partial<T>) });
      return id;
    },
    change(key: string | number, change: Partial<T>): void {
      if (typeof key === 'number') {
        if (!removes.has(key)) updates.set(key, { ...updates.get(key), ...change });
      } else if (creates.has(key)) creates.set(key, { ...(creates.get(key) as T), ...change });
    },
    remove(key: string | number): void {
      if (typeof key === 'string') {
        creates.delete(key);
        return;
      }
      updates.delete(key);
      if (!adds.delete(key)) removes.add(key);
    },
    changes(): ChangeSet<T, Partial<T>> | undefined {
      const set: ChangeSet<T, Partial<T>> = {
        ...(adds.size > 0 && { add: [...adds] }),
        ...(creates.size > 0 && { create: [...creates].map(([tempId, item]) => ({ ...item, tempId })) }),
        ...(updates.size > 0 && { update: Object.fromEntries(updates) }),
        ...(removes.size > 0 && { remove: [...removes] }),
      };
      return Object.keys(set).length > 0 ? set : undefined;
    },
  };
}

/**
 * Errors of one item, read back from a refused answer: created items by temporary id (or index), saved ones by id, links by
 * `index`, their place in `add`.
 */
export function itemErrors(
  errors: FieldErrorTree | undefined,
  collection: string,
  item: { id?: number; tempId?: string; index?: number },
): FieldErrorTree | undefined {
  const tree = branch(errors, collection);
  if (item.id !== undefined)
    return branch(branch(tree, 'update'), String(item.id)) ?? branch(branch(tree, 'add'), String(item.index));
  const created = branch(tree, 'create');
  return branch(created, item.tempId ?? '') ?? branch(created, String(item.index));
}

function branch(tree: FieldErrorTree | undefined, key: string): FieldErrorTree | undefined {
  const value = tree?.[key];
  return value && !Array.isArray(value) ? value : undefined;
}
