import { expect, test } from '@playwright/test';
import { endpointsByEntity } from '#contract/index.ts';
import { createPoison, freeTexts } from '../fuzz/poison.ts';
import { scriptPayloads } from '../fuzz/script-payloads.ts';
import { writePayloads } from './payload-story.ts';
import { settle } from './screens.ts';
import { type Actor, enter, go } from './verbs.ts';
import { type Facts, type Side, visits } from './visits.ts';

test.use({ trace: 'off' });

/** Where texts without a payload go, and why. */
const elsewhere: Record<string, string> = {
  'advertisementsPublications.create': 'needs a connected account; its texts are those of the advertisement',
  'publications.update': 'the same',
  'publications.findLink': 'an address is looked up, not kept',
  'publications.link': 'the same',
  'publicationsLink.plan': 'the same',
  'publicationsLink.linkMany': 'the same',
  'campaignsAds.previewJoin': 'needs a campaign of a connected account; its text chooses ads, not kept',
  'campaignsAds.join': 'the same',
  'campaignsAds.leave': 'the same',
  'payouts.accept': 'needs a difference of a connected account; its note is shown as text beside it',
  'reviews.answer': 'needs a marketplace that takes answers; shown beside the reviews that are walked',
  'presales.answerMany': 'its text is that of presales.answer, on the same screens',
  'answerTemplates.update': 'its texts are those of answerTemplates.create, on the same screens',
  'marketplaceAccounts.updateRates':
    'needs a connected account; the name of a category as the marketplace gives it',
  'accountLocations.update': 'needs a connected account; an id of the marketplace',
  'marketplaceAccounts.connect': 'comes from the marketplace, is not kept',
  'business.remove': 'its name is typed to be compared, not kept',
  'auth.signOut': 'a token, not kept',
  'auth.refresh': 'a token, not kept',
  'auth.registerStaff': 'a name, like that of who registers a business',
  'business.create': 'the same',
  'passkeys.create': 'needs an authenticator; a name that its person alone reads',
  'passkeys.update': 'the same',
  'checkout.refuse': 'needs terms that ask for approval; shown beside the reasons that are walked',
  'checkout.print': 'needs a packed parcel; shown beside the reasons that are walked',
  'checkout.scanSerial': 'its code is that of serials.record, on the same screens',
  'checkout.reset': 'shown beside the reasons that are walked',
  'checkout.countByHand': 'shown beside the reasons that are walked',
  'picking.takeByHand': 'the same',
  'webhooks.create': 'asks for a password; an address that is no public one is refused',
  'apiKeys.create': 'asks for a password; its name is shown like that of a station',
  'stations.create': 'ends the session that is being poisoned; its name is shown like that of a warehouse',
  'stations.update': 'the same',
  'contentDeclarations.update': 'a key of 44 digits',
  'checkout.collectByHand': 'shown beside the reasons that are walked',
  'checkout.collectMany': 'a reason like that of one parcel',
  'checkout.handOver': 'codes that were read, not kept',
  'advertisements.bulkUpdate': 'what was searched for, not kept',
  'priceSchedules.create': 'the same',
  'orders.bulkUpdate': 'the same',
  'orders.exportFiscalData': 'the same',
  'supplyRequests.bulkUpdate': 'the same',
  'companies.bulkUpdate': 'the same',
  'suppliers.bulkUpdate': 'the same',
  'inventoryLocations.bulkUpdate': 'the same',
  'placesLabels.printMany': 'the same',
  'categories.bulkUpdate': 'the same',
  'advertisements.previewPrices': 'the same',
  'advertisements.changePrices': 'the same',
  'advertisements.previewContent': 'the same',
  'advertisements.changeContent': 'its texts are those of the advertisement',
  'dropshipItems.createMany': 'what was searched for, not kept',
  'checkout.printMany': 'a reason like that of one label',
  'orders.printMany': 'the same',
  'checkout.previewLabels': 'the same',
  'orders.previewLabels': 'the same',
  'picking.create': 'what was searched for, not kept',
  'picking.beep': 'codes that were read, not kept',
  'picking.takeCart': 'a code that was read, not kept',
  'balances.start': 'the same',
  'balances.count': 'a lot like that of a volume, on the same screens',
  'checkout.send': 'a code, shown where the reasons are',
  'dropinvoices.pay': 'needs a closed day; a note, shown as the reasons are',
  'dropinvoices.editProof': 'the same',
  'dropinvoices.reject': 'the same',
  'dropinvoices.receive': 'the same',
  'dropinvoices.writeOff': 'the same; needs a closed day',
  'pairBalances.payOut': 'needs a proof; a note beside the reasons of the balance, which are walked',
  'pairBalances.refusePayout': 'the same',
  'disputes.open': 'the same; needs a closed day',
  'disputes.refuse': 'the same',
  'dropinvoices.rejectMany': 'the same',
  'volumes.bulkUpdate': 'its name is that of volumes.update, on the same screens',
  'products.bulkUpdate': 'its texts are those of products.update, on the same screens',
  'products.bulkRemove': 'what was searched for, not kept',
  'dropshipItems.bulkUpdate': 'what was searched for, not kept',
  'volumes.writeOff': 'a reason like that of a block, in the same history',
  'volumes.unlaunch': 'a reason like that of an adjustment, in the same history',
};

