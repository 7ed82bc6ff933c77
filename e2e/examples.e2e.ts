import { expect, test } from '@playwright/test';
import { phone } from './floor-story.ts';
import { register } from './supplier-story.ts';
import { type Actor, button, enter, expectText, expectToast, go, press, row } from './verbs.ts';

for (const { locale, email, device } of [
  { locale: 'pt', email: 'exemplos@example.com', device: phone },
  { locale: 'en', email: 'examples@example.com', device: undefined },
] as const)
  test(`a newcomer looks around with examples and removes them all, in ${locale}`, async ({ browser }) => {
    const actor = await enter(browser, locale, email, device);
    const { advertisements, business, ui } = actor.words;
    const { examples } = ui;
    const { firstSteps } = business.home;
    const { name } = business.examples.product;
    await register(actor, {
      type: 'sales',
      business: `Loja dos Exemplos ${locale}`,
      document: '529.982.247-25',
      name: 'Nina Exemplo',
    });

    await test.step('one press makes them, and the first steps stay undone', async () => {
      await go(actor, '/business');
      await press(actor, examples.start);
      await expectToast(actor, ui.successes['examples.create']);
      await expect(button(actor, examples.remove)).toBeVisible();
      await expect(actor.page.getByLabel(firstSteps.done)).toHaveCount(0);
    });

    await test.step('list and page show the mark', async () => {
      await go(actor, '/products/product/list');
      await expect(row(actor, name)).toContainText(examples.mark);
      await row(actor, name).getByRole('link').first().click();
      await expectText(actor, examples.noticeText);
    });

    await test.step('the draft is not published, and says why', async () => {
      await go(actor, '/advertisements/list');
      await expect(row(actor, name)).toContainText(examples.mark);
      await row(actor, name).getByRole('link').first().click();
      await expectText(actor, examples.noticeText);
      await expect(
        actor.page.getByRole('link', { name: advertisements.page.publish, exact: true }),
      ).toHaveCount(0);
      await expect(actor.page).toHaveURL(/advertisements\/\d+$/);
      await go(actor, `${new URL(actor.page.url()).pathname}/publish`);
      await expectText(actor, examples.noticeText);
    });

    await test.step('all of them go together, and none is left', async () => {
      await go(actor, '/business');
      await press(actor, examples.remove);
      const sure = actor.page.locator('[role=dialog], [role=alertdialog]');
      await expect(sure).toContainText(`${examples.kinds.product}: ${name}`);
      await sure.getByRole('button', { name: examples.remove }).click();
      await expectToast(actor, ui.successes['examples.remove']);
      await expect(button(actor, examples.start)).toBeVisible();
      for (const path of ['/products/product/list', '/advertisements/list'])
        await expectGone(actor, path, name);
      await expectText(actor, advertisements.list.empty);
    });
  });

async function expectGone(actor: Actor, path: string, name: string): Promise<void> {
  await go(actor, path);
  await expect(actor.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(row(actor, name)).toHaveCount(0);
}
