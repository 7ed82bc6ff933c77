import { expect } from '@playwright/test';
import { formatMoney } from '#contract/money.ts';
import { control, runTask, turnClock } from './outside.ts';
import { askInShop, expectInShop } from './question-story.ts';
import { ask } from './screens.ts';
import {
  type Actor,
  expectAccessible,
  expectText,
  expectToast,
  field,
  fill,
  go,
  press,
  row,
} from './verbs.ts';

type Named = { items: { id: number; name: string }[] };

/** Notifications of questions are lost: the sweep finds one, and it is answered from the inbox of all accounts. */
export async function answerLostQuestion(actor: Actor, sellerId: number, link: string): Promise<void> {
  const { questions } = actor.words.marketplaces;
  const text = 'Cabe no porta-copos?';
  await control('POST', '/faults', { kind: 'notify-lost', seller: sellerId, topic: 'questions' });
  await askInShop(actor, link, text);
  await runTask('questions.sweep');
  await go(actor, '/presales/list');
  const list = actor.page.getByRole('list', { name: questions.list });
  await list.getByRole('link', { name: text }).click();
  await field(actor, questions.answer).fill('Cabe.');
  await press(actor, questions.send);
  await expectInShop(actor, link, 'Cabe.');
}

/**
 * Before anything is published there: a job judges existing ads, and a cost that rises before it runs is reported as
 * caused by the floor.
 */
export async function setFloor(actor: Actor, nickname: string): Promise<void> {
  const accounts = (await ask(actor, 'GET', '/marketplace-accounts?size=100')) as Named;
  const account = accounts.items.find(({ name }) => name === nickname);
  const floor = { basisPoints: 2000, action: 'reprice' };
  await ask(actor, 'PATCH', `/marketplace-accounts/${account?.id}/floor`, { floor });
}

/**
 * The supplier raises the price beyond the floor of the account: the price follows by itself, and the shop shows it.
 */
export async function raiseCost(
  actor: Actor,
  supplier: Actor,
  told: { title: string; link: string; price: number },
): Promise<void> {
  const { margin } = actor.words.advertisements;
  const [offer] = ((await ask(supplier, 'GET', '/dropship-items')) as Named).items;
  await ask(supplier, 'PATCH', `/dropship-items/${offer?.id}`, { price: told.price });
  await go(actor, '/advertisements/margin/list');
  await expect(row(actor, told.title)).toContainText(margin.outcomes.repriced);
  await expect(row(actor, told.title)).toContainText(margin.causes.cost);
  await expectAccessible(actor);
  const { items } = (await ask(actor, 'GET', '/margin-changes')) as {
    items: { after: { price: number } }[];
  };
  const price = formatMoney(items[0]?.after.price ?? 0).replace(/\s/, ' ');
  const shop = await actor.context.newPage();
  await expect(async () => {
    await shop.goto(told.link);
    const shown = (await shop.locator('body').innerText()).replaceAll(/\s/g, ' ');
    expect(shown).toContain(price);
  }).toPass();
  await shop.close();
}

/** A quarter of an hour after an expected notification. The clock in responses is behind, as if ours were fast. */
export async function askTheDoctor(actor: Actor, nickname: string): Promise<void> {
  const { doctor } = actor.words.marketplaces;
  await turnClock(20);
  await go(actor, '/marketplaces/account/list');
  await row(actor, nickname).getByRole('link').first().click();
  await press(actor, doctor.mends.check);
  const found = actor.page.getByRole('status').filter({ hasText: doctor.hints.clock_off });
  await expect(found).toBeVisible();
  const silent = { about: doctor.about.question, at: doctor.never };
  await expect(found).toContainText(fill(doctor.findings.silent_topic, silent));
  await expectAccessible(actor);
  await press(actor, doctor.mends.listen);
  await expectToast(actor, actor.words.marketplaces.successes['accountDoctors.listen']);
  await expectText(actor, doctor.title);
}
