import { expect } from '@playwright/test';
import type { Locale } from '#contract/messages/index.ts';
import type { CampaignPlace } from './campaign-places.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, connectOther } from './seller-story.ts';
import { type Actor, expectAccessible, expectToast, go, row, soon } from './verbs.ts';

type Item = { sellerId: number; title: string };
type Row = { id: number };
type Found = { found: { variations: { remoteVariation: string | null; remoteItem: string }[] } };
/** An ad at the marketplace, and the advertisement that it is linked to. */
export type LinkedAd = { id: string; title: string; advertisement: number };

/** The account of the story, with rates where the marketplace quotes no fee. */
export async function connectPlace(seller: Actor, place: CampaignPlace, locale: Locale): Promise<void> {
  const { marketplace, consent, quotesFees } = place;
  const { name } = place.accounts[locale];
  if (consent === null) await connectAccount(seller, name);
  else await connectOther(seller, marketplace, name, consent);
  if (quotesFees) return;
  const rates = {
    ...{ kind: 'typed', categories: [], freight: [{ from: 0, amount: 500 }] },
    steps: [{ from: 0, basisPoints: 1200, fixed: 400 }],
  };
  await ask(seller, 'PATCH', `/marketplace-accounts/${await accountOf(seller)}/rates`, { rates });
}

const firstOf = async (seller: Actor, path: string) =>
  ((await ask(seller, 'GET', path)) as { items: Row[] }).items[0]?.id ?? 0;
const accountOf = (seller: Actor) => firstOf(seller, '/marketplace-accounts');

/** Ads that the seller entered at the marketplace, linked by the API to the offer of a SKU. */
export async function linkAds(
  seller: Actor,
  { place, account: remote }: { place: CampaignPlace; account: number },
  sku: string,
  titles: readonly string[],
): Promise<LinkedAd[]> {
  const account = await accountOf(seller);
  const offer = await firstOf(seller, `/dropshipping?query=${sku}`);
  const made: LinkedAd[] = [];
  for (const title of titles) {
    const link = await place.list(remote, title);
    const { found } = (await ask(seller, 'POST', '/publications/link/preview', { account, link })) as Found;
    const variations = found.variations.map(({ remoteVariation, remoteItem }) => ({
      remoteVariation: remoteVariation ?? remoteItem,
      components: [{ offer, quantity: 1 }],
    }));
    const { advertisement } = (await ask(seller, 'POST', '/publications/link', {
      ...{ account, link, variations },
    })) as { advertisement: Row };
    made.push({ id: link, title, advertisement: advertisement.id });
  }
  return made;
}

/** Asks for a reading and waits until it is there. */
export async function refreshCampaigns(seller: Actor): Promise<void> {
  await ask(seller, 'POST', '/campaigns/sync');
  await expect(async () => {
    const { items } = (await ask(seller, 'GET', '/campaigns/accounts')) as { items: { reading: boolean }[] };
    expect(items.some(({ reading }) => reading)).toBe(false);
  }).toPass();
}

/** A campaign to which all ads of the seller of this title are invited, as the product lists it. */
export async function givenCampaign(seller: Actor, title: string): Promise<string> {
  const items = (await control('GET', '/items')) as Item[];
  const sellerId = items.find((item) => item.title === title)?.sellerId;
  await control('POST', '/campaigns', { sellerId, name: 'Semana das Telas' });
  await refreshCampaigns(seller);
  return String(await firstOf(seller, '/campaigns'));
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
