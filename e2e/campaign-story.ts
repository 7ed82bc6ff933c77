import { expect } from '@playwright/test';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { type Actor, expectAccessible, expectToast, go, row, soon } from './verbs.ts';

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

type CampaignAds = {
  items: { name: string; publication: { id: number } | null; before: { marginBasisPoints: number } | null }[];
};

/** A floor that the regular price of each ad keeps, and its price in the campaign does not. */
async function setFloors(seller: Actor, titles: readonly string[]): Promise<void> {
  const { items } = (await ask(seller, 'GET', '/campaigns-ads?size=100')) as CampaignAds;
  for (const { publication, before } of items.filter(({ name }) => titles.includes(name))) {
    const floor = { basisPoints: (before?.marginBasisPoints ?? 0) - 1, action: 'warn' };
    await ask(seller, 'PATCH', `/publications/${publication?.id}/floor`, { floor });
  }
}

/** The list of margin changes, once the guard has found both. */
async function findWarnings(seller: Actor, titles: readonly string[]): Promise<void> {
  const { margin } = seller.words.advertisements;
  await expect(async () => {
    await go(seller, '/advertisements/margin/list');
    for (const title of titles) await expect(row(seller, title)).toContainText(margin.causes.promotion, soon);
  }).toPass();
  await expectAccessible(seller);
}

/** Presses a button of a finding, and confirms it. */
async function answerWarning(seller: Actor, title: string, act: string, hint: string): Promise<void> {
  await row(seller, title).getByRole('button', { name: act }).click();
  const dialog = seller.page.getByRole('dialog');
  await expect(dialog).toContainText(hint);
  await dialog.getByRole('button', { name: act, exact: true }).click();
}

/** Two ads are below their floor in a campaign: one is accepted until its end, the other leaves. */
export async function answerWarnings(seller: Actor, accepted: string, leaving: string): Promise<void> {
  const { margin, campaigns, successes } = seller.words.advertisements;
  await setFloors(seller, [accepted, leaving]);
  await findWarnings(seller, [accepted, leaving]);
  await answerWarning(seller, accepted, margin.acceptUntil, margin.acceptUntilHint);
  await expectToast(seller, successes['marginChanges.undo']);
  await expect(row(seller, accepted)).toContainText(margin.undone.split('{{')[0] ?? '');
  await answerWarning(seller, leaving, margin.leave, campaigns.leaveHint);
  await expectToast(seller, successes['campaignsAds.leave']);
  await seller.page.keyboard.press('Escape');
}
