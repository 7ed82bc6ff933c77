import { sql } from 'kysely';
import { z } from 'zod';
import type { ContentField } from '#contract/advertisements/content-field.ts';
import { type PackageSize, packageOf, packageSize } from '#contract/advertisements/package-size.ts';
import { type AttributeValue, attributeValue } from '#contract/advertisements/publication.ts';
import { hasSoldSql } from '#server/advertisements/publication/publication.queries.ts';
import { parseAttributes } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { OpenAccount } from '#server/marketplaces/marketplace-category.ts';

export type Picture = { id: number; name: string };

/** What a bulk change may change of a publication, or of the advertisement itself. */
export const content = z.object({
  name: z.string().exactOptional(),
  description: z.string().exactOptional(),
  images: z.array(z.number()).exactOptional(),
  attributes: z.array(attributeValue).exactOptional(),
  /** The parcel, which only a sheet changes; null: it was not known. */
  package: packageSize.nullable().exactOptional(),
  /** What a sheet changes of single variations, by their ids. */
  variations: z
    .record(
      z.string(),
      z.object({
        name: z.string().exactOptional(),
        gtin: z.string().exactOptional(),
        price: z.number().exactOptional(),
        components: z.array(z.object({ offer: z.number(), quantity: z.number() })).exactOptional(),
        /** Its own parcel; null: that of the ad. */
        package: packageSize.nullable().exactOptional(),
      }),
    )
    .exactOptional(),
});
export type Content = z.output<typeof content>;
const storedEdit = z.object({ before: content, after: content });

/** The content of a publication, or of an advertisement itself; parts that were not asked for are empty. */
export type ContentTarget = {
  advertisement: { id: number; name: string };
  publication: {
    id: number;
    category: string;
    /** The marketplace has it already. */
    listed: boolean;
    /** A unit of it was sold. */
    sold: boolean;
    account: OpenAccount & { name: string };
    connected: boolean;
    /** Attributes that differ by variation. */
    varying: string[];
  } | null;
  version: number;
  name: string;
  description: string;
  pictures: Picture[];
  attributes: AttributeValue[];
  package: PackageSize | null;
  /** Of a single publication that is about to be changed. */
  variations: TargetVariation[];
};
export type TargetVariation = {
  id: number;
  name: string;
  gtin: string;
  price: number;
  components: { offer: number; quantity: number }[];
  package: PackageSize | null;
};

type PublicationRow = NonNullable<ContentTarget['publication']> &
  Pick<ContentTarget, 'advertisement' | 'version' | 'name' | 'description' | 'pictures' | 'variations'> & {
    attributes: unknown;
    sides: Parameters<typeof packageOf>[0];
  };

type Wanted = { advertisements: readonly number[] } | { publication: number };

