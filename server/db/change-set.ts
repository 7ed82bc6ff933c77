import type { ChangeSet } from '#contract/change-set.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';

/** Which ids may be linked, and what linking does. */
export type Links = { known: ReadonlySet<number>; add(id: number): void };

export type Acts<C, U> = {
  /** Every saved item of the collection that the change may refer to. */
  ids: ReadonlySet<number>;
  /** For a many-to-many collection. */
  links?: Links;
  /** `key` locates a fault of the item: its temporary id or its index. */
  create(item: C, key: string): Promise<void>;
  update(id: number, change: U): Promise<void>;
  remove(id: number): Promise<void>;
};

/**
 * Applies a nested change set, all or nothing. Removals run first, so that a removed value may be used again. An id
 * outside the collection is refused at its index; the fields of a Fault are reported at its item.
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

/** The ids to add, for a collection that consists of links only. */
export function applyLinks(collection: string, add: readonly number[] | undefined, links: Links): void {
  const faults = link(add, links);
  if (Object.keys(faults).length > 0)
    throw new Fault('invalid', { fields: { [collection]: { add: faults } } });
}

/** Faults by index in `add`. */
function link(add: readonly number[] = [], links: Links | undefined): FieldCodes {
  const faults: FieldCodes = {};
  for (const [index, id] of add.entries()) {
    if (links?.known.has(id)) links.add(id);
    else faults[index] = { id: 'not_found' };
  }
  return faults;
}

/** Runs checks of several fields and reports all of their faults together, each below its own path. */
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
