import type { FastifyInstance, FastifyReply } from 'fastify';
import { later } from '../clock.ts';
import type { Band, Campaign, Offer } from '../mercado-livre/campaigns/campaign.ts';
import { AUTOMATIC, kindOf, OWN_DISCOUNT } from '../mercado-livre/campaigns/kinds.ts';
import {
  addCampaign,
  bandOf,
  campaignStatus,
  invite,
  offerPrice,
  offerStatus,
  ownDiscounts,
  referenceOf,
  regularPrice,
} from '../mercado-livre/campaigns/state.ts';
import { join, leaveAll, passCampaigns, withdraw } from '../mercado-livre/campaigns/taking-part.ts';
import type { Item } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, listOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const MELI_PERCENT = 5;
const SELLER_PERCENT = 10;

type Wanted = { item: Item; entry: Fields };

/** Null if one of them is not an item of the seller. */
const itemsIn = (world: World, sellerId: number, sent: unknown): Wanted[] | null => {
  const wanted = listOf(sent).map((entry) => ({
    entry: fieldsOf(entry),
    item: world.market.items[textOf(entry) ?? textOf(fieldsOf(entry).itemId) ?? ''],
  }));
  const own = wanted.flatMap(({ entry, item }) => (item?.seller_id === sellerId ? [{ entry, item }] : []));
  return own.length === wanted.length ? own : null;
};

const bandIn = (entry: Fields): Partial<Band> =>
  Object.fromEntries(
    (['min', 'max', 'suggested'] as const).flatMap((name) =>
      entry[name] === undefined ? [] : [[name, numberOf(entry[name])]],
    ),
  );

/** The item is invited, or takes part at once: `join` is true, or the price. */
const placeItem = (world: World, campaign: Campaign, { item, entry }: Wanted): void => {
  const before = campaign.offers[item.id];
  if (before !== undefined) withdraw(world, campaign, before);
  const stock = fieldsOf(entry.stock);
  const offer = invite(world, campaign, item.id, {
    band: bandIn(entry),
    given: numberOf(entry.price),
    meli_percent: numberOf(entry.meliPercent),
    seller_percent: numberOf(entry.sellerPercent),
    ...(isFields(entry.stock) && {
      stock: { min: numberOf(stock.min) ?? 1, max: numberOf(stock.max) ?? 10 },
    }),
    ...(campaign.type === OWN_DISCOUNT && { start: textOf(entry.start), finish: textOf(entry.finish) }),
  });
  const price = typeof entry.join === 'number' ? entry.join : null;
  if (entry.join !== true && price === null && campaign.type !== AUTOMATIC) return;
  const { suggested } = bandOf(item, offer);
  const isReserved = kindOf(campaign.type)?.stock === 'reserved';
  join(world, campaign, item, offer, {
    price: price ?? offerPrice(campaign, item, offer) ?? suggested,
    stock: isReserved ? offer.stock.max : null,
  });
};

const view = (world: World, campaign: Campaign) => ({
  id: campaign.id,
  sellerId: campaign.seller_id,
  type: campaign.type,
  name: campaign.name,
  status: campaignStatus(world, campaign),
  start: campaign.start,
  finish: campaign.finish,
  deadline: campaign.deadline,
  items: Object.values(campaign.offers).flatMap((offer: Offer) => {
    const item = world.market.items[offer.item_id];
    if (item === undefined) return [];
    return [
      {
        itemId: item.id,
        status: offerStatus(world, campaign, offer),
        price: offerPrice(campaign, item, offer),
        originalPrice: regularPrice(item),
        offerId: referenceOf(offer),
      },
    ];
  }),
});

const campaignFrom = (world: World, sellerId: number, body: Fields): Campaign => {
  const type = textOf(body.type) ?? 'DEAL';
  if (type === OWN_DISCOUNT) return ownDiscounts(world, sellerId);
  const now = world.clock.now();
  const start = textOf(body.start) ?? now.toISOString();
  const finish =
    body.finish === null ? null : (textOf(body.finish) ?? later(new Date(start), WEEK_MS).toISOString());
  return addCampaign(world, {
    seller_id: sellerId,
    type,
    name: textOf(body.name) ?? 'Campanha',
    start,
    finish,
    deadline: textOf(body.deadline) ?? (type === 'SELLER_CAMPAIGN' ? null : finish),
    meli_percent: numberOf(body.meliPercent) ?? MELI_PERCENT,
    seller_percent: type === AUTOMATIC ? 0 : (numberOf(body.sellerPercent) ?? SELLER_PERCENT),
    forEveryItem: body.items === undefined,
  });
};

