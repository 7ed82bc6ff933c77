import { z } from 'zod';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { beginSession } from '#server/account/sign-in/session.ts';
import type { App } from '#server/app.ts';
import { mapConcurrently } from '#server/concurrency.ts';
import type { Environment } from '#server/env.ts';
import type { Advertised } from './advertising.ts';
import type { Shape } from './goods.ts';
import type { Team } from './people.ts';
import type { Offered } from './shelves.ts';

/** Leaves of the marketplace's tree that ask for nothing but a brand. */
const leaves: Partial<Record<Shape, string>> = {
  mug: 'MLB269653',
  bottle: 'MLB269654',
  pan: 'MLB186456',
  cushion: 'MLB191839',
  towel: 'MLB31088',
  backpack: 'MLB26426',
};
/** Sellers of the stand-in: one with variations in an item, and one with an item per variation. */
export const remoteSellers = [182_440_771, 206_946_886];

export const patienceMs = 8000;
const most = 24;

type Desk = {
  send(endpoint: EndpointDefinition, body: unknown, id?: number): Promise<unknown>;
  sendFiles(endpoint: EndpointDefinition, form: FormData): Promise<unknown>;
};

/** Calls of the product's own API by a person, in this process. */
export async function openDesk(app: App, env: Environment, team: Team): Promise<Desk> {
  const { tokens } = await app.database.transact(null, (tx) =>
    beginSession(tx, team.owner.userId, { address: '', userAgent: 'demo' }, team.businessId),
  );
  const call = async (
    { method, path }: EndpointDefinition,
    type: string,
    payload: string | Buffer,
    id = 0,
  ) => {
    const answer = await app.http.inject({
      method,
      url: `/api${path.replace(':id', String(id))}`,
      headers: {
        [env.tokenHeader]: `Bearer ${tokens.access}`,
        'content-type': type,
        'accept-language': 'pt',
      },
      payload,
    });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer.json() as unknown;
  };
  return {
    send: (endpoint, body, id) => call(endpoint, 'application/json', JSON.stringify(body), id),
    async sendFiles(endpoint, form) {
      const parts = new Response(form);
      const type = parts.headers.get('content-type') ?? '';
      return call(endpoint, type, Buffer.from(await parts.arrayBuffer()));
    },
  };
}

/** The consent page answered as a browser would, one account a remote seller; ids of the accounts. */
export async function connectAccounts(app: App, env: Environment, seller: Team): Promise<number[]> {
  const desk = await openDesk(app, env, seller);
  const ids: number[] = [];
  for (const remoteSeller of remoteSellers) {
    const asked = z
      .object({ url: z.url() })
      .parse(await desk.send(api.marketplaceAccounts.authorize, { marketplace: 'mercado-livre' }));
    const consent = new URL(asked.url);
    const form = new URLSearchParams(consent.search);
    form.set('user_id', String(remoteSeller));
    form.set('decision', 'approve');
    const page = `${consent.origin}${consent.pathname}`;
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual', signal });
    const back = new URL(answer.headers.get('location') ?? '').searchParams;
    const body = { state: back.get('state') ?? '', code: back.get('code') ?? '' };
    const account = await desk.send(api.marketplaceAccounts.connect, body);
    ids.push(z.object({ id: z.number() }).parse(account).id);
  }
  return ids;
}

/** Goods go on sale on the accounts in turn, until there are enough. */
export async function publishSome(
  app: App,
  env: Environment,
  seller: Team,
  accounts: readonly number[],
  advertised: readonly Advertised[],
): Promise<void> {
  const desk = await openDesk(app, env, seller);
  const single = advertised.filter(({ offers }) => offers.length === 1 && leafOf(offers[0]));
  await mapConcurrently(single.slice(0, most), 3, async ({ id, name, imageIds, offers }, index) => {
    const [offer] = offers;
    const account = accounts[index % accounts.length];
    const category = leafOf(offer);
    if (!offer || account === undefined || !category) return;
    const { shelf } = offer.good;
    const [weight, width, height, depth] = shelf.size;
    const body = {
      account,
      name,
      category,
      type: index % 3 === 2 ? 'premium' : 'classic',
      description: `${name}. Pronta entrega.`,
      weight,
      width,
      height,
      depth,
      attributes: [{ id: 'BRAND', name: 'Marca', valueId: null, valueName: shelf.brand }],
      images: imageIds,
      variations: [
        {
          name: '',
          sku: offer.sku,
          components: [{ offer: offer.id, quantity: 1 }],
          price: Math.round((offer.price * 1.9) / 1000) * 1000 - 10,
        },
      ],
    };
    await desk.send(api.advertisementsPublications.create, body, id);
  });
}

/** The first account raises a price whose margin is too small, the second shows nothing for sale at a loss. */
export async function setFloors(
  app: App,
  env: Environment,
  seller: Team,
  [raising, holding]: readonly number[],
): Promise<void> {
  const desk = await openDesk(app, env, seller);
  const floors = [
    { account: raising, floor: { basisPoints: 1500, action: 'reprice' } },
    { account: holding, floor: { basisPoints: 500, action: 'hold' } },
  ];
  for (const { account, floor } of floors)
    if (account !== undefined) await desk.send(api.marketplaceAccounts.updateFloor, { floor }, account);
}

const leafOf = (offer: Offered | undefined) => offer && leaves[offer.good.shelf.shape];
