import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';

const app = await testApp();
let serial = 0;
const newKey = () => `key-${++serial}`;

const create = (person: Person, description: string, key: string) =>
  person.call(api.categories.create, { body: { description }, key });

async function effects(person: Person): Promise<{ categories: unknown; audited: unknown }> {
  const [row] = await app.rows(
    person.businessId,
    `select (select count(*) from categories) as categories,
      (select count(*) from audit_entries where endpoint = 'categories.create') as audited`,
  );
  return { categories: row?.categories, audited: row?.audited };
}

test('INV-52: twenty simultaneous requests with one key have one effect and one answer', async () => {
  const owner = await app.join('supply');
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(owner, 'Casa', key)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await effects(owner)).toEqual({ categories: 1, audited: 1 });
  expect(await create(owner, 'Casa', key)).toEqual(answers[0]);
});

test('INV-52: a different body under the same key is refused and changes nothing', async () => {
  const owner = await app.join('supply');
  const key = newKey();
  await create(owner, 'Casa', key);
  const refused = await owner.refused(api.categories.create, { body: { description: 'Jardim' }, key });
  expect(refused).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  expect(await effects(owner)).toEqual({ categories: 1, audited: 1 });
});

test('INV-52: a key is scoped to its sender, its business and its endpoint', async () => {
  const owner = await app.join('supply');
  const colleague = await app.hire(owner.businessId, ['owner']);
  const stranger = await app.join('supply');
  const key = newKey();
  const mine = await create(owner, 'Casa', key);
  const theirs = await create(colleague, 'Casa e jardim', key);
  const other = await create(stranger, 'Casa', key);
  expect(new Set([mine.id, theirs.id, other.id]).size).toBe(3);
  const elsewhere = await owner.call(api.warehouses.create, { body: { name: 'Galpão' }, key });
  expect(elsewhere.name).toBe('Galpão');
});

test('INV-52: a refusal stores no answer, and its key may be used again', async () => {
  const owner = await app.join('supply');
  const key = newKey();
  await owner.refused(api.categories.create, { body: { description: 'Vaso', father: 999_999 }, key });
  await owner.call(api.categories.create, { body: { description: 'Vaso' }, key });
  expect(await effects(owner)).toEqual({ categories: 1, audited: 1 });
});

test('INV-52: a remote operation holds its key while it runs, and repeats its answer afterwards', async () => {
  const owner = await app.join('supply');
  const key = newKey();
  const files = [{ name: 'caneca.png', bytes: await makePicture(40, 40, { r: 1, g: 2, b: 3 }) }];
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => owner.call(api.images.create, { files, key })),
  );
  const ids = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.items[0]?.id] : []));
  expect(ids.length).toBeGreaterThan(0);
  const codes = tries.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.problem?.code)] : []));
  expect(new Set(codes).size === 0 || codes.every((code) => code === 'in_progress')).toBe(true);
  const again = await owner.call(api.images.create, { files, key });
  expect(new Set([...ids, again.items[0]?.id]).size).toBe(1);
  expect((await owner.call(api.images.list, {})).total).toBe(1);
});
