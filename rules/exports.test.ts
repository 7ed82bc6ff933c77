import { beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import type { ExportEndpoint } from '#contract/export.ts';
import { api } from '#contract/index.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

const exporting = Object.entries(api as Record<string, Record<string, EndpointDefinition>>).flatMap(
  ([entity, acts]) => (acts.export ? [{ entity, endpoint: acts.export as ExportEndpoint }] : []),
);

let app: TestApp;
let owners: Record<'sales' | 'supply', Person>;

beforeAll(async () => {
  app = await testApp();
  owners = { sales: await app.join('sales'), supply: await app.join('supply') };
});

describe('what is filtered leaves as a file', () => {
  test.each(exporting)('$entity', async ({ endpoint }) => {
    const side = can({ roles: ['owner'], businessType: 'sales' }, endpoint.permission as Permission)
      ? 'sales'
      : 'supply';
    const csv = await owners[side].download(endpoint, { query: { format: 'csv' } });
    expect(csv.contentType).toContain('text/csv');
    expect(csv.bytes.toString('utf8').charCodeAt(0)).toBe(0xfeff);
    const xlsx = await owners[side].download(endpoint, { query: { format: 'xlsx' } });
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
    expect((await owners[side].refused(endpoint, { query: { query: 'nosuchfield:1' } })).status).toBe(422);
  });
});