/** Runs before the scripts of every page and records what was executed and what was blocked. */
function watch(): void {
  const seen: string[] = [];
  Object.assign(window, { seen, sentinel7f3a: () => seen.push('a payload ran') });
  document.addEventListener('securitypolicyviolation', (event) =>
    seen.push(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
}

/** Scripts that ran on this screen, and elements that would run one when clicked. */
function look(): string[] {
  const found = [...((Reflect.get(window, 'seen') as string[] | undefined) ?? [])];
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`${element.tagName} has ${name}`);
      const isAddress = ['href', 'src', 'action', 'data', 'srcdoc', 'formaction'].includes(name);
      if (isAddress && /^\s*(javascript|vbscript|data:text)/i.test(value))
        found.push(`${element.tagName} goes to ${value}`);
    }
    if (/^(script|iframe|object|embed|base)$/i.test(element.tagName) && /7f3a/.test(element.outerHTML))
      found.push(`${element.tagName} of a payload`);
  }
  return found;
}

async function openAll(
  actor: Actor,
  side: Side,
  facts: Facts,
): Promise<{ problems: string[]; shown: number }> {
  const problems: string[] = [];
  let shown = 0;
  let at = '';
  actor.page.on('dialog', (dialog) => {
    problems.push(`${at}: a dialog said ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  for (const [pattern, whose, fact] of visits) {
    if (whose !== side) continue;
    at = pattern;
    await go(actor, fact ? pattern.replace(/\{\w+\}/, facts[fact]) : pattern);
    await settle(actor);
    if ((await actor.page.locator('body').innerText()).includes('7f3a')) shown += 1;
    problems.push(...(await actor.page.evaluate(look)).map((problem) => `${at}: ${problem}`));
  }
  return { problems, shown };
}

test('stored script is text on every screen', { tag: '@campaign' }, async ({ browser }) => {
  const actors: Record<Side, Actor> = {
    guest: await enter(browser, 'pt', 'visitante-payload@example.com'),
    supplier: await enter(browser, 'pt', 'fornecedor-payload@example.com'),
    seller: await enter(browser, 'pt', 'vendedor-payload@example.com'),
  };
  const poison = createPoison();
  const told = new Set<string>();
  const facts = await test.step('script is written into every text', () =>
    writePayloads(actors, poison, told));
  for (const { context } of Object.values(actors)) await context.addInitScript(watch);

  await test.step('the watch detects execution', async () => {
    const { page } = actors.guest;
    await page.goto('/auth/login');
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.setAttribute('onerror', 'sentinel7f3a()');
      image.src = 'data:image/png,x';
      document.body.append(image);
    });
    await expect(async () => {
      const seen = await page.evaluate(look);
      expect(seen.join()).toMatch(/policy: script-src/);
      expect(seen.join()).toMatch(/IMG has onerror/);
    }).toPass();
  });

  const sides = Object.entries(actors) as [Side, Actor][];
  const walked = await Promise.all(sides.map(([side, actor]) => openAll(actor, side, facts)));
  expect(walked.flatMap(({ problems }) => problems)).toEqual([]);
  // The payloads must have been visible, otherwise nothing was tested.
  expect(walked.reduce((sum, { shown }) => sum + shown, 0)).toBeGreaterThan(20);
  expect(scriptPayloads.filter((payload) => !poison.used.has(payload))).toEqual([]);

  const storing = Object.entries(endpointsByEntity).flatMap(([entity, acts]) =>
    Object.entries(acts).flatMap(([act, { body }]) =>
      body && freeTexts(body).length > 0 ? [`${entity}.${act}`] : [],
    ),
  );
  expect(storing.filter((name) => !told.has(name) && !Object.hasOwn(elsewhere, name))).toEqual([]);
});
