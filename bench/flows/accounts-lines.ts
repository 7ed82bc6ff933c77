import { z } from 'zod';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { startMachine, waitFor } from './machine.ts';
import { type Caller, callerOf, connectAccount } from './places-lines.ts';
import { startShops } from './shops.ts';
import { makeWorld } from './world.ts';

const identified = z.object({ id: z.number() });
const brand = { id: 'BRAND', name: 'Marca', valueId: null, valueName: 'Simula' };
const material = { id: '100134', name: 'Material', valueId: '1341', valueName: 'Cerâmica' };

type Kind = { marketplace: MarketplaceId; category: string; attributes: object[] };
const mercadoLivre: Kind = { marketplace: 'mercado-livre', category: 'MLB269653', attributes: [brand] };
const shopee: Kind = { marketplace: 'shopee', category: '101202', attributes: [material, brand] };
const nuvemshop: Kind = { marketplace: 'nuvemshop', category: '0', attributes: [] };

const sellers: readonly [Kind, number][] = [
  [mercadoLivre, 182_440_771],
  [mercadoLivre, 206_946_886],
  [mercadoLivre, 331_705_219],
  [shopee, 55_667_788],
  [shopee, 66_020_145],
  [nuvemshop, 4_118_037],
];

type Account = Kind & { id: number };

/** From the first request until one product is for sale at six accounts of three marketplaces. */
export const measure: Measure = async ({ quick }) => {
  const shops = await startShops();
  const machine = await startMachine(shops.variables);
  try {
    const count = quick ? 5 : 25;
    const { shelves } = await makeWorld(machine.app, machine.env, {
      accounts: 0,
      shelves: count,
      units: 100,
    });
    const businessId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    const web = await machine.start('--web');
    await machine.start('--worker');
    const call = callerOf(web.url, token);
    const accounts: Account[] = [];
    for (const [kind, seller] of sellers)
      accounts.push({ ...kind, ...(await connectAccount(call, kind.marketplace, seller)) });
    const image = await sendPicture(web.url, token);
    const took: number[] = [];
    for (const { offerId, sku } of shelves) {
      const begun = performance.now();
      const ad = await publishOn(call, accounts, { offer: offerId, sku, image });
      const published =
        'select count(*)::int as n from publications where advertisement_id = $1 and state = $2';
      await waitFor(
        'six publications',
        async () => {
          const [row] = await machine.ask<{ n: number }>(published, [ad, 'active']);
          return row?.n === accounts.length;
        },
        60,
        10,
      );
      took.push(performance.now() - begun);
    }
    await machine.mustHold();
    took.sort((a, b) => a - b);
    const note = `${count} products, one at a time; stand-ins of the marketplaces on the same machine`;
    const line = 'one product for sale at six accounts of three marketplaces, p50';
    return [{ line, value: percentile(took, 0.5), goal: 3000, better: 'lower', unit: 'ms', note }];
  } finally {
    await machine.stop();
    shops.stop();
  }
};

async function sendPicture(url: string, token: string): Promise<number> {
  const form = new FormData();
  form.append('file0', new File([new Uint8Array(await makePicture(640, 480))], 'caneca.png'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/images`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Refused(`the picture was answered with ${answer.status}`);
  const { items } = z.object({ items: z.array(identified) }).parse(await answer.json());
  return items[0]?.id ?? 0;
}

type Sold = { offer: number; sku: string; image: number };

/** The requests of the form for several accounts, all at once. */
async function publishOn(
  call: Caller,
  accounts: readonly Account[],
  { offer, sku, image }: Sold,
): Promise<number> {
  const components = [{ offer, quantity: 1 }];
  const name = `Caneca esmaltada ${sku}`;
  const { id } = identified.parse(await call('/advertisements', { product: name, components }));
  await Promise.all(
    accounts.map(({ id: account, category, attributes }) =>
      call(`/advertisements/${id}/publications`, {
        ...{ account, name, category, attributes, type: 'classic', images: [image] },
        ...{ weight: 0.42, width: 12, height: 12, depth: 12 },
        description: 'Caneca esmaltada de 350 ml, resistente e leve.',
        variations: [{ name: '', sku: `${sku}-${account}`, price: 7990, components }],
      }),
    ),
  );
  return id;
}
