import { api } from '#contract/index.ts';
import type { virtualProducts } from '#contract/products/virtual-product.ts';
import { explainKit } from '#server/advertisements/reasons/quantity-reasons.ts';
import { fail } from '#server/fault.ts';
import { exportList } from '#server/http/export.ts';
import type { Handlers } from '#server/http/route.ts';
import { findFollowers, findKits, listKits, storedParts } from './kit.queries.ts';
import { createKit, readKit, removeKit, updateKit, viewKits } from './kit.ts';
import { kitExportColumns, listKitParts } from './kit-export.ts';

export const virtualProductRoutes: Handlers<typeof virtualProducts> = {
  list: async ({ tx, actor, query }) => {
    const found = await listKits(tx, query);
    return { ...found, items: await viewKits(tx, actor, found.items) };
  },
  export: exportList(api.virtualProducts.export, {
    name: (words) => words.advertisements.kits.title,
    list: listKitParts,
    columns: kitExportColumns,
  }),
  detail: ({ tx, actor, params }) => readKit(tx, actor, params.id),
  explain: ({ tx, params }) => explainKit(tx, params.id),
  followers: async ({ tx, params }) => {
    if ((await findKits(tx, [params.id])).length === 0) fail('not_found');
    const rows = await findFollowers(tx, await storedParts(tx, params.id));
    return {
      items: rows.map((row) => ({
        ...{ id: row.id, variation: row.variation, quantity: row.quantity },
        publication: { id: row.publication_id, name: row.publication_name },
        advertisement: { id: row.advertisement_id, name: row.advertisement_name },
        account: { id: row.account_id, name: row.account_name },
        ...{ price: row.price, marginBasisPoints: row.margin, fee: row.fee, freight: row.freight },
      })),
    };
  },
  create: ({ tx, actor, body }) => createKit(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateKit(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeKit(tx, actor, params.id),
};
