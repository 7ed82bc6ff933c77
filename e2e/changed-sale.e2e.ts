import { expect, test } from '@playwright/test';
import {
  answerCancellation,
  beginAtBench,
  changesAt,
  complain,
  expectVersions,
  followChange,
  type OnSale,
  type Place,
  publishAt,
  reopenFromPile,
  saleOf,
  scanAtHandOver,
  stopCanceled,
  storeOrder,
  twoOf,
} from './changed-sale-story.ts';
import { amountOf, resultOf } from './changes-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control, runTask, turnClock } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, connectOther } from './seller-story.ts';
import { packAtOnce } from './settlement-story.ts';
import { type Actor, enter, expectAccessible, expectText, fill, go, press, row, scan } from './verbs.ts';

const accounts = {
  pt: {
    mercadoLivre: marketplaceAccounts.changedSale,
    shopee: 'atelie.da.mudanca',
    nuvemshop: 'Pedido que Muda',
  },
  en: {
    mercadoLivre: marketplaceAccounts.changedSaleInEnglish,
    shopee: 'atelie.mudado',
    nuvemshop: 'Pedido Mudado',
  },
} as const;

type Change = keyof (typeof changesAt)[Place];

/** Runs the steps where the marketplace can do this, and says so in the report where it cannot. */
async function whereIt(place: Place, change: Change, steps: () => Promise<void>): Promise<void> {
  if (changesAt[place][change]) await test.step(`${place}: ${change}`, steps);
  else test.info().annotations.push({ type: 'skip', description: `${place} has no ${change}` });
}

/** The last scan prints and packs. While another story lets the marketplace fail, the packer goes back and confirms again. */
async function expectPacked(
  { seller, packer }: Pick<Story, 'seller' | 'packer'>,
  sale: number,
): Promise<void> {
  const { ui, orders } = packer.words;
  await expect(async () => {
    const back = packer.page.getByRole('dialog').getByRole('button', { name: ui.act.back, exact: true });
    if (await back.isVisible()) {
      await back.click();
      await press(packer, orders.bench.bench.confirm);
    }
    expect(await resultStatus(seller, sale)).toBe('waiting_collect');
  }).toPass();
}

type Story = {
  seller: Actor;
  packer: Actor;
  mug: { product: string; sku: string };
  plate: { product: string; sku: string };
  mugVolume: string;
  plateVolume: string;
  mugs: OnSale;
  plates: OnSale;
};

async function editTwice({ seller, packer, ...story }: Story): Promise<void> {
  const { mug, plate, mugs, plates } = story;
  const { change } = packer.words.orders;
  const { order } = (await control('POST', '/nuvemshop/purchases', {
    ...{ productId: mugs.storeProduct, quantity: 3 },
  })) as { order: { id: number } };
  const sale = await saleOf(seller, mugs.title);
  const edit = async (quantities: Record<number, number>, added: number[]) => {
    const { lines } = await storeOrder(order.id);
    const answer = await control('POST', `/nuvemshop/orders/${order.id}/edit`, {
      lines: lines.map((line) => ({ id: line.id, quantity: quantities[line.product_id] ?? line.quantity })),
      added: added.map((productId) => ({ productId, quantity: 1 })),
    });
    expect(answer).not.toHaveProperty('refused');
  };
  const fewer = fill(change.quantity, { name: mugs.title, before: 3, after: 2 });
  const more = fill(change.added, { name: plates.title, after: 1 });
  const gone = fill(change.removed, { name: plates.title, before: 1 });
  const fewest = fill(change.quantity, { name: mugs.title, before: 2, after: 1 });
  await beginAtBench(packer, sale);
  await scan(packer, mug.sku);
  await edit({ [mugs.storeProduct]: 2 }, [plates.storeProduct]);
  await followChange(packer, [fewer, more], [[mug.product, story.mugVolume]]);
  await scan(packer, mug.sku);
  await scan(packer, plate.sku);
  await edit({ [mugs.storeProduct]: 1, [plates.storeProduct]: 0 }, []);
  await followChange(
    packer,
    [fewest, gone],
    [
      [mug.product, story.mugVolume],
      [plate.product, story.plateVolume],
    ],
  );
  await scan(packer, mug.sku);
  await expectPacked({ seller, packer }, sale);
  await expectVersions(seller, sale, [fewer, more, fewest, gone]);
}

/** A part of the money is refunded while the packer has the parcel in the hand: nothing stops them. */
async function refundAtBench(
  { seller, packer, mug }: Pick<Story, 'seller' | 'packer' | 'mug'>,
  sale: number,
  refund: () => Promise<unknown>,
  amount: number,
): Promise<void> {
  await beginAtBench(packer, sale);
  await refund();
  await expect(async () => expect(amountOf(await resultOf(seller, sale), 'refund')).toBe(amount)).toPass();
  await expect(packer.page.getByRole('alertdialog')).toBeHidden();
  await scan(packer, mug.sku);
}

