import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { jobOf, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { printLabelsTask } from './print-labels.ts';

const app = await testApp();
const owner = await app.join('supply');

async function program(role: Role, maker: Person = owner) {
  const { id, token } = await makeKey(maker, role);
  return { id, ...app.withToken(token) };
}

async function packed(): Promise<number> {
  const shelf = await makeShelf(app, owner, 5);
  const id = await makeBenchSale(app, { supplier: owner, seller: owner, shelf }, 1);
  await packSale(owner, id, shelf.sku, 1);
  return id;
}

const begin = async (who: Pick<Person, 'call'>) =>
  (
    await who.call(api.checkout.printMany, {
      body: { ids: [await packed()], format: 'zpl', reason: 'rasgou' },
    })
  ).id;
const listed = async (who: Pick<Person, 'call'>) =>
  (await who.call(api.bulkRuns.list, {})).items.map(({ id }) => id);
const stateOf = async (id: number) =>
  (await app.rows(owner.businessId, `select state, finished, file_id from bulk_runs where id = ${id}`))[0];

test('a background task of an API key is visible to that key only, and the key sees no other tasks', async () => {
  const [packer, other] = [await program('packer'), await program('owner')];
  const [byOwner, byPacker, byOther] = [await begin(owner), await begin(packer), await begin(other)];
  await drain(app);
  const begun = [
    { who: owner, id: byOwner },
    { who: packer, id: byPacker },
    { who: other, id: byOther },
  ];
  for (const { who, id } of begun) {
    expect(await listed(who)).toEqual([id]);
    expect(await who.call(api.bulkRuns.detail, { params: { id } })).toMatchObject({
      state: 'done',
      succeeded: 1,
      hasFile: true,
    });
    expect((await who.download(api.bulkRuns.file, { params: { id } })).bytes.toString()).toContain('^XA');
    for (const foreign of begun.filter((one) => one.id !== id)) {
      const params = { id: foreign.id };
      expect((await who.refused(api.bulkRuns.detail, { params })).code).toBe('not_found');
      expect((await who.refused(api.bulkRuns.file, { params })).code).toBe('not_found');
    }
  }
});

const ends: { name: string; end: (key: { id: number }, maker: Person) => Promise<unknown> }[] = [
  { name: 'revoked', end: ({ id }) => owner.call(api.apiKeys.revoke, { params: { id } }) },
  {
    name: 'expired',
    end: ({ id }) =>
      app.rows(owner.businessId, `update api_keys set expires_at = '2026-01-01' where id = ${id}`),
  },
  {
    name: 'dead: its maker is no owner any more',
    end: (_, maker) =>
      app.rows(
        owner.businessId,
        `update staff set roles = '{administrator}' where user_id = ${maker.userId}`,
      ),
  },
];

test.each(ends)('a running job stops when its key is revoked: $name', async ({ end }) => {
  const maker = await app.hire(owner.businessId, ['owner']);
  const key = await program('packer', maker);
  const [begun, waiting, ofMaker] = [await begin(key), await begin(key), await begin(maker)];
  await printLabelsTask(jobOf(app), { businessId: owner.businessId, runId: begun });
  await end(key, maker);
  await drain(app);
  expect(await stateOf(begun)).toEqual({ state: 'stopped', finished: 1, file_id: null });
  expect(await stateOf(waiting)).toEqual({ state: 'stopped', finished: 0, file_id: null });
  expect(await stateOf(ofMaker)).toMatchObject({ state: 'done', finished: 1 });
});
