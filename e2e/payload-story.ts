import type { createPoison } from '../fuzz/poison.ts';
import { checkSheet } from './import-story.ts';
import { mailToken } from './outside.ts';
import { poisoner } from './poisoner.ts';
import { writePurchasing } from './purchasing-payloads.ts';
import { bringBack } from './return-story.ts';
import { ask } from './screens.ts';
import { talkInScript } from './talk-payloads.ts';
import { type Actor, go, password } from './verbs.ts';
import type { Facts } from './visits.ts';

type Poison = ReturnType<typeof createPoison>;
type Row = { id: number };

type Write = ReturnType<typeof poisoner>;

async function register(actor: Actor, write: Write, businessType: 'sales' | 'supply'): Promise<void> {
  await go(actor, '/auth/login');
  await write('auth.registerBusiness', {
    body: {
      businessType,
      businessName: 'x',
      document: '529.982.247-25',
      name: 'x',
      email: actor.email,
      password,
      passwordConfirmation: password,
    },
  });
}

async function enterBusiness(actor: Actor, write: Write, businessType: 'sales' | 'supply'): Promise<void> {
  await register(actor, write, businessType);
  await write('auth.activate', { body: { token: await mailToken(actor.email), password } });
  await write('auth.signIn', { body: { email: actor.email, password } });
  await write('user.update', { body: { name: 'x' } });
  await write('business.update', { body: { name: 'x' } });
}

