import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { changeSet } from './change-set.ts';
import { editCollection, itemErrors } from './collection.ts';

type Item = { name: string };

test('sends nothing without changes, and only non-empty groups', () => {
  const edit = editCollection<Item>(false);
  expect(edit.changes()).toBeUndefined();
  edit.remove(4);
  expect(edit.changes()).toEqual({ remove: [4] });
});

test('adding without an id creates under a temporary id; removing an unsaved item discards it', () => {
  const edit = editCollection<Item>(false);
  const key = edit.add({ name: 'a' });
  const other = edit.add({ name: 'b' });
  expect(key).not.toBe(other);
  edit.change(key, { name: 'A' });
  edit.remove(other);
  expect(edit.changes()).toEqual({ create: [{ name: 'A', tempId: key }] });
});

test('adding an existing item: an update on a plain relation, a link on a many-to-many one', () => {
  const plain = editCollection<Item>(false);
  plain.add({ id: 7, name: 'x' });
  expect(plain.changes()).toEqual({ update: { 7: { name: 'x' } } });
  const many = editCollection<Item>(true);
  many.add({ id: 7, name: 'x' });
  expect(many.changes()).toEqual({ add: [7] });
  many.remove(7);
  expect(many.changes()).toBeUndefined();
  many.remove(8);
  many.add({ id: 8, name: 'y' });
  expect(many.changes()).toBeUndefined();
});

test('removing an existing item drops its pending update', () => {
  const edit = editCollection<Item>(false);
  edit.change(3, { name: 'x' });
  edit.remove(3);
  edit.change(3, { name: 'y' });
  expect(edit.changes()).toEqual({ remove: [3] });
});

test('errors are read back next to their item', () => {
  const leaf = { name: [{ code: 'required' as const, message: '' }] };
  const errors = { items: { create: { t1: leaf, 1: leaf }, update: { 5: leaf }, add: { 0: leaf } } };
  expect(itemErrors(errors, 'items', { tempId: 't1' })).toBe(leaf);
  expect(itemErrors(errors, 'items', { index: 1 })).toBe(leaf);
  expect(itemErrors(errors, 'items', { id: 5 })).toBe(leaf);
  expect(itemErrors(errors, 'items', { id: 6, index: 0 })).toBe(leaf);
  expect(itemErrors(errors, 'items', { id: 6 })).toBeUndefined();
  expect(itemErrors(undefined, 'items', { id: 6 })).toBeUndefined();
});

test('the schema refuses unknown groups and fields, foreign keys and masses', () => {
  const fields = z.strictObject({ name: z.string() });
  const schema = changeSet(fields, fields.partial());
  expect(
    schema.safeParse({ create: [{ name: 'a', tempId: 't' }], update: { 1: {} }, remove: [2] }).success,
  ).toBe(true);
  for (const wrong of [
    { add: [1] },
    { create: [{ name: 'a', owner: 1 }] },
    { update: { x: {} } },
    { update: { 1: { owner: 1 } } },
    { remove: [0] },
    { remove: Array.from({ length: 501 }, (_, n) => n + 1) },
    { update: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n + 1, {}])) },
  ])
    expect(schema.safeParse(wrong).success, JSON.stringify(wrong).slice(0, 80)).toBe(false);
});

type Act = { kind: 'add' | 'change' | 'remove'; pick: number; name: string };

/** Applies a change set to a plain list, as the server does to rows. */
function apply(
  saved: Map<number, string>,
  changes: ReturnType<ReturnType<typeof editCollection<Item>>['changes']>,
) {
  const rows = new Map(saved);
  for (const id of changes?.remove ?? []) rows.delete(id);
  for (const [id, change] of Object.entries(changes?.update ?? {}))
    rows.set(Number(id), change.name ?? rows.get(Number(id)) ?? '');
  return [...rows.values(), ...(changes?.create ?? []).map((item) => item.name)].toSorted();
}

test('property: applying the change set to the saved collection gives the edited one, for any edits', () => {
  const act = fc.record<Act>({
    kind: fc.constantFrom('add', 'change', 'remove'),
    pick: fc.nat(20),
    name: fc.string({ minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const saved = new Map([1, 2, 3].map((id) => [id, `saved ${id}`]));
      const shown = new Map<string | number, string>(saved);
      const edit = editCollection<Item>(false);
      for (const { kind, pick, name } of acts) {
        const keys = [...shown.keys()];
        const key = keys[pick % Math.max(1, keys.length)];
        if (kind === 'add') shown.set(edit.add({ name }), name);
        else if (key !== undefined && kind === 'change') {
          edit.change(key, { name });
          shown.set(key, name);
        } else if (key !== undefined) {
          edit.remove(key);
          shown.delete(key);
        }
      }
      const changes = edit.changes();
      expect(apply(saved, changes)).toEqual([...shown.values()].toSorted());
      const ids = [...(changes?.remove ?? []), ...Object.keys(changes?.update ?? {}).map(Number)];
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
