import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import type { Measure } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { timePages } from './page-times.ts';

const pages = [
  { line: 'first page', path: '/advertisements-images' },
  { line: 'a hundred', path: '/advertisements-images?size=100' },
  { line: 'refused somewhere', path: '/advertisements-images?query=refused%3Ayes' },
  { line: 'without any', path: '/advertisements-images?query=none%3Ayes' },
  { line: 'by name, two words', path: '/advertisements-images?query=garrafa%20verde' },
];

/** Pictures by advertisement of a seller with 5,000 of them: five each, of all advertisements in three accounts. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const businessId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    await fillPictures(machine, businessId, 5000);
    const web = await machine.start('--web');
    const times = quick ? 20 : 100;
    return await timePages(web.url, token, { of: 'pictures of 5,000 advertisements', pages, times });
  } finally {
    await machine.stop();
  }
};

/** By SQL alone; each hundredth advertisement has no picture, each twentieth has one that is too small. */
async function fillPictures({ ask }: Machine, businessId: number, advertisements: number): Promise<void> {
  const [file] = await ask<{ id: string }>(
    `insert into files (business_id, name, content_type, bytes, sha256, created_at)
     values ($1, 'a.jpg', 'image/jpeg', 90000, 'x', now()) returning id`,
    [businessId],
  );
  const [place] = await ask<{ id: string }>(
    `insert into warehouses (business_id, name, created_at) values ($1, 'Galpão', now()) returning id`,
    [businessId],
  );
  await ask(
    `insert into marketplace_accounts (business_id, marketplace, name, remote_user_id, state, connected_at, swept_at, created_at)
     select $1, m, 'Conta ' || m, '70000000' || n, 'connected', now(), now(), now()
     from unnest(array['mercado-livre', 'shopee', 'nuvemshop']) with ordinality as t (m, n)`,
    [businessId],
  );
  await ask(
    `insert into images (business_id, name, file_id, thumbnail_file_id, width, height, bytes, created_at)
     select $1, 'foto ' || n, $2, $2, case when n % 100 = 7 then 300 else 900 end, 900 - n % 100 * 6, 90000, now()
     from generate_series(1, $3::int) n`,
    [businessId, file?.id, advertisements * 5],
  );
  await ask(
    `insert into advertisements (business_id, product, created_at, updated_at)
     select $1, (array['Caneca','Garrafa','Travessa','Jarra'])[1 + n % 4] || ' ' || (array['azul','verde','preta','rosa'])[1 + n / 4 % 4] || ' ' || n, now(), now()
     from generate_series(1, $2::int) n`,
    [businessId, advertisements],
  );
  await ask(
    `with ad as (select id, row_number() over (order by id)::int - 1 as n from advertisements where business_id = $1),
       picture as (select id, row_number() over (order by id)::int - 1 as n from images where business_id = $1)
     insert into advertisement_images (business_id, advertisement_id, image_id, position)
     select $1, ad.id, picture.id, picture.n % 5 from ad join picture on picture.n / 5 = ad.n where ad.n % 100 > 0`,
    [businessId],
  );
  await ask(
    `with published as (
       insert into publications (business_id, advertisement_id, account_id, name, category_id, type, warehouse_id, supplier_id, state, created_at, updated_at)
       select $1, a.id, m.id, a.product, 'MLB1000', 'classic', $2, $1, 'active', now(), now()
       from advertisements a join marketplace_accounts m on m.business_id = a.business_id where a.business_id = $1
       returning id, advertisement_id
     )
     insert into publication_images (business_id, publication_id, image_id, position)
     select $1, p.id, i.image_id, i.position from published p join advertisement_images i on i.advertisement_id = p.advertisement_id`,
    [businessId, place?.id],
  );
  await ask('analyze');
}
