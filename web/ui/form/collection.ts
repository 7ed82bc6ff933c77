import type { ChangeSet } from '#contract/change-set.ts';
import { type Draft, editCollection } from '#contract/collection.ts';

let unsaved = 0;

/** The temporary ids in this text are taken: they come from an earlier load of the page. */
export function reserveTempIds(text: string): void {
  for (const [, taken] of text.matchAll(/"new-(\d+)"/g)) unsaved = Math.max(unsaved, Number(taken));
}

/** A temporary id for an unsaved item. */
export function newTempId(): string {
  unsaved += 1;
  return `new-${unsaved}`;
}

/**
 * The change set of a nested collection between its loaded and its current items; undefined without a change.
 * `toBody` maps an item to its body: related records as ids, no `id`, no `tempId`.
 */
export function changesOf<T extends object, B extends object>(
  before: readonly Draft<T>[],
  after: readonly Draft<T>[],
  toBody: (item: Draft<T>) => B,
): ChangeSet<B, Partial<B>> | undefined {
  const edit = editCollection<B>(false);
  const kept = new Set(after.map((item) => item.id));
  for (const item of before) if (item.id !== undefined && !kept.has(item.id)) edit.remove(item.id);
  for (const item of after) {
    const former = before.find((other) => item.id !== undefined && other.id === item.id);
    if (!former || item.id === undefined) edit.add({ ...toBody(item), tempId: item.tempId ?? newTempId() });
    else {
      const change = changedFields(toBody(former), toBody(item));
      if (change) edit.change(item.id, change);
    }
  }
  return edit.changes();
}

/** The fields of `after` that differ from `before`, for the PATCH of an entity as well; undefined if none does. */
export function changedFields<B extends object>(before: B, after: B): Partial<B> | undefined {
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof B]),
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<B>) : undefined;
}
