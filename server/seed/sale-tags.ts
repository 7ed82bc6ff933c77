import type { TagBody } from '#contract/business/tag.ts';
import type { App } from '#server/app.ts';
import { createTag } from '#server/business/tags/tags.ts';
import { tagOrders } from '#server/orders/order-tag.ts';
import { orderTags } from '#server/orders/order-tag-kind.ts';
import type { Team } from './people.ts';
import { play } from './stage.ts';

/** Tags of the demo's sales: every so many sales from one on wear each. */
const kinds: readonly (TagBody & { every: number; from: number })[] = [
  { name: 'Presente', colour: 'pink', every: 9, from: 2 },
  { name: 'Cliente antigo', colour: 'petrol', every: 14, from: 5 },
  { name: 'Conferir endereço', colour: 'amber', every: 23, from: 1 },
];

export async function tagSales(app: App, team: Team, at: Date): Promise<void> {
  await play(app, async ({ tx, as }) => {
    const seller = team.administrator;
    await as(seller, at);
    const rows = await tx.db
      .selectFrom('orders')
      .select('id')
      .where('business_id', '=', seller.businessId)
      .orderBy('id')
      .execute();
    for (const { every, from, ...body } of kinds) {
      const { id } = await createTag(tx, seller, orderTags, body);
      const ids = rows.filter((_, index) => index % every === from).map((row) => row.id);
      if (ids.length > 0) await tagOrders(tx, seller, { ids, change: { tags: { add: [id] } } });
    }
  });
}
