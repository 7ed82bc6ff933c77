import { expect, test } from '@playwright/test';
import { hireFor, openFloor, phone, sellByHand } from './floor-story.ts';
import { type Goods, picture } from './supplier-story.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectText,
  expectToast,
  field,
  fill,
  go,
  inLocale,
  press,
  scan,
  type,
} from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Moringa de Barro', sku: 'MOR-B', gtin: '7891000315514' },
  ...{ quantity: 10, price: '30,00' },
};

/** Figures with the separators of the reader, and a space that does not break. */
const grams = (text: string) => `${text}\u00a0g`;

async function askForBoth(owner: Actor): Promise<void> {
  const { page, words } = owner;
  const { parcelProof } = words.business;
  await page.setViewportSize({ width: 1366, height: 768 });
  await go(owner, '/user?tab=business');
  await page.getByRole('region', { name: parcelProof.title }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  for (const name of [parcelProof.weight, parcelProof.photos]) {
    await dialog.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: parcelProof.modes.required }).click();
  }
  await type(owner, parcelProof.grams, '30');
  await expectAccessible(owner);
  await press(owner, words.ui.act.save);
  await expectToast(owner, words.business.successes['business.proveParcels']);
}

test('a parcel is weighed and photographed at the bench, and the seller sees both, in both languages', {
  tag: '@campaign',
}, async ({ browser }) => {
  const floor = await openFloor(browser, 'prova', [goods]);
  const { supplier, seller } = floor;
  await askForBoth(supplier);
  const packer = await hireFor(browser, supplier, 'packer', 'pt', phone);
  const { page } = packer;
  const id = await sellByHand(seller, [[goods.sku, 1]]);
  const { bench, proof } = packer.words.orders;
  const weight = field(packer, proof.weight);

  await test.step('the last unit asks for the weight, and a scan over its field is a scan', async () => {
    await go(packer, `/checkout/${id}`);
    await press(packer, bench.bench.start);
    await scan(packer, goods.sku);
    await expect(weight).toBeFocused();
    await expectText(packer, fill(proof.expected, { grams: grams('420') }));
    await scan(packer, '7891000315514');
    await expect(weight).toHaveValue('');
    await expectText(packer, packer.words.errors.line_full);
    await expect(button(packer, bench.bench.confirm)).toBeDisabled();
    await expectAccessible(packer);
  });

  await test.step('a weight is not saved by Enter; outside of the tolerance it is looked at twice', async () => {
    await weight.fill('500');
    await weight.press('Enter');
    await expect(weight).toHaveValue('500');
    await press(packer, proof.save);
    const question = page.getByRole('dialog');
    await expect(question).toContainText(grams('420'));
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(weight).toHaveValue('500');
    await press(packer, proof.save);
    await question.getByRole('button', { name: proof.differsYes }).click();
    await expectText(packer, proof.differs);
  });

  await test.step('a photo is taken, and the parcel can be confirmed', async () => {
    const chosen = page.waitForEvent('filechooser');
    await press(packer, proof.choose);
    await (await chosen).setFiles({ name: 'pacote.png', mimeType: 'image/png', buffer: await picture() });
    await expect(page.getByRole('img', { name: fill(proof.photo, { number: 1 }) })).toBeVisible();
    await press(packer, bench.bench.confirm);
    await expectText(packer, packer.words.orders.statuses.waiting_collect);
  });

  await test.step('the seller sees weight, photo and history in English', async () => {
    await inLocale(seller, 'en');
    await seller.page.setViewportSize({ width: 1366, height: 768 });
    await go(seller, `/orders/${id}`);
    const { proof: words, events } = seller.words.orders;
    await expectText(seller, words.differs);
    const image = seller.page.getByRole('img', { name: fill(words.photo, { number: 1 }) });
    await expect(image).toBeVisible();
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await expectText(seller, fill(events['weight-differs'], { grams: grams('500'), expected: grams('420') }));
    await expectAccessible(seller);
  });
});
