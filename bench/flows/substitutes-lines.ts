import { makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type Machine, startMachine } from './machine.ts';
import { timePage } from './page-times.ts';
import { makeWorld, type World } from './world.ts';

/**
 * A refused sale in a large catalogue: twenty suppliers have its code, and thousands of goods have its brand and a
 * similar name.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const suppliers = quick ? 2 : 20;
    const each = 5000;
    const empty = { units: 5, publications: 0 };
    const refuser = await makeWorld(machine.app, machine.env, { ...empty, accounts: 1, shelves: 10 });
    const others: World[] = [];
    for (let nth = 0; nth < suppliers; nth++)
      others.push(await makeWorld(machine.app, machine.env, { ...empty, accounts: 0, shelves: each }));
    await nameGoods(machine, [refuser, ...others]);
    const { token } = await makeStaff(machine.app, refuser.accounts[0]?.businessId ?? 0, ['owner']);
    const web = await machine.start('--web');
    const post = async <T>(path: string, body: object, as: string): Promise<T> => {
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
      const answer = await fetch(`${web.url}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Refused(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const lines = [{ dropshipItemId: refuser.shelves[0]?.offerId, quantity: 2, unitPriceCentavos: 8990 }];
    const sale = await post<{ id: number }>('/orders', { buyerName: 'Carla', paid: true, lines }, token);
    await post(`/orders-supplier/${sale.id}/refuse`, { reason: 'avariado' }, refuser.packer.token);
    const path = `/orders/${sale.id}/substitutes`;
    const times = await timePage(web.url, path, token, quick ? 5 : 50);
    const headers = { authorization: `Bearer ${token}` };
    const { items } = (await (await fetch(`${web.url}/api${path}`, { headers })).json()) as {
      items: { match: string }[];
    };
    if (items[0]?.match !== 'gtin') throw new Refused(`substitutes found: ${items.length}`);
    return [
      {
        line: `substitutes of a refused sale among ${(suppliers * each).toLocaleString('en')} offers, p95`,
        value: percentile(times, 0.95),
        goal: 500,
        better: 'lower',
        unit: 'ms',
        note: `p50 ${percentile(times, 0.5).toFixed(0)} ms; ${items.length} are shown; a seventh of the offers has its brand`,
      },
    ];
  } finally {
    await machine.stop();
  }
};

/** As goods are called: by kind, material, colour and size, of seven brands, each with its code; every supplier has the same ones. */
const nameGoods = async ({ ask }: Machine, worlds: readonly World[]): Promise<void> => {
  for (const { supplierId } of worlds) {
    await ask(
      `update products set brand = (array['Simula','Ipê','Cerrado','Maré','Araucária','Jabuti','Tatu'])[1 + n % 7],
         name = (array['Caneca','Prato','Garrafa','Jarra','Bule','Tigela','Travessa','Xícara','Panela','Pote'])[1 + n % 10]
         || ' ' || (array['esmaltada','de porcelana','de vidro','inox','de cerâmica'])[1 + n / 10 % 5]
         || ' ' || (array['azul','preta','branca','verde','vermelha','amarela','cinza','rosa','lilás','bege'])[1 + n / 50 % 10]
         || ' ' || 100 + n / 500 * 50 || ' ml'
       from (select id as product, row_number() over (order by id)::int - 1 as n from products where business_id = $1) g
       where id = product`,
      [supplierId],
    );
    await ask(
      `update product_variations v set gtin = lpad((7890000000000 + n)::text, 13, '0')
       from (select id, row_number() over (order by id) as n from product_variations where business_id = $1) g
       where v.id = g.id`,
      [supplierId],
    );
  }
  await ask('vacuum analyze');
};
