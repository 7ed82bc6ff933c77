import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportEndpoint } from '#contract/export.ts';
import { api, endpointsByEntity } from '#contract/index.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import { messages } from '#contract/messages/index.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

const exporting = Object.entries(endpointsByEntity).flatMap(([entity, acts]) =>
  acts.export ? [{ entity, endpoint: acts.export as ExportEndpoint }] : [],
);

let app: TestApp;
let owners: Record<'sales' | 'supply', Person>;

beforeAll(async () => {
  app = await testApp();
  owners = { sales: await app.join('sales'), supply: await app.join('supply') };
});

describe('a filter applies to the file', () => {
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

  test.each(exporting)('$entity: the contract names every column of the file', async ({ endpoint }) => {
    const side = can({ roles: ['owner'], businessType: 'sales' }, endpoint.permission as Permission)
      ? 'sales'
      : 'supply';
    const heads = async (columns?: readonly string[]) => {
      const query = { format: 'csv' as const, ...(columns && { columns: columns.join() }) };
      const { bytes } = await owners[side].download(endpoint, { query });
      return bytes.toString('utf8').slice(1).split('\r\n')[0]?.split(';') ?? [];
    };
    const all = await heads();
    expect(all).toHaveLength(endpoint.columns.length);
    expect(await heads(endpoint.columns)).toEqual(all);
    expect(await heads(endpoint.columns.toReversed())).toEqual(all.toReversed());
  });

  test('prices are exported only for those who may read them', async () => {
    const money = messages.pt.dropshipping.offers;
    const floor = await app.hire(owners.supply.businessId, ['stockist']);
    const header = async (person: Person) => {
      const { bytes } = await person.download(api.dropshipItems.export, { query: { format: 'csv' } });
      return bytes.toString('utf8').split('\r\n')[0]?.slice(1).split(';') ?? [];
    };
    expect(await header(owners.supply)).toEqual(expect.arrayContaining([money.price, money.cost]));
    expect(await header(floor)).not.toContain(money.price);
    expect(await header(floor)).not.toContain(money.cost);
  });

  test('cells match their headings: the marketplace by its name, status and unit in words', async () => {
    const words = messages.pt.orders;
    const shelf = await makeShelf(app, owners.supply, 3);
    await makeBenchSale(app, { supplier: owners.supply, seller: owners.sales, shelf });
    const first = async (person: Person, endpoint: ExportEndpoint) => {
      const { bytes } = await person.download(endpoint, { query: { format: 'csv' } });
      const [heads = [], cells = []] = bytes
        .toString('utf8')
        .slice(1)
        .split('\r\n')
        .map((line) => line.split(';'));
      return Object.fromEntries(heads.map((head, place) => [head, cells[place]]));
    };
    const sold = await first(owners.sales, api.orders.export);
    expect(Object.values(marketplaceNames)).toContain(sold[words.marketplace]);
    expect(Object.values(words.statuses)).toContain(sold[words.status]);
    const shipped = await first(owners.supply, api.checkout.export);
    expect(Object.values(marketplaceNames)).toContain(shipped[words.bench.marketplace]);
    expect(Object.values(words.statuses)).toContain(shipped[words.bench.status]);
    const { products } = messages.pt;
    const made = await first(owners.supply, api.products.export);
    expect(Object.values(products.units)).toContain(made[products.unit]);
  });

  test('data of buyers is exported only with a fresh password', async () => {
    app.clock.advance(31 * 24 * 60);
    const asking: string[] = [api.orders.export.path, api.checkout.export.path];
    for (const { endpoint } of exporting) {
      const side = can({ roles: ['owner'], businessType: 'sales' }, endpoint.permission as Permission);
      const asked = owners[side ? 'sales' : 'supply'].download(endpoint, { query: { format: 'csv' } });
      if (asking.includes(endpoint.path))
        await expect(asked).rejects.toMatchObject({ problem: { code: 'fresh_authentication_required' } });
      else await asked;
    }
  });

  test('a file contains what its list shows, and nothing that the list omits', async () => {
    const shelf = await makeShelf(app, owners.supply, 7);
    await makeOffer(owners.supply, shelf, 4321);
    const { bytes } = await owners.sales.download(api.dropshipping.export, { query: { format: 'csv' } });
    const text = bytes.toString('utf8');
    expect(text).toContain(shelf.sku);
    // The cost is the supplier's own; the price is what it asks of sellers.
    expect(text).not.toContain('15,00');
    expect(text).toContain('43,21');
  });
});
