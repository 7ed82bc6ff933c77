import type { ChangeSet } from '#contract/change-set.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';

export type Acts<C, U> = {
  /** Every saved item of the collection that the change may touch. */
  ids: ReadonlySet<number>;
  /** `key` is where a fault of the item is shown: its temporary id, or its place. */
  create(item: C, key: string): Promise<void>;
  update(id: number, change: U): Promise<void>;
  remove(id: number): Promise<void>;
};

/**
 * Applies a nested change set, all or nothing. Removes come first, so that a removed value may be given anew.
 * An id that is not in the collection is refused where it stands; a Fault with fields is put at its item.
 */
export async function applyChangeSet<C extends object, U extends object>(
  collection: string,
  changes: ChangeSet<C, U> | undefined,
  acts: Acts<C, U>,
): Promise<void> {
  if (!changes) return;
  const faults: { create: FieldCodes; update: FieldCodes; remove: FieldCodes } = {
    create: {},
    update: {},
    remove: {},
  };
  const at = async (group: keyof typeof faults, key: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Fault) || !error.fields) throw error;
      faults[group][key] = error.fields;
    }
  };
  for (const [index, id] of (changes.remove ?? []).entries()) {
    if (acts.ids.has(id)) await acts.remove(id);
    else faults.remove[index] = 'not_found';
  }
  for (const [key, change] of Object.entries(changes.update ?? {})) {
    const id = Number(key);
    if (acts.ids.has(id)) await at('update', key, () => acts.update(id, change));
    else faults.update[key] = { id: 'not_found' };
  }
  for (const [index, { tempId, ...item }] of (changes.create ?? []).entries()) {
    const key = tempId ?? String(index);
    await at('create', key, () => acts.create(item as C, key));
  }
  const found = Object.entries(faults).filter(([, group]) => Object.keys(group).length > 0);
  if (found.length > 0) throw new Fault('invalid', { fields: { [collection]: Object.fromEntries(found) } });
}
