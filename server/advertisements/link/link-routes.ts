import type { publicationsLink, RemoteListing } from '#contract/advertisements/publication-link.ts';
import type { ListQuery } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { startLinking } from './link-many.ts';
import { planLink } from './link-plan.ts';
import { wantedOf } from './link-preview.ts';
import { askForListings } from './read-listings.ts';
import { listAccountListings, listRemoteListings, parseVariations } from './remote-listing.queries.ts';
import { suggestOffers } from './suggest.ts';

export const publicationsLinkRoutes: Handlers<typeof publicationsLink> = {
  list: ({ tx, query }) => listUnlinked(tx, query),
  accounts: async ({ tx, outside }) => ({ items: await listAccountListings(tx, outside) }),
  refresh: async ({ tx, actor, body, outside }) => {
    const [account] = await listAccountListings(tx, outside, body.account);
    if (!account) fail('not_found');
    if (account.state !== 'connected') fail('account_disconnected');
    await askForListings(tx, { businessId: actor.businessId, accountId: body.account });
    return (await listAccountListings(tx, outside, body.account))[0] ?? fail('not_found');
  },
  plan: remote(planLink),
  linkMany: ({ tx, actor, body }) => startLinking(tx, actor, body),
};

/** A page of them with suggestions for each variation, queried once for the whole page. */
async function listUnlinked(tx: Tx, query: ListQuery) {
  const found = await listRemoteListings(tx, query);
  const rows = found.items.map((row) => ({ row, variations: parseVariations(row.variations) }));
  const wanted = rows.flatMap(({ row, variations }) =>
    variations.map((one) => wantedOf(row.name, one, variations.length)),
  );
  const suggestions = await suggestOffers(tx, wanted);
  let n = 0;
  return {
    ...found,
    items: rows.map(
      ({ row, variations }): RemoteListing => ({
        id: row.id,
        account: { id: row.account_id, name: row.account_name },
        remoteItem: row.remote_id,
        name: row.name,
        state: row.state,
        link: row.link,
        price: row.price_centavos,
        quantity: row.quantity,
        fulfilledByMarketplace: row.fulfilled_by_marketplace,
        readAt: (row.read_at ?? tx.now()).toISOString(),
        variations: variations.map(({ id, ...one }) => ({
          remoteVariation: id,
          ...one,
          suggestions: suggestions[n++] ?? [],
        })),
      }),
    ),
  };
}