async function refundInStore({ seller, packer, mug, mugs }: Story): Promise<void> {
  const { order } = (await control('POST', '/nuvemshop/purchases', {
    ...{ productId: mugs.storeProduct, quantity: 1 },
  })) as { order: { id: number } };
  const sale = await saleOf(seller, mugs.title);
  const refund = () => control('POST', `/nuvemshop/orders/${order.id}/refund`, { amount: 7.5 });
  await refundAtBench({ seller, packer, mug }, sale, refund, 750);
  await expectPacked({ seller, packer }, sale);
}

const buyInShop = async (mugs: OnSale, quantity: number) => {
  const { order } = (await control('POST', '/shopee/purchases', { itemId: mugs.shopItem, quantity })) as {
    order: { sn: string };
  };
  // The parcel is arranged an hour after the payment; then the supplier sees the sale.
  await turnClock(61);
  await runTask('orders.expire');
  return order.sn;
};

async function cancelUnits({ seller, packer, mug, mugs, mugVolume }: Story): Promise<void> {
  const { change } = packer.words.orders;
  const sn = await buyInShop(mugs, 3);
  const sale = await saleOf(seller, mugs.title);
  const cancelOne = () => control('POST', `/shopee/orders/${sn}/cancel-part`, { quantity: 1 });
  await beginAtBench(packer, sale);
  await scan(packer, mug.sku);
  await cancelOne();
  const first = fill(change.quantity, { name: mugs.title, before: 3, after: 2 });
  await followChange(packer, [first], [[mug.product, mugVolume]]);
  for (let unit = 0; unit < 2; unit++) await scan(packer, mug.sku);
  await expectPacked({ seller, packer }, sale);
  await cancelOne();
  const second = fill(change.quantity, { name: mugs.title, before: 2, after: 1 });
  await go(packer, '/checkout/list');
  await expect(row(packer, mug.product).filter({ hasText: change.short }).first()).toBeVisible();
  const label = await labelOf(seller, sale);
  const { handOver } = packer.words.orders.bench;
  await scanAtHandOver(packer, label);
  await expectText(packer, fill(handOver.changed, { id: sale, changes: second }));
  await expectAccessible(packer);
  await reopenFromPile(packer, sale);
  await followChange(packer, [second], [[mug.product, mugVolume]]);
  await scan(packer, mug.sku);
  await expectPacked({ seller, packer }, sale);
  await scanAtHandOver(packer, label);
  await expect.poll(() => resultStatus(seller, sale)).toBe('collected');
  await expectVersions(seller, sale, [first, second]);
}

async function askToCancel({ seller, mugs }: Story): Promise<void> {
  const sn = await buyInShop(mugs, 1);
  const sale = await saleOf(seller, mugs.title);
  const asking = (reason: string) => control('POST', `/shopee/orders/${sn}/ask-cancel`, { reason });
  await asking('Comprei errado');
  await answerCancellation(seller, 'Comprei errado', 'refuse_cancellation');
  await expect.poll(() => resultStatus(seller, sale)).toBe('pending');
}

type Ordered = { orders: { id: number; itemId: string; shipmentId: number }[] };

/** One order of a pack is canceled while it is picked, and one that is packed already. */
async function cancelOneOfPack({ seller, packer, ...story }: Story): Promise<void> {
  const { mug, plate, mugs, plates, plateVolume } = story;
  const { handOver } = packer.words.orders.bench;
  const bought = async () => {
    const lines = [{ itemId: mugs.item }, { itemId: plates.item }];
    const { orders } = (await control('POST', '/purchases', { lines })) as Ordered;
    const kept = await saleOf(seller, mugs.title);
    const canceled = await saleOf(seller, plates.title);
    const [{ shipmentId } = { shipmentId: 0 }] = orders;
    const order = orders.find(({ itemId }) => itemId === plates.item)?.id;
    return { kept, canceled, shipmentId, cancel: () => control('POST', `/orders/${order}/cancel`) };
  };
  const first = await bought();
  await beginAtBench(packer, first.canceled);
  await first.cancel();
  await stopCanceled(packer);
  await packAtOnce(packer, first.kept, mug.sku);
  await expect.poll(() => resultStatus(seller, first.kept)).toBe('waiting_collect');
  const second = await bought();
  await packAtOnce(packer, second.kept, mug.sku);
  await packAtOnce(packer, second.canceled, plate.sku);
  await second.cancel();
  await expect.poll(() => resultStatus(seller, second.canceled)).toBe('canceled');
  await scanAtHandOver(packer, String(second.shipmentId));
  await expectText(packer, fill(handOver.canceled, { id: second.canceled }));
  await go(packer, `/checkout/${second.canceled}`);
  await stopCanceled(packer);
  await scan(packer, plateVolume);
  // Hands-free, the next sale opens.
  const isPutBack = async () => {
    const sale = (await ask(packer, 'GET', `/orders-supplier/${second.canceled}`)) as { putBack: boolean };
    return !sale.putBack;
  };
  await expect.poll(isPutBack).toBe(true);
  await expect.poll(() => resultStatus(seller, second.kept)).toBe('waiting_collect');
}

