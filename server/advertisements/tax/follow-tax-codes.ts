import { sql } from 'kysely';
import { z } from 'zod';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import type { Task } from '#server/jobs/task.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import type { ContentPart } from '#server/outside/marketplaces/listing.ts';

const taxed = z.object({ businessId: z.number(), productId: z.number() });
const part: ContentPart = 'identity';

/** Task `products.taxed`: sends the codes to the business's publications of the product whose marketplace takes any. */
export const productTaxedTask: Task = async (job, input) => {
  const { businessId, productId } = taxed.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const rows = await tx.db
      .selectFrom('publications as p')
      .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
      .select(['p.id', 'm.marketplace', 'm.tags'])
      .where('p.business_id', '=', businessId)
      .where('p.state', '<>', 'closed')
      .where('p.remote_item_id', 'is not', null)
      .where(
        sql<boolean>`exists (select from publication_variations v
          join publication_components c on c.publication_variation_id = v.id
          join dropship_items d on d.id = c.dropship_item_id
          where v.publication_id = p.id and d.product_id = ${productId})`,
      )
      .execute();
    const reported = rows.filter((account) => capabilitiesOf(job.outside, account).takesTaxCodes);
    if (reported.length === 0) return;
    const ids = reported.map(({ id }) => id);
    await tx.db
      .updateTable('publications')
      .set({
        pending_fields: sql<string[]>`array(select distinct unnest(pending_fields || ${[part]}::text[]))`,
      })
      .where('id', 'in', ids)
      .execute();
    for (const id of ids) enqueuePush(tx, businessId, id);
    publicationChanged(tx, businessId);
  });
};
