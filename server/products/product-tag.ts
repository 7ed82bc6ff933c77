import type { ListQuery, Page } from '#contract/primitives.ts';
import type { ProductTagRow } from '#contract/products/product-tag.ts';
import { type CountedTag, listTags, type TagKind } from '#server/business/tags/tags.queries.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

export const productTags: TagKind = {
  tags: 'product_tags',
  links: 'product_tag_links',
  record: 'product_id',
};

export const shapeProductTag = ({ worn, ...tag }: CountedTag): ProductTagRow => ({ ...tag, products: worn });

export async function listProductTags(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<ProductTagRow>> {
  const found = await listTags(tx, actor, productTags, query);
  return { ...found, items: found.items.map(shapeProductTag) };
}
