import { makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { timePage } from './page-times.ts';
import { makeWorld, type World } from './world.ts';

const variations = 5000;

/** Existing ads, each next to its candidates: a third matches by GTIN, a third by SKU, a third by title alone. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const world = await makeWorld(machine.app, machine.env, {
      accounts: 1,
      shelves: variations,
      units: 5,
      publications: 0,
    });
    await nameGoods(machine, world);
    await leaveAds(machine, world);
    const { token } = await makeStaff(machine.app, world.accounts[0]?.businessId ?? 0, ['owner']);
    const web = await machine.start('--web');
    const path = '/publications/link?size=100';
    const times = await timePage(web.url, path, token, quick ? 5 : 30);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${web.url}/api${path}`, { headers });
    const { items } = (await answer.json()) as {
      items: { variations: { suggestions: { by: string }[] }[] }[];
    };
    const by = Object.groupBy(
      items.map(({ variations: [one] }) => one?.suggestions[0]?.by ?? 'none'),
      (reason) => reason,
    );
    const found = ['gtin', 'sku', 'title'].map((reason) => by[reason]?.length ?? 0);
    if (found.join() !== '10,10,10') throw new Refused(`matched by GTIN, SKU, title: ${found.join(', ')}`);
    return [
      {
        line: `30 ads matched against ${variations.toLocaleString('en')} variations, p95`,
        value: percentile(times, 0.95),
        goal: 1000,
        better: 'lower',
        unit: 'ms',
        note: `p50 ${percentile(times, 0.5).toFixed(0)} ms; ten by GTIN, ten by SKU, ten by title`,
      },
    ];
  } finally {
    await machine.stop();
  }
};

/** As goods are called: by kind, material, colour and size, so that titles are alike without being the same. */
const nameGoods = async ({ ask }: Machine, { supplierId }: World): Promise<void> => {
  await ask(
    `update products set name = (array['Caneca','Prato','Garrafa','Jarra','Bule','Tigela','Travessa','Xícara','Panela','Pote'])[1 + n % 10]
       || ' ' || (array['esmaltada','de porcelana','de vidro','inox','de cerâmica'])[1 + n / 10 % 5]
       || ' ' || (array['azul','preta','branca','verde','vermelha','amarela','cinza','rosa','lilás','bege'])[1 + n / 50 % 10]
       || ' ' || 100 + n / 500 * 50 || ' ml'
     from (select id as product, row_number() over (order by id)::int - 1 as n from products where business_id = $1) g
     where id = product`,
    [supplierId],
  );
  await ask(
    `update product_variations set gtin = lpad((7890000000000 + id)::text, 13, '0') where business_id = $1`,
    [supplierId],
  );
};

const leaveAds = async ({ ask }: Machine, { supplierId, accounts }: World): Promise<void> => {
  const [account] = accounts;
  await ask(
    `insert into remote_listings (business_id, account_id, remote_id, name, price_centavos, quantity, variations, skus, gtins, codes, found_at, read_at)
     select $1, $2, 'MLB9' || lpad(n::text, 8, '0'), title, 5990, 3,
       jsonb_build_array(jsonb_build_object('id', 'MLB9' || lpad(n::text, 8, '0'), 'name', title, 'sku', sku, 'gtin', gtin, 'price', 5990, 'quantity', 3)),
       array_remove(array[sku], ''), array_remove(array[gtin], ''), sku || ' ' || gtin, now(), now()
     from (
       select n / 166 as n, initcap(p.name) || ' Original Pronta Entrega' as title,
         case when n / 166 % 3 = 1 then v.sku else '' end as sku, case when n / 166 % 3 = 0 then v.gtin else '' end as gtin
       from (select id, name, row_number() over (order by id)::int as n from products where business_id = $3) p
         join product_variations v on v.product_id = p.id
       where n % 166 = 0 and n / 166 <= 30
     ) ad`,
    [account?.businessId, account?.accountId, supplierId],
  );
  await ask('analyze');
};
