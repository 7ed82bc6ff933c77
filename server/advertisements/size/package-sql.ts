import { type RawBuilder, sql } from 'kysely';

/** kg and cm of the closed parcel of a publication, as JSON. */
export const packageSql = (publicationId: RawBuilder<unknown>) =>
  sql`(select json_build_object('weight', f.weight, 'width', f.width, 'height', f.height, 'depth', f.depth)
    from publications f where f.id = ${publicationId})`;