/**
 * Body: `{ sellerId, type?, name?, start?, finish?, deadline?, meliPercent?, sellerPercent?, items? }`; an item is its id
 * or `{ itemId, min?, max?, suggested?, meliPercent?, sellerPercent?, price?, stock?, join? }`. Null: there is no such
 * seller, or an item is not theirs.
 */
export const openCampaign = (world: World, body: Fields): ReturnType<typeof view> | null => {
  const seller = sellerById(world.market, numberOf(body.sellerId));
  const wanted = seller === null ? null : itemsIn(world, seller.id, body.items);
  if (seller === null || wanted === null) return null;
  const campaign = campaignFrom(world, seller.id, body);
  const { start, finish } = body;
  for (const { item, entry } of wanted)
    placeItem(world, campaign, { item, entry: { start, finish, ...entry } });
  passCampaigns(world);
  world.changed();
  return view(world, campaign);
};

const changeCampaign = (world: World, campaign: Campaign, body: Fields): void => {
  campaign.name = textOf(body.name) ?? campaign.name;
  campaign.start = textOf(body.start) ?? campaign.start;
  if (body.finish !== undefined) campaign.finish = textOf(body.finish);
  if (body.deadline !== undefined) campaign.deadline = textOf(body.deadline);
  passCampaigns(world);
  world.changed();
};

export const endCampaign = (world: World, id: string): boolean => {
  const campaign = world.market.campaigns[id];
  if (campaign === undefined) return false;
  changeCampaign(world, campaign, { finish: world.clock.now().toISOString() });
  for (const offer of Object.values(campaign.offers)) offer.finish &&= campaign.finish;
  return true;
};

/** One item alone in a campaign, at this price, until it is removed or at `finish`. */
export const promote = (world: World, item: Item, promotion: Fields): void => {
  leaveAll(world, item);
  openCampaign(world, {
    ...promotion,
    finish: promotion.finish ?? null,
    sellerId: item.seller_id,
    items: [{ itemId: item.id, join: numberOf(promotion.price) ?? item.price }],
  });
};

export const removePromotions = (world: World, item: Item): void => {
  for (const campaign of Object.values(world.market.campaigns)) {
    const offer = campaign.offers[item.id];
    if (offer?.state === 'joined') withdraw(world, campaign, offer);
  }
};

export const listCampaigns = (world: World): ReturnType<typeof view>[] => {
  passCampaigns(world);
  return Object.values(world.market.campaigns).map((campaign) => view(world, campaign));
};

export const mountCampaigns = (app: FastifyInstance, world: World, root: string): void => {
  type Act = (campaign: Campaign, request: { params: unknown; body: unknown }) => boolean | undefined;
  const on =
    (act: Act) =>
    (request: { params: unknown; body: unknown }, reply: FastifyReply): unknown => {
      const campaign = world.market.campaigns[textOf(fieldsOf(request.params).id) ?? ''];
      if (campaign === undefined || act(campaign, request) === false)
        return reply.status(404).send({ error: 'not-found' });
      return view(world, campaign);
    };
  app.get(`${root}/campaigns`, () => listCampaigns(world));
  app.post(`${root}/campaigns`, (request, reply) => {
    const opened = openCampaign(world, fieldsOf(request.body));
    return opened === null ? reply.status(404).send({ error: 'not-found' }) : reply.status(201).send(opened);
  });
  app.patch(
    `${root}/campaigns/:id`,
    on((campaign, { body }) => void changeCampaign(world, campaign, fieldsOf(body))),
  );
  app.post(
    `${root}/campaigns/:id/end`,
    on(({ id }) => endCampaign(world, id)),
  );
  app.post(
    `${root}/campaigns/:id/items`,
    on((campaign, { body }) => {
      const wanted = itemsIn(world, campaign.seller_id, fieldsOf(body).items);
      for (const one of wanted ?? []) placeItem(world, campaign, one);
      passCampaigns(world);
      world.changed();
      return wanted !== null;
    }),
  );
  app.delete(
    `${root}/campaigns/:id/items/:item`,
    on((campaign, { params }) => {
      const offer = campaign.offers[textOf(fieldsOf(params).item) ?? ''];
      if (offer === undefined) return false;
      withdraw(world, campaign, offer);
      world.changed();
      return true;
    }),
  );
};
