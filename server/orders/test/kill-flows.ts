import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { api } from '#contract/index.ts';
import { marketplaceIds } from '#contract/marketplaces/marketplace.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { type Person, RefusedCall } from '#server/test/app.ts';
import type { Line } from '#server/test/kill.ts';
import { notificationSecret } from '#server/test/sandbox.ts';

/** Effects that were acknowledged, or that must have happened because they were requested until they did. */
export type Acknowledged = {
  packed: { order: number; quantity: number; packings: number }[];
  volumes: { id: number; name: string; quantity: number }[];
  bought: { remoteId: number; quantity: number }[];
  registered: { id: number; name: string }[];
};

export type Stage = Awaited<ReturnType<typeof setStage>>;
export const startUnits = 10_000;

/** A supplier with three stock rows: sold manually, sold at the marketplace, and one that only receives volumes. */
export async function setStage(line: Line) {
  const supplier = await line.join('supply');
  const seller = await line.join('sales');
  const byHand = await makeShelf(line.app, supplier, startUnits);
  const atMarket = await makeShelf(line.app, supplier, startUnits);
  const arriving = await makeShelf(line.app, supplier, 1);
  const offer = await makeOffer(supplier, byHand, 2000, startUnits);
  const marketOffer = await makeOffer(supplier, atMarket, 2000, startUnits);
  const account = await connectSeller(seller, remoteSellers.legacy);
  const publication = await publish(
    seller,
    await makeAdvertisement(seller, [marketOffer]),
    account.id,
    marketOffer,
  );
  return { supplier, seller, byHand, atMarket, arriving, offer, publicationId: publication.id };
}

/** A manual sale, picked, scanned and packed; every other one is taken back and packed again. */
export async function sellByHand(stage: Stage, acknowledged: Acknowledged, round: number): Promise<void> {
  const { supplier, seller, byHand, offer } = stage;
  const quantity = 1 + (round % 2);
  const sale = await seller.call(api.orders.create, {
    body: {
      buyerName: `Comprador ${randomUUID()}`,
      paid: true,
      lines: [{ dropshipItemId: offer.id, quantity, unitPriceCentavos: 5990 }],
    },
  });
  const here = { params: { id: sale.id } };
  const pack = async () => {
    for (let n = 0; n < quantity; n++)
      await supplier.call(api.checkout.beep, {
        ...here,
        body: { code: byHand.sku, clientId: randomUUID() },
      });
    await confirm(supplier, sale.id);
  };
  await supplier.call(api.checkout.startPicking, here);
  await pack();
  const again = round % 2 === 0;
  if (again) {
    await supplier.call(api.checkout.reset, { ...here, body: { reason: 'caixa errada' } });
    await pack();
  }
  acknowledged.packed.push({ order: sale.id, quantity, packings: again ? 2 : 1 });
}

/** The answer may be lost after the effect: this act calls the marketplace between two transactions. */
async function confirm(supplier: Person, id: number): Promise<void> {
  const params = { id };
  await supplier.call(api.checkout.print, { params, body: { reason: 'de novo' } });
  try {
    await supplier.call(api.checkout.confirmPacking, { params: { id } });
  } catch (error) {
    if (!(error instanceof RefusedCall && error.problem.code === 'already_packed')) throw error;
  }
}

/** A volume that is registered, tagged and launched. */
export async function launchVolume(stage: Stage, acknowledged: Acknowledged, round: number): Promise<void> {
  const { supplier, arriving } = stage;
  const name = `Caixa ${randomUUID()}`;
  const quantity = 1 + (round % 5);
  const { id, code } = await supplier.call(api.volumes.create, {
    body: {
      warehouseId: arriving.warehouseId,
      name,
      reason: 'chegou',
      lines: [{ variationId: arriving.variationId, quantity }],
    },
  });
  await supplier.call(api.volumes.tag, { params: { id }, body: { code } });
  await supplier.call(api.volumes.launch, {
    params: { id },
    body: { positionId: arriving.positionId },
  });
  acknowledged.volumes.push({ id, name, quantity });
}

/** A short act, repeated: some of many in flight are done when the answer is lost. */
export async function registerVolume(stage: Stage, acknowledged: Acknowledged): Promise<void> {
  const { supplier, arriving } = stage;
  const name = `Registro ${randomUUID()}`;
  const { id } = await supplier.call(api.volumes.create, {
    body: {
      warehouseId: arriving.warehouseId,
      name,
      reason: 'chegou',
      lines: [{ variationId: arriving.variationId, quantity: 1 }],
    },
  });
  acknowledged.registered.push({ id, name });
}

const bought = z.object({ orders: z.array(z.object({ id: z.number() })) });
const notices = z.array(
  z.object({ id: z.string(), resource: z.string(), user_id: z.number(), topic: z.string() }),
);
const shownItems = z.array(z.object({ id: z.string(), available: z.number() }));

/** A buyer buys, and the marketplace notifies our inbox. */
export function marketplace(line: Line, itemId: string) {
  const delivered = new Set<string>();
  return {
    async buy(acknowledged: Acknowledged, round: number): Promise<void> {
      const quantity = 1 + (round % 2);
      const { orders } = bought.parse(await line.sandbox.control('POST', '/purchases', { itemId, quantity }));
      for (const { id } of orders) acknowledged.bought.push({ remoteId: id, quantity });
    },
    async deliver(): Promise<void> {
      const all = notices.parse(await line.sandbox.control('GET', '/notifications'));
      for (const { id, ...notice } of all.filter((one) => !delivered.has(one.id))) {
        await line.post(`/api/notifications/${marketplaceIds[0]}/${notificationSecret}`, {
          ...notice,
          _id: id,
          application_id: 1000,
          attempts: 1,
        });
        delivered.add(id);
      }
    },
    /** The quantity that buyers see. */
    async shown(): Promise<number | undefined> {
      const items = shownItems.parse(await line.sandbox.control('GET', '/items'));
      return items.find(({ id }) => id === itemId)?.available;
    },
  };
}
