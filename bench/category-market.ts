import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { seal } from '#server/seal.ts';
import { secretKey } from './product.ts';

const category = {
  id: 'MLB269653',
  name: 'Canecas',
  path_from_root: [{ id: 'MLB269653', name: 'Canecas' }],
  children_categories: [],
  settings: { listing_allowed: true, max_title_length: 200 },
};

function answerOf(path: string, query: URLSearchParams): unknown {
  if (path.endsWith('/attributes')) return [];
  if (path.startsWith('/categories/')) return category;
  if (path.endsWith('/listing_prices'))
    return [{ listing_type_id: query.get('listing_type_id'), sale_fee_amount: 5 }];
  if (path.endsWith('/shipping_options/free')) return { coverage: { all_country: { list_cost: 18.9 } } };
  return null;
}

/**
 * The questions of a publication's change to the marketplace: category, fee and freight; the product caches them for
 * minutes.
 */
export async function startCategoryMarket(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://market');
    const answer = answerOf(pathname, searchParams);
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Gives every seeded account tokens that the product can open; sealing is never the same twice, so no part of the seed. */
export async function connectAccounts(adminUrl: string): Promise<void> {
  const token = seal(secretKey, 'marketplace-tokens', 'APP_USR-bench');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `update marketplace_accounts set access_token = $1, refresh_token = $1, token_expires_at = '2100-01-01',
        state = 'connected', swept_at = now()`,
      [token],
    );
  } finally {
    await client.end();
  }
}