async function stock(actor: Actor, write: Write) {
  const category = (await write('categories.create', { body: { description: 'x' } })) as Row;
  await write('categories.update', { params: category, body: { description: 'x' } });
  const tag = (await write('productsTags.create', { body: { name: 'x' } })) as Row;
  await write('productsTags.update', { params: tag, body: { name: 'x' } });
  const view = (await write('savedViews.create', {
    body: { list: 'lots', name: 'x', query: 'x', sort: 'code', hidden: ['x'], isDefault: true },
  })) as Row;
  await write('savedViews.update', { params: view, body: { name: 'x' } });
  const image = await actor.page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const form = new FormData();
    if (blob) form.append('file', blob, 'x.png');
    const answer = await fetch('/api/images', { method: 'POST', body: form });
    return ((await answer.json()) as { items: { id: number }[] }).items[0];
  });
  if (!image) throw new Error('no image was taken');
  await write('images.update', { params: image, body: { name: 'x' } });
  let product = { id: 0, variations: [{ id: 0 }] };
  for (let n = 0; n < 12; n++)
    product = (await write('products.create', {
      body: {
        name: 'x',
        category: category.id,
        images: n === 11 ? { add: [image.id] } : undefined,
        tags: { add: [tag.id] },
        variations: { create: [{ sku: 'x', attributes: { Color: 'x' } }] },
      },
    })) as typeof product;
  await write('products.update', { params: product, body: { name: 'x' } });
  const warehouse = (await write('warehouses.create', { body: { name: 'x' } })) as Row;
  await write('warehouses.update', { params: warehouse, body: { name: 'x' } });
  const cart = (await write('carts.create', {
    body: { warehouseId: warehouse.id, name: 'x', places: 4 },
  })) as Row;
  await write('carts.update', { params: cart, body: { name: 'x', places: 6 } });
  const wave = {
    ...{ name: 'x', on: false, logisticTypes: ['x'], zones: ['x'], singles: false, places: 4 },
    ...{ cutoffHour: null, minSales: null, minutesBefore: null },
  };
  const rule = (await write('waves.create', { body: { ...wave, warehouseId: warehouse.id } })) as Row;
  await write('waves.update', { params: rule, body: wave });
  const carrier = { trackingLink: 'https://rastreio.example.com/{codigo}', codeFormat: '' };
  const added = (await write('carriers.create', {
    body: { ...carrier, name: 'x', service: 'x', cutoffs: Array(7).fill('17:30') },
  })) as Row;
  await write('carriers.update', { params: added, body: { name: 'x', service: 'x' } });
  const places = (await write('inventoryLocations.create', {
    body: { warehouseId: warehouse.id, prefix: 'A', initialIndex: 1, finalIndex: 2 },
  })) as { items: Row[] };
  const variationId = product.variations[0]?.id ?? 0;
  const line = { variationId, quantity: 20 };
  const volume = (await write('volumes.create', {
    body: { warehouseId: warehouse.id, reason: 'x', lines: [line] },
  })) as Row & { code: string; lines: Row[] };
  await write('volumes.update', { params: volume, body: { name: 'x' } });
  const lot = (await write('batches.create', {
    body: { variationId, code: 'x', expiresOn: '2030-01-31' },
  })) as { id: number };
  await write('batches.update', { params: lot, body: { code: 'x' } });
  await write('volumes.tag', { params: volume, body: { code: volume.code } });
  await write('volumes.launch', { params: volume, body: { positionId: places.items[0]?.id } });
  const asking = (asksSerials: boolean) =>
    write('products.update', { params: product, body: { name: 'x', asksSerials } });
  await asking(true);
  const serial = (await write('serials.record', {
    body: { variationId, code: 'x', clientId: 'payload-serial' },
  })) as Row;
  await write('serials.mark', { params: serial, body: { to: 'gone', reason: 'x' } });
  await asking(false);
  await write('volumes.adjust', { params: volume, body: { ...line, quantity: 19, reason: 'x' } });
  const offer = (await write('dropshipItems.create', {
    body: { variationId, warehouseId: warehouse.id, quantityCap: 10, price: 4990 },
  })) as Row;
  await write('bankAccount.update', {
    body: {
      pixKeyType: 'email',
      pixKey: 'a@example.com',
      holder: 'x',
      city: 'x',
      bank: 'x',
      agency: 'x',
      account: 'x',
    },
  });
  const blocked = (await write('volumes.create', {
    body: { warehouseId: warehouse.id, reason: 'x', lines: [line] },
  })) as typeof volume;
  await write('volumes.tag', { params: blocked, body: { code: blocked.code } });
  await write('volumes.launch', { params: blocked, body: { positionId: places.items[1]?.id } });
  await write('volumes.moveProducts', {
    params: blocked,
    body: {
      lines: [{ lineId: blocked.lines[0]?.id, quantity: 5 }],
      create: { name: 'x', positionId: places.items[0]?.id },
    },
  });
  const elsewhere = (await write('warehouses.create', { body: { name: 'x' } })) as Row;
  await write('volumes.transfer', { params: blocked, body: { warehouseId: elsewhere.id, reason: 'x' } });
  await write('volumes.transfer', { params: blocked, body: { warehouseId: warehouse.id, reason: 'x' } });
  await write('volumes.arrive', {
    params: blocked,
    body: { code: blocked.code, positionId: places.items[1]?.id },
  });
  await write('volumes.block', { params: blocked, body: { cause: 'damaged', reason: 'x' } });
  const gone = (await write('vendorReturns.create', {
    body: { volumeIds: [blocked.id], note: 'x' },
  })) as Row;
  await write('vendorReturns.cancel', { params: gone, body: { reason: 'x' } });
  const vendorReturn = (await write('vendorReturns.create', {
    body: { volumeIds: [blocked.id], note: 'x' },
  })) as Row;
  await write('vendorReturns.update', { params: vendorReturn, body: { vendorName: 'x', note: 'x' } });
  return {
    vendorReturn,
    product,
    category,
    warehouse,
    places,
    offer,
    ...(await writePurchasing(write, variationId, warehouse.id)),
  };
}

