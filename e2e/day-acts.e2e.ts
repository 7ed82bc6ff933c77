import { expect, test } from '@playwright/test';
import { countActs } from './acts.ts';
import { openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { connectAccount, publish } from './seller-story.ts';
import type { Goods } from './supplier-story.ts';
import { expectText, field, go } from './verbs.ts';

const mug: Goods = {
  product: 'Caneca do Dia',
  sku: 'DIA-7',
  gtin: '7891000315507',
  quantity: 40,
  price: '24,90',
};

/** What is reached is kept: a change that costs more acts turns this red. */
const mostActs = { questions: 25 };

/** Sixteen of a day have an answer that is ready; four need words of their own. */
const common = ['Tem em estoque?', 'Tem disponível?', 'É só comprar?', 'Tem pronta entrega?'];
const own = [
  'Serve de presente para a minha avó?',
  'A asa aguenta 1 kg?',
  'Combina com azul?',
  'Vem com pires?',
];

test('twenty questions are answered in at most 25 acts, with the keyboard alone', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { seller } = await openFloor(browser, 'dia', [mug]);
  const { page } = seller;
  const { questions } = seller.words.marketplaces;
  await connectAccount(seller, marketplaceAccounts.day);
  const link = await publish(seller, {
    nickname: marketplaceAccounts.day,
    product: mug.product,
    title: 'Caneca do Dia Verde',
    sku: mug.sku,
    margin: '25',
  });
  const itemId = /MLB-?\d+/.exec(link)?.[0].replace('-', '') ?? '';
  const texts = [...Array.from({ length: 4 }, () => common).flat(), ...own];
  for (const text of texts) await control('POST', '/questions', { itemId, text });
  const rows = page.getByRole('list', { name: questions.list }).getByRole('listitem');
  const answer = field(seller, questions.answer);
  const thread = page.getByRole('region', { name: questions.one, exact: true });
  const acts = await countActs(seller);
  await go(seller, '/presales/list');
  await expect(rows).toHaveCount(texts.length);

  await test.step('starter texts are one choice of a menu; a day does not need it again', async () => {
    await page.getByRole('button', { name: questions.templates }).click();
    await page.getByRole('menuitem', { name: questions.addStarters }).click();
    await expect(thread.getByRole('region', { name: questions.ready })).toBeVisible();
  });

  await test.step('an answer that was sent from the list is undone by a key, after the next question has opened', async () => {
    await go(seller, '/presales/list');
    await expect(thread.getByRole('region', { name: questions.ready })).toBeVisible();
    await page.keyboard.press('Alt+Shift+Digit1');
    await expect(rows).toHaveCount(texts.length - 1);
    await expect(answer).toHaveValue('');
    await page.keyboard.press('Alt+z');
    await expect(rows).toHaveCount(texts.length);
    await expect(answer).not.toHaveValue('');
    await answer.fill('');
  });

  await go(seller, '/presales/list');
  await expect(rows).toHaveCount(texts.length);
  acts.length = 0;
  const begun = Date.now();
  let readAgain = () => {};
  const slowRead = new Promise<void>((resolve) => {
    readAgain = resolve;
  });
  for (const [nth, text] of texts.entries()) {
    const left = texts.length - nth - 1;
    await expect(thread).toContainText(text);
    await expect(thread).toContainText('R$');
    await expect(thread.getByRole('region', { name: questions.ready })).toBeVisible();
    await expect(answer).toBeFocused();
    await expect(answer).toHaveValue('');
    // The network is slow at the last one: what was sent has to leave its form without a further read.
    if (left === 0)
      await page.route(/\/api\/presales\/\d+$/, (route) => slowRead.then(() => route.continue()));
    if (common.includes(text)) await page.keyboard.press('Alt+Shift+Digit1');
    else {
      await page.keyboard.type(`Sim, ${nth}.`);
      await page.keyboard.press('Control+Enter');
    }
    if (left > 0) await expect(rows).toHaveCount(left);
    else await expectText(seller, questions.nothingOpen);
  }
  const seconds = Math.round((Date.now() - begun) / 1000);
  test.info().annotations.push({ type: 'acts', description: `${acts.length} in ${seconds} s` });
  expect(acts.length, acts.join(' · ')).toBeLessThanOrEqual(mostActs.questions);

  await test.step('the last answer is undone by a key, and its question opens again with the text', async () => {
    await page.keyboard.press('Alt+z');
    await expect(answer).toHaveValue(`Sim, ${texts.length - 1}.`);
    await expect(answer).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(answer).toHaveCount(0);
    readAgain();
  });

  await test.step('the buyers read what was sent', async () => {
    await expect(async () => {
      const all = (await control('GET', '/questions')) as { text: string; answer: { text: string } | null }[];
      const answered = all.filter((one) => texts.includes(one.text) && one.answer !== null);
      expect(answered).toHaveLength(texts.length);
    }).toPass();
  });
});
