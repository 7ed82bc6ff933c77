import { expect, test } from '@playwright/test';
import { openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { askInShop, expectInShop } from './question-story.ts';
import { connectAccount, publish } from './seller-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  expectAccessible,
  expectText,
  expectToast,
  field,
  go,
  inLocale,
  press,
} from './verbs.ts';

const mug: Goods = {
  product: 'Caneca da Pergunta',
  sku: 'PER-4',
  gtin: '7891000315507',
  quantity: 7,
  price: '24,90',
};
const title = 'Caneca da Pergunta Verde';
const script = `"><img src=x onerror="document.title='7f3a'"><script>document.title='7f3a'</script>`;

async function speakEnglishOnAPhone(actor: Actor): Promise<void> {
  await inLocale(actor, 'en');
  await actor.page.setViewportSize({ width: 390, height: 844 });
}

test('a buyer asks in the shop, the seller answers from the inbox, and the buyer reads it @campaign', async ({
  browser,
}) => {
  const { seller } = await openFloor(browser, 'perguntas', [mug]);
  const { page } = seller;
  await connectAccount(seller, marketplaceAccounts.questions);
  const link = await publish(seller, {
    nickname: marketplaceAccounts.questions,
    product: mug.product,
    title,
    sku: mug.sku,
    margin: '25',
  });
  const { questions } = seller.words.marketplaces;
  const list = page.getByRole('list', { name: questions.list });
  const thread = page.getByRole('region', { name: questions.one, exact: true });

  await test.step('nothing waits; a new question appears in the inbox and in the menu', async () => {
    await go(seller, '/presales/list');
    await expectText(seller, questions.nothingOpen);
    await askInShop(seller, link, 'Vai ao micro-ondas?');
    await expect(list.getByRole('link', { name: /Vai ao micro-ondas/ })).toBeVisible();
    const menu = page.getByRole('navigation');
    await expect(menu.getByRole('link', { name: `${seller.words.ui.menu.chats} 1` })).toBeVisible();
    await expect(thread).toContainText(title);
    await expect(thread).toContainText('R$');
    await expectAccessible(seller);
  });

  await test.step('a template is written and filled, Ctrl+Enter sends it, and the next question opens', async () => {
    await askInShop(seller, link, 'Tem garantia?');
    await expect(list.getByRole('link', { name: /Tem garantia/ })).toBeVisible();
    await thread.getByRole('button', { name: questions.templates }).click();
    await page.getByRole('menuitem', { name: questions.templatesManage }).click();
    const made = page.getByRole('region', { name: questions.templateNew });
    await made.getByRole('textbox', { name: questions.templateName }).fill('Disponível');
    await made
      .getByRole('textbox', { name: questions.templateText })
      .fill('{produto}: temos {estoque}. {loja}');
    await made.getByRole('button', { name: questions.templateSave }).click();
    await expectToast(seller, seller.words.marketplaces.successes['answerTemplates.create']);
    await expectAccessible(seller);
    await page.keyboard.press('Escape');
    await thread.getByRole('button', { name: questions.templates }).click();
    await page.getByRole('menuitem', { name: 'Disponível' }).click();
    const filled = `${title}: temos ${mug.quantity}. ${marketplaceAccounts.questions}`;
    await expect(field(seller, questions.answer)).toHaveValue(filled);
    await expect(field(seller, questions.answer)).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expectToast(seller, seller.words.marketplaces.successes['presales.answer']);
    await expect(thread).toContainText('Tem garantia?');
    await expect(field(seller, questions.answer)).toBeFocused();
    await page.keyboard.type('Tem, de um ano.');
    await page.keyboard.press('Control+Enter');
    await expectInShop(seller, link, filled);
    await expectInShop(seller, link, 'Tem, de um ano.');
    await expectText(seller, questions.nothingOpen);
    const menu = page.getByRole('navigation', { name: seller.words.ui.menu.title });
    await expect(menu.getByRole('link', { name: seller.words.ui.menu.chats, exact: true })).toBeVisible();
  });

  await test.step("a buyer's script is text here, and an answer's script is text there", async () => {
    await askInShop(seller, link, `Serve chá? ${script}`);
    await list.getByRole('link', { name: /Serve chá/ }).click();
    await expect(thread).toContainText(`Serve chá? ${script}`);
    await field(seller, questions.answer).fill(`Serve. ${script}`);
    await press(seller, questions.send);
    await expectInShop(seller, link, `Serve. ${script}`);
    await expect(page).not.toHaveTitle(/7f3a/);
  });

  await test.step('in English on a phone: the list, then the thread as its own page, and a former answer', async () => {
    await speakEnglishOnAPhone(seller);
    const words = seller.words.marketplaces.questions;
    await askInShop(seller, link, 'Ela vai ao micro-ondas?');
    await go(seller, '/presales/list');
    await expect(page.getByRole('region', { name: words.one, exact: true })).toBeHidden();
    await expectAccessible(seller);
    await page.getByRole('link', { name: /Ela vai ao micro-ondas/ }).click();
    await expect(page).toHaveURL(/\/presales\/\d+/);
    await expect(page.getByRole('list', { name: words.list })).toBeHidden();
    await expectText(seller, words.former);
    await page
      .getByRole('button', { name: new RegExp(`${title}: temos`) })
      .first()
      .click();
    await expect(field(seller, words.answer)).toHaveValue(new RegExp(`^${title}`));
    await expectAccessible(seller);
    await press(seller, words.send);
    const answered = page.getByRole('region', { name: words.one, exact: true });
    await expect(answered).toContainText(words.states.answered, { timeout: 40_000 });
    await page.getByRole('link', { name: words.back }).click();
    await page.getByRole('button', { name: words.tabs.answered }).click();
    await expect(page.getByRole('list', { name: words.list }).getByRole('listitem')).toHaveCount(4);
  });
});