/** Two businesses and their records, with a payload in every text; returns where to look. */
export async function writePayloads(
  { guest, supplier, seller }: Record<'guest' | 'supplier' | 'seller', Actor>,
  poison: Poison,
  told: Set<string>,
): Promise<Facts> {
  const supply = poisoner(supplier, poison, told);
  const sell = poisoner(seller, poison, told);
  const [goods] = await Promise.all([
    enterBusiness(supplier, supply, 'supply').then(() => stock(supplier, supply)),
    enterBusiness(seller, sell, 'sales'),
    register(guest, poisoner(guest, poison, told), 'sales'),
  ]);
  const kit = (await sell('virtualProducts.create', {
    body: { name: 'x', title: 'x', components: [{ offer: goods.offer.id, quantity: 2 }] },
  })) as Row;
  await sell('virtualProducts.update', { params: kit, body: { name: 'x' } });
  const advertisement = (await sell('advertisements.create', {
    body: { product: 'x', sku: 'x', components: [{ offer: goods.offer.id, quantity: 1 }] },
  })) as Row;
  await sell('advertisements.update', { params: advertisement, body: { product: 'x' } });
  const orders: Row[] = [];
  for (let n = 0; n < 5; n++)
    orders.push(
      (await sell('orders.create', {
        body: {
          buyerName: 'x',
          paid: true,
          address: {
            zip: '01310-100',
            street: 'x',
            number: 'x',
            complement: 'x',
            neighborhood: 'x',
            city: 'x',
            state: 'SP',
          },
          lines: [{ advertisementId: advertisement.id, quantity: 1, unitPriceCentavos: 8990 }],
        },
      })) as Row,
    );
  const [order = { id: 0 }, canceled = order, again = order, back = order, walked = order] = orders;
  const { parts } = (await ask(supplier, 'GET', `/orders-supplier/${back.id}`)) as {
    parts: { sku: string }[];
  };
  const sku = parts[0]?.sku ?? '';
  await bringBack(supplier, back.id, sku);
  await supply('returns.inspect', {
    params: back,
    body: { code: sku, condition: 'missing', reason: 'x', clientId: 'payload-return' },
  });
  await sell('orders.cancel', { params: canceled, body: { reason: 'x' } });
  const mark = (await sell('ordersTags.create', { body: { name: 'x' } })) as Row;
  await sell('ordersTags.update', { params: mark, body: { name: 'x' } });
  await ask(seller, 'PATCH', '/orders', { ids: [walked.id], change: { tags: { add: [mark.id] } } });
  await supply('checkout.startPicking', { params: again });
  const list = (await ask(supplier, 'POST', '/picking', { ids: [walked.id] })) as Row;
  const { stops } = (await ask(supplier, 'POST', `/picking/${list.id}/start`)) as {
    stops: { volume: Row; variation: Row }[];
  };
  const place = { volumeId: stops[0]?.volume.id, variationId: stops[0]?.variation.id };
  await supply('picking.declareShort', { params: list, body: { ...place, reason: 'x' } });
  const { items: counts } = (await ask(supplier, 'GET', '/volumes/in-balance')) as { items: Row[] };
  await supply('staff.create', { body: { email: 'convidado-payload@example.com', roles: ['packer'] } });
  const activation = await mailToken(guest.email);
  const invitation = await mailToken('convidado-payload@example.com');
  await poisoner(
    guest,
    poison,
    told,
  )('auth.registerBusiness', {
    body: {
      businessType: 'sales',
      businessName: 'x',
      document: '529.982.247-25',
      name: 'x',
      email: 'outro-payload@example.com',
      password,
      passwordConfirmation: password,
    },
  });
  const declare = async () =>
    (await ask(seller, 'POST', '/content-declarations', { orderId: order.id })) as Row;
  await sell('contentDeclarations.cancel', { params: await declare(), body: { reason: 'x' } });
  const declaration = await declare();
  await sell('answerTemplates.create', { body: { name: 'x', text: 'x' } });
  const talk = await talkInScript(seller, told);
  const { id: sellerId } = (await ask(seller, 'GET', '/business')) as Row;
  const pair = (await supply('pairBalances.credit', {
    body: { sellerId, amountCentavos: 500, reason: 'x' },
  })) as Row;
  const { items: manifests } = (await ask(supplier, 'GET', '/manifests')) as { items: Row[] };
  return {
    product: String(goods.product.id),
    category: String(goods.category.id),
    warehouse: String(goods.warehouse.id),
    vendorReturn: String(goods.vendorReturn.id),
    location: String(goods.places.items[0]?.id),
    supplier: String(goods.supplier.id),
    request: String(goods.request.id),
    receipt: String(goods.receipt.id),
    printable: goods.printable,
    offer: String(goods.offer.id),
    advertisement: String(advertisement.id),
    kit: String(kit.id),
    order: String(order.id),
    picking: String(list.id),
    balance: String(counts[0]?.id),
    return: String(back.id),
    manifest: String(manifests[0]?.id),
    declaration: String(declaration.id),
    importKind: 'products',
    import: String(await checkSheet(supplier, 'PAGO')),
    ...talk,
    account: '0',
    campaign: '0',
    // Needs a closed day; the only typed texts it shows are the names of businesses.
    statement: '0',
    // Its texts come from the bank; nobody types them.
    bankStatement: '0',
    pair: String(pair.id),
    activation,
    invitation,
    reset: await mailToken('outro-payload@example.com'),
  };
}
