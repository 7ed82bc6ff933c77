import { expect, test } from '@playwright/test';
import { countActs } from './acts.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { buy, connectHere, outAndBack, submitPublication } from './seller-story.ts';
import { picture, register } from './supplier-story.ts';
import { type Actor, enter, expectText, field, fill, go, press, row, type } from './verbs.ts';

/** From the home screen of a new business to the ad at the marketplace, its account connected on the way. */
const mostActs = 25;
const mostSeconds = 360;

const shirt = 'Camiseta Básica Preta';

test('a newcomer with own stock publishes an ad in at most 25 acts and sells', async ({ browser }) => {
  const actor = await enter(browser, 'pt', 'estoque-novo@example.com');
  const { advertisements, business, inventory } = actor.words;
  await register(actor, {
    type: 'sales',
    business: 'Camisetas Novas',
    document: '529.982.247-25',
    name: 'Nina Estoque',
  });
  const acts = await countActs(actor);
  const begun = Date.now();

  await test.step('the first step of home opens the form of a product; the units go into stock with it', async () => {
    await go(actor, '/business');
    await actor.page.getByRole('link', { name: business.home.firstSteps.createProduct }).click();
    await fillProduct(actor);
    await press(actor, actor.words.products.form.saveAndAdvertise);
    await expectText(actor, advertisements.publish.connectFirstTitle);
  });

  const link =
    await test.step('the account is connected, and the form is filled in but for what only a person knows', async () => {
      const [place, before] = [actor.page.url(), acts.length];
      // Another story may turn the clock past the life of an authorization just now: then a person starts again.
      await expect(async () => {
        if (actor.page.url() !== place) await go(actor, place);
        acts.length = before;
        await connectHere(actor, marketplaceAccounts.firstHour);
        await expect(actor.page).toHaveURL(/\/publish/, outAndBack);
      }).toPass();
      await expect(field(actor, advertisements.publish.name)).toHaveValue(shirt);
      return submitPublication(actor);
    });
  const seconds = Math.round((Date.now() - begun) / 1000);
  test.info().annotations.push({ type: 'acts', description: `${acts.length}: ${acts.join(' · ')}` });
  expect(acts.length, acts.join(' · ')).toBeLessThanOrEqual(mostActs);
  expect(seconds).toBeLessThan(mostSeconds);

  await test.step('the first sale arrives and takes its unit from the stock that was entered', async () => {
    await buy(actor, link, 1);
    await expect(async () => {
      await go(actor, '/orders/list');
      await expect(row(actor, shirt).first()).toBeVisible();
    }).toPass();
    await go(actor, '/inventory/volume/list');
    await expect(row(actor, shirt).first()).toContainText('20');
    await expectText(actor, inventory.volumes.title);
    await go(actor, '/business');
    await expect(actor.page.getByText(business.home.firstSteps.title)).toHaveCount(0);
  });
});

async function fillProduct(actor: Actor): Promise<void> {
  const { products, ui } = actor.words;
  const cell = (column: string) => field(actor, fill(products.table.cell, { column, row: 1 }));
  await type(actor, products.name, shirt);
  await type(actor, products.brand, 'Aurora');
  await field(actor, products.weight).pressSequentially('0,2');
  for (const side of [products.width, products.height, products.depth]) await type(actor, side, '20');
  await actor.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'camiseta.png', mimeType: 'image/png', buffer: await picture() });
  await expectText(actor, ui.images.cover);
  await cell(products.cost).fill('19,90');
  await cell(products.form.opening).fill('20');
}
