import { type RawBuilder, sql } from 'kysely';
import type { PackageSize } from '#contract/advertisements/package-size.ts';

/** kg and cm of the parcel of a publication `p` or a variation `v`, as JSON; null if it is not known completely. */
export const packageSql = (row: 'p' | 'v') => {
  const [weight, width, height, depth] = ['weight', 'width', 'height', 'depth'].map((side) =>
    sql.ref(`${row}.${side}`),
  );
  return sql<PackageSize | null>`case when ${weight} > 0 and ${width} > 0 and ${height} > 0 and ${depth} > 0
    then json_build_object('weight', ${weight}, 'width', ${width}, 'height', ${height}, 'depth', ${depth}) end`;
};

/** The parcel of a variation: its own, otherwise that of its publication. */
export const decidedPackageSql = (own: RawBuilder<unknown>, publicationId: RawBuilder<unknown>) =>
  sql`coalesce(${own}, (select ${packageSql('p')} from publications p where p.id = ${publicationId})::jsonb)`;
