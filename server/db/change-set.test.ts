import { expect, test } from 'vitest';
import { Fault } from '#server/fault.ts';
import { applyChangeSet } from './change-set.ts';

type Item = { name: string };

function acts(ids: number[]) {
  const done: string[] = [];
  return {
    done,
    ids: new Set(ids),
    async create(item: Item, key: string) {
      if (item.name === '') throw new Fault('invalid', { fields: { name: 'required' } });
      done.push(`create ${item.name} at ${key}`);
    },
    async update(id: number, change: Partial<Item>) {
      if (change.name === '') throw new Fault('invalid', { fields: { name: 'required' } });
      done.push(`update ${id} ${change.name}`);
    },
    async remove(id: number) {
      done.push(`remove ${id}`);
    },
  };
}

test('removes first, then updates, then creates; the temporary id is not a field', async () => {
  const made = acts([1, 2]);
  await applyChangeSet<Item, Partial<Item>>(
    'items',
    { create: [{ name: 'a', tempId: 't' }, { name: 'b' }], update: { 2: { name: 'x' } }, remove: [1] },
    made,
  );
  expect(made.done).toEqual(['remove 1', 'update 2 x', 'create a at t', 'create b at 1']);
});

test('reports every fault at the field of its item', async () => {
  const refused = applyChangeSet<Item, Partial<Item>>(
    'items',
    {
      create: [{ name: '', tempId: 't' }, { name: 'b' }, { name: '' }],
      update: { 1: { name: '' }, 9: { name: 'x' } },
      remove: [8],
    },
    acts([1]),
  );
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    fields: {
      items: {
        create: { t: { name: 'required' }, 2: { name: 'required' } },
        update: { 1: { name: 'required' }, 9: { id: 'not_found' } },
        remove: { 0: 'not_found' },
      },
    },
  });
});

test('links known ids and refuses the others at their index among those that were sent', async () => {
  const linked: number[] = [];
  const links = { known: new Set([4, 6]), add: (id: number) => void linked.push(id) };
  const change = (add: number[]) =>
    applyChangeSet<Item, Partial<Item>>('items', { add }, { ...acts([]), links });
  await change([4, 6]);
  expect(linked).toEqual([4, 6]);
  await expect(change([5, 4, 7])).rejects.toMatchObject({
    fields: { items: { add: { 0: { id: 'not_found' }, 2: { id: 'not_found' } } } },
  });
  await expect(applyChangeSet<Item, Partial<Item>>('items', { add: [4] }, acts([4]))).rejects.toMatchObject({
    fields: { items: { add: { 0: { id: 'not_found' } } } },
  });
});

test('does nothing for an empty change set, and passes other errors through', async () => {
  const made = acts([1]);
  await applyChangeSet('items', undefined, made);
  await applyChangeSet('items', {}, made);
  expect(made.done).toEqual([]);
  const broken = {
    ...made,
    remove: async () => {
      throw new Fault('state_conflict');
    },
  };
  await expect(applyChangeSet('items', { remove: [1] }, broken)).rejects.toMatchObject({
    code: 'state_conflict',
  });
});
