import { expect } from '@playwright/test';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import type { Actor } from './verbs.ts';

type Item = { id: string; sellerId: number; title: string; price: number; paid: number };

const codeOf = (link: string) => (/MLB-?\d+/.exec(link)?.[0] ?? '').replace('-', '');
const itemsNow = async () => (await control('GET', '/items')) as Item[];

async function sellerOf(link: string): Promise<number> {
  const id = codeOf(link);
  return (await itemsNow()).find((item) => item.id === id)?.sellerId ?? 0;
}

/** Ads that the seller entered at the marketplace, linked by the API to the offer of the ad behind the link. */
export async function linkExisting(seller: Actor, link: string, titles: readonly string[]) {
  const sellerId = await sellerOf(link);
  const advertisement = /advertisements\/(\d+)/.exec(seller.page.url())?.[1];
  const { components } = (await ask(seller, 'GET', `/advertisements/${advertisement}`)) as {
    components: { offer: { id: number } }[];
  };
  const { items: accounts } = (await ask(seller, 'GET', '/marketplace-accounts')) as {
    items: { id: number }[];
  };
  const made: { id: string; title: string }[] = [];
  for (const title of titles) {
    const { id } = (await control('POST', '/items', { sellerId, title, price: 120, quantity: 6 })) as Item;
    await ask(seller, 'POST', '/publications/link', {
      account: accounts[0]?.id,
      link: id,
      variations: [{ remoteVariation: id, components: [{ offer: components[0]?.offer.id, quantity: 1 }] }],
    });
    made.push({ id, title });
  }
  return made;
}

/** The marketplace invites these ads, by link or code; answers the id of the campaign. */
export async function openCampaign(name: string, ads: readonly string[]): Promise<string> {
  const [first = ''] = ads;
  const items = ads.map((ad) => ({ itemId: codeOf(ad) }));
  const { id } = (await control('POST', '/campaigns', { sellerId: await sellerOf(first), name, items })) as {
    id: string;
  };
  return id;
}

export const endCampaign = (id: string) => control('POST', `/campaigns/${id}/end`, {});

/** Asks for a reading and waits until it is there. */
export async function refreshCampaigns(seller: Actor): Promise<void> {
  await ask(seller, 'POST', '/campaigns/sync');
  await expect(async () => {
    const { items } = (await ask(seller, 'GET', '/campaigns/accounts')) as { items: { reading: boolean }[] };
    expect(items.some(({ reading }) => reading)).toBe(false);
  }).toPass();
}

/** Regular and current prices of ads at the marketplace, in their order. */
export async function paidPrices(ids: readonly string[]): Promise<Pick<Item, 'price' | 'paid'>[]> {
  const items = await itemsNow();
  return ids.map((id) => {
    const { price = Number.NaN, paid = Number.NaN } = items.find((item) => item.id === id) ?? {};
    return { price, paid };
  });
}

/** A campaign to which all ads of the seller of this title are invited, as the product lists it. */
export async function givenCampaign(seller: Actor, title: string): Promise<string> {
  const sellerId = (await itemsNow()).find((item) => item.title === title)?.sellerId;
  await control('POST', '/campaigns', { sellerId, name: 'Semana das Telas' });
  await refreshCampaigns(seller);
  const { items } = (await ask(seller, 'GET', '/campaigns')) as { items: { id: number }[] };
  return String(items[0]?.id ?? 0);
}