async function refundInMarketplace({ seller, packer, mug, mugs }: Story): Promise<void> {
  const { orders } = (await control('POST', '/purchases', { itemId: mugs.item })) as Ordered;
  const sale = await saleOf(seller, mugs.title);
  const refund = () => control('POST', `/orders/${orders[0]?.id}/refund`, { amount: 12.5 });
  await refundAtBench({ seller, packer, mug }, sale, refund, 1250);
  // The label of the marketplace waits for the NF-e, and ours replaces it.
  const { bench } = packer.words.orders.bench;
  await press(packer, bench.ownLabelPrint);
  await expectText(packer, bench.packedNoLabel);
}

async function mediate({ seller, packer, mugs }: Story): Promise<void> {
  const { orders } = (await control('POST', '/purchases', { itemId: mugs.item })) as Ordered;
  const sale = await saleOf(seller, mugs.title);
  await beginAtBench(packer, sale);
  await complain(seller, orders[0]?.id ?? 0, 'Ainda não foi enviado');
  await stopCanceled(packer);
  await expect.poll(() => resultStatus(seller, sale)).toBe('canceled');
}

async function labelOf(seller: Actor, sale: number): Promise<string> {
  const { trackingCode } = (await ask(seller, 'GET', `/orders/${sale}`)) as { trackingCode: string };
  return trackingCode;
}

async function resultStatus(seller: Actor, sale: number): Promise<string> {
  return ((await ask(seller, 'GET', `/orders/${sale}`)) as { status: string }).status;
}

for (const locale of ['pt', 'en'] as const)
  test(`a sale changes in the hands of the packer, in ${locale} @campaign`, async ({ browser }) => {
    const packer = await enter(browser, locale, `fornecedor-mudado-${locale}@example.com`);
    const seller = await enter(browser, locale, `vendedor-mudado-${locale}@example.com`);
    const owner = { document: '12.ABC.345/01DE-35', name: 'Ana Fornecedora' };
    const goods = [
      {
        ...{ product: `Caneca Mudada ${locale}`, sku: `MUD-${locale}`, gtin: '7896000000071' },
        ...{ quantity: 30, price: '29,90' },
      },
      {
        ...{ product: `Prato Mudado ${locale}`, sku: `PRM-${locale}`, gtin: '7891000100127' },
        ...{ quantity: 30, price: '19,90' },
      },
    ];
    await givenBusiness(packer, { type: 'supply', business: `Aurora mudada ${locale}`, ...owner });
    const volumes = await givenShelf(packer, `Galpão mudado ${locale}`, goods);
    await givenBusiness(seller, { type: 'sales', business: `Loja mudada ${locale}`, ...owner });
    const of = accounts[locale];
    await test.step('three accounts sell two products of one supplier', async () => {
      await connectAccount(seller, of.mercadoLivre);
      await connectOther(seller, 'Shopee', of.shopee, 'Confirmar autorização');
      await connectOther(seller, 'Nuvemshop', of.nuvemshop, 'Aceitar e começar a usar');
    });
    const { mug, plate, mugVolume, plateVolume } = twoOf({ goods, volumes });
    const mugs = await publishAt(seller, mug, `Caneca que se Muda ${locale}`, of);
    const { shopee: _, ...others } = of;
    const plates = await publishAt(seller, plate, `Prato que se Muda ${locale}`, others);
    const story = { seller, packer, mug, plate, mugVolume, plateVolume, mugs, plates };
    const steps: Record<Change, Partial<Record<Place, (of: Story) => Promise<void>>>> = {
      edits: { nuvemshop: editTwice },
      refundsPart: { nuvemshop: refundInStore, mercadoLivre: refundInMarketplace },
      cancelsUnits: { shopee: cancelUnits },
      asksToCancel: { shopee: askToCancel },
      cancelsOfPack: { mercadoLivre: cancelOneOfPack },
      mediates: { mercadoLivre: mediate },
    };
    for (const place of Object.keys(changesAt) as Place[])
      for (const change of Object.keys(steps) as Change[])
        await whereIt(place, change, () => {
          const run = steps[change][place];
          if (!run) throw new Error(`${place}: ${change} has no steps`);
          return run(story);
        });
  });
