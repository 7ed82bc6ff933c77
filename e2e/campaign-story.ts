import { expect } from '@playwright/test';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import type { Actor } from './verbs.ts';

type Item = { sellerId: number; title: string };

const itemsNow = async () => (await control('GET', '/items')) as Item[];

/** Asks for a reading and waits until it is there. */
async function refreshCampaigns(seller: Actor): Promise<void> {
  await ask(seller, 'POST', '/campaigns/sync');
  await expect(async () => {
    const { items } = (await ask(seller, 'GET', '/campaigns/accounts')) as { items: { reading: boolean }[] };
    expect(items.some(({ reading }) => reading)).toBe(false);
  }).toPass();
}

/** A campaign to which all ads of the seller of this title are invited, as the product lists it. */
export async function givenCampaign(seller: Actor, title: string): Promise<string> {
  const sellerId = (await itemsNow()).find((item) => item.title === title)?.sellerId;
  await control('POST', '/campaigns', { sellerId, name: 'Semana das Telas' });
  await refreshCampaigns(seller);
  const { items } = (await ask(seller, 'GET', '/campaigns')) as { items: { id: number }[] };
  return String(items[0]?.id ?? 0);
}
