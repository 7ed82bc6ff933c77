import type { ChangeSet } from '#contract/change-set.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';

/** What may be linked, and what linking it does. */
export type Links = { known: ReadonlySet<number>; add(id: number): void };

export type Acts<C, U> = {
  /** Every saved item of the collection that the change may touch. */
  ids: ReadonlySet<number>;
  /** Of a many-to-many collection. */
  links?: Links;
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
  const faults: Record<'add' | 'create' | 'update' | 'remove', FieldCodes> = {
    add: {},
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
  faults.add = link(changes.add, acts.links);
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

/** A collection that is nothing but links: those to add. */
export function applyLinks(collection: string, add: readonly number[] | undefined, links: Links): void {
  const faults = link(add, links);
  if (Object.keys(faults).length > 0)
    throw new Fault('invalid', { fields: { [collection]: { add: faults } } });
}

/** Faults by the place in `add`. */
function link(add: readonly number[] = [], links: Links | undefined): FieldCodes {
  const faults: FieldCodes = {};
  for (const [index, id] of add.entries()) {
    if (links?.known.has(id)) links.add(id);
    else faults[index] = { id: 'not_found' };
  }
  return faults;
}

/** Runs checks of several places and refuses all of them at once, each fault below its own path. */
export function refuseTogether(checks: readonly { path: readonly string[]; check: () => void }[]): void {
  const fields: FieldCodes = {};
  for (const { path, check } of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Fault) || !error.fields) throw error;
      Object.assign(branchOf(fields, path), error.fields);
    }
  }
  if (Object.keys(fields).length > 0) throw new Fault('invalid', { fields });
}

function branchOf(fields: FieldCodes, path: readonly string[]): FieldCodes {
  let at = fields;
  for (const key of path) {
    const next = (at[key] ?? {}) as FieldCodes;
    at[key] = next;
    at = next;
  }
  return at;
}
