import { expect, test } from '@playwright/test';
import { hireFor, openFloor, phone, sellByHand } from './floor-story.ts';
import { ask } from './screens.ts';
import { type Goods, picture } from './supplier-story.ts';
import {
  type Actor,
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
  ...{ product: 'Moringa Pesada', sku: 'MOR-B', gtin: '7891000315514' },
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
  await dialog.getByRole('button', { name: words.ui.act.save }).click();
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

  await test.step('the last unit asks for the weight, and a code does not stay in its field', async () => {
    await go(packer, `/checkout/${id}`);
    await press(packer, bench.bench.start);
    await scan(packer, goods.sku);
    await expect(weight).toBeFocused();
    await expectText(packer, fill(proof.expected, { grams: grams('420') }));
    await scan(packer, goods.gtin);
    await expect(weight).toHaveValue('');
    // Its name also says what is missing.
    await expect(page.getByRole('button', { name: bench.bench.confirm })).toBeDisabled();
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
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
    await expectText(seller, fill(events['weight-differs'], { grams: grams('500'), expected: grams('420') }));
    await expectAccessible(seller);
  });
});

/** Stands in for Web Serial: a scale that answers each enquiry with the next frame, and the last one again. */
function plugInScale(frames: readonly string[]): void {
  const left = [...frames];
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    open: async () => {
      port.readable = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = controller;
        },
      });
      port.writable = new WritableStream<Uint8Array>({
        write: () => {
          const frame = left.length > 1 ? left.shift() : left[0];
          send?.enqueue(new TextEncoder().encode(frame));
        },
      });
    },
    close: async () => undefined,
  };
  const serial = { getPorts: async () => [], requestPort: async () => port };
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
}

test('a scale at the bench is read once its weight has settled, in both languages', {
  tag: '@campaign',
}, async ({ browser }) => {
  const floor = await openFloor(browser, 'balanca', [{ ...goods, sku: 'MOR-C', gtin: '7891000315521' }]);
  const { supplier, seller } = floor;
  const { page } = supplier;
  await ask(supplier, 'PATCH', '/business/parcel-proof', {
    parcelProof: { weight: 'required', photos: 'off', tolerance: { percent: 5, grams: 30 } },
  });
  await page.setViewportSize({ width: 1366, height: 768 });
  const begin = async () => {
    const id = await sellByHand(seller, [['MOR-C', 1]]);
    await go(supplier, `/checkout/${id}`);
    await press(supplier, supplier.words.orders.bench.bench.start);
    await scan(supplier, 'MOR-C');
  };

  await test.step('a weight that does not settle is not taken, and a settled one is', async () => {
    const moving = ['\x0200000\x03', '\x02IIIII\x03', '\x0200410\x03', '\x0200431\x03', '\x0200431\x03'];
    await page.addInitScript(plugInScale, moving);
    await begin();
    const { proof } = supplier.words.orders;
    await press(supplier, proof.scale.read);
    await expectText(supplier, proof.sources.scale);
    await expectText(supplier, fill(proof.weighed, { grams: grams('431') }));
    await expectAccessible(supplier);
  });

  await test.step('an overload says so in English, and the weight is still missing', async () => {
    await inLocale(supplier, 'en');
    await page.addInitScript(plugInScale, ['OL,GS,+ 99.999kg\r\n']);
    await begin();
    const { proof } = supplier.words.orders;
    await press(supplier, proof.scale.read);
    await expectToast(supplier, proof.scale.overload);
    await expect(field(supplier, proof.weight)).toBeVisible();
    await expectAccessible(supplier);
  });
});
