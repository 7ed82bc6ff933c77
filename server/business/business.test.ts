import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();

test('everyone reads the profile of the business, the management changes it, and its type is fixed', async () => {
  const owner = await app.join('supply');
  const packer = await app.hire(owner.businessId, ['packer']);
  const before = await packer.call(api.business.detail);
  expect(before).toMatchObject({ id: owner.businessId, type: 'supply' });
  expect((await packer.refused(api.business.update, { body: { name: 'X' } })).code).toBe('forbidden');
  const body = { name: 'Nova Fábrica', document: '11.222.333/0001-81' };
  const after = await owner.call(api.business.update, { body, version: before.version });
  expect(after).toMatchObject({ name: 'Nova Fábrica', document: '11222333000181' });
  const stale = await owner.refused(api.business.update, { body, version: before.version });
  expect(stale).toMatchObject({ code: 'stale_version', facts: { version: after.version } });
  const type = await owner.refused(api.business.update, { body: { type: 'sales' } as object });
  expect(type.errors).toHaveProperty('type');
});