/** Open publications, the newest advertisement first. */
export async function findPublicationContent(
  tx: Tx,
  wanted: Wanted,
  fields: readonly ContentField[],
): Promise<ContentTarget[]> {
  const needs = (field: ContentField) => sql.lit(fields.includes(field));
  const condition =
    'publication' in wanted
      ? sql`p.id = ${wanted.publication}`
      : sql`p.advertisement_id = any(${wanted.advertisements}::bigint[])`;
  const { rows } = await sql<PublicationRow>`
    select p.id, p.version, p.name, p.category_id as category, p.remote_item_id is not null as listed,
      json_build_object('id', a.id, 'name', a.product) as advertisement,
      json_build_object('id', m.id, 'name', m.name, 'marketplace', m.marketplace, 'tags', to_json(m.tags),
        'siteId', coalesce(m.site_id, ''), 'remoteUserId', coalesce(m.remote_user_id, '')) as account,
      m.state = 'connected' and m.removed_at is null and m.site_id is not null as connected,
      case when ${needs('description')} then p.description else '' end as description,
      case when ${needs('pictures')} then coalesce((
        select json_agg(json_build_object('id', i.id, 'name', i.name) order by pi.position)
        from publication_images pi join images i on i.id = pi.image_id where pi.publication_id = p.id), '[]')
        else '[]' end as pictures,
      case when ${needs('attribute')} then p.attributes else '[]' end as attributes,
      case when ${needs('attribute')} then array(
        select distinct lower(coalesce(x.value ->> 'id', x.value ->> 'name')) from publication_variations v
          cross join jsonb_array_elements(v.attributes) as x
        where v.business_id = p.business_id and v.publication_id = p.id) else '{}' end as varying,
      case when ${sql.lit('publication' in wanted)} then coalesce((
        select json_agg(json_build_object('id', v.id, 'name', v.name, 'gtin', v.gtin, 'price', v.price_centavos,
          'package', case when v.weight is not null then json_build_object('weight', v.weight, 'width', v.width,
            'height', v.height, 'depth', v.depth) end,
          'components', coalesce((select json_agg(json_build_object('offer', c.dropship_item_id, 'quantity', c.quantity)
            order by c.dropship_item_id) from publication_components c
            where c.business_id = v.business_id and c.publication_variation_id = v.id), '[]')) order by v.id)
        from publication_variations v where v.business_id = p.business_id and v.publication_id = p.id), '[]')
        else '[]' end as variations,
      json_build_object('weight', p.weight, 'width', p.width, 'height', p.height, 'depth', p.depth) as sides,
      ${needs('title')} and ${hasSoldSql} as sold
    from publications p join advertisements a on a.id = p.advertisement_id
      join marketplace_accounts m on m.id = p.account_id
    where p.business_id = app_business() and p.state <> 'closed' and ${condition}
    order by a.id desc, p.id`.execute(tx.db);
  return rows.map(
    ({
      advertisement,
      version,
      name,
      description,
      pictures,
      variations,
      attributes,
      sides,
      ...publication
    }) => ({
      ...{ advertisement, publication, version, name, description, pictures, variations },
      attributes: parseAttributes(attributes),
      package: packageOf(sides),
    }),
  );
}

/** Of the advertisements themselves, which have no attributes; the newest first. */
export async function findOwnContent(
  tx: Tx,
  advertisements: readonly number[],
  fields: readonly ContentField[],
): Promise<ContentTarget[]> {
  const needs = (field: ContentField) => sql.lit(fields.includes(field));
  const { rows } = await sql<Omit<ContentTarget, 'publication' | 'attributes' | 'variations' | 'package'>>`
    select json_build_object('id', a.id, 'name', a.product) as advertisement, a.version, a.product as name,
      case when ${needs('description')} then a.description else '' end as description,
      case when ${needs('pictures')} then coalesce((
        select json_agg(json_build_object('id', i.id, 'name', i.name) order by ai.position)
        from advertisement_images ai join images i on i.id = ai.image_id where ai.advertisement_id = a.id), '[]')
        else '[]' end as pictures
    from advertisements a
    where a.business_id = app_business() and a.id = any(${advertisements}::bigint[])
    order by a.id desc`.execute(tx.db);
  return rows.map((row) => ({ ...row, publication: null, attributes: [], variations: [], package: null }));
}

/** A picture of the library; null if there is none. */
export async function findPicture(tx: Tx, id: number): Promise<Picture | null> {
  const found = await tx.db
    .selectFrom('images')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

type Place = { runId: number; advertisement: number; publication: number | null };

/** The edit that a run has already made there. */
export async function findEdit(tx: Tx, { runId, advertisement, publication }: Place): Promise<number | null> {
  const found = await tx.db
    .selectFrom('content_edits')
    .select('id')
    .where('run_id', '=', runId)
    .where('advertisement_id', '=', advertisement)
    .where(sql<boolean>`publication_id is not distinct from ${publication}::bigint`)
    .executeTakeFirst();
  return found?.id ?? null;
}

export async function recordEdit(
  tx: Tx,
  businessId: number,
  { runId, advertisement, publication }: Place,
  edit: { before: Content; after: Content },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('content_edits')
    .values({
      ...{ business_id: businessId, run_id: runId, advertisement_id: advertisement },
      publication_id: publication,
      before: JSON.stringify(edit.before),
      after: JSON.stringify(edit.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function readEdit(tx: Tx, id: number): Promise<z.output<typeof storedEdit> | null> {
  const found = await tx.db
    .selectFrom('content_edits')
    .select(['before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ? storedEdit.parse(found) : null;
}
