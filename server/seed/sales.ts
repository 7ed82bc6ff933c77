import { addMinutes } from '#contract/dates.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/http/session.ts';
import { acceptOrder, refuseOrder } from '#server/orders/checkout/checkout.ts';
import { collectOrder, sendOrder } from '#server/orders/checkout/hand-over.ts';
import { loadAtBench } from '#server/orders/checkout/lock-at-bench.ts';
import { confirmPacking, scanUnit, startPicking } from '#server/orders/checkout/packing.ts';
import { createOrder } from '#server/orders/create-order.ts';
import { closeManifest } from '#server/orders/manifests/manifest.ts';
import { cancelOwnOrder, completeOrder } from '#server/orders/order.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import type { Advertised } from './advertising.ts';
import { buyers } from './buyers.ts';
import type { Dice } from './dice.ts';
import { soldByBoth } from './goods.ts';
import type { Team } from './people.ts';
import type { Offered } from './shelves.ts';
import { play, type Stage } from './stage.ts';

/** How far a sale has come. */
export type Stop =
  | 'waiting_payment'
  | 'short'
  | 'approval'
  | 'refused'
  | 'pending'
  | 'picking'
  | 'packed'
  | 'collected'
  | 'sent'
  | 'complete'
  | 'canceled';

export type Deal = {
  seller: Team;
  supplier: Team;
  offers: Offered[];
  /** The advertised offers. */
  advertised: readonly Advertised[];
  /** The supplier accepts each sale by hand. */
  manual: boolean;
  /** Sales on an ordinary day. */
  perDay: number;
  /** Where sales of marketplaces come from; null: sold by hand only. */
  accountId: number | null;
};

const dayMinutes = 24 * 60;
let serial = 0;

/** Thirty days of a trade, one transaction a day: a week has its good days, and the last one of the month is better. */
export async function trade(app: App, deal: Deal, dice: Dice): Promise<void> {
  const now = app.database.clock.now();
  for (let age = 29; age >= 0; age--) {
    const stops = age === 0 ? today(deal) : pastDay(deal, age, dice, now);
    await play(app, async (stage) => {
      for (const stop of stops) {
        const latest = age * dayMinutes + (age === 0 ? 20 : 0);
        const bought = addMinutes(now, -latest - dice.between(0, age === 0 ? 600 : 9 * 60));
        await sell(stage, deal, dice, { stop, bought, now });
      }
      if (age > 0) await closeDay(stage, deal.supplier, addMinutes(now, 400 - age * dayMinutes));
    });
  }
}

/** The drivers of a day have signed and left. */
async function closeDay({ tx, as }: Stage, { distributor }: Team, at: Date): Promise<void> {
  await as(distributor, at);
  const open = await tx.db.selectFrom('manifests').select('id').where('closed_at', 'is', null).execute();
  for (const { id } of open) await closeManifest(tx, distributor, id);
}

function pastDay(deal: Deal, age: number, dice: Dice, now: Date): Stop[] {
  const weekday = addMinutes(now, -age * dayMinutes).getUTCDay();
  const week = [0.6, 1.2, 1.1, 1, 1.05, 1.25, 0.8][weekday] ?? 1;
  const count = Math.max(
    1,
    Math.round(deal.perDay * week * (1.35 - age * 0.02) * (0.75 + dice.roll() * 0.5)),
  );
  return Array.from({ length: count }, (_, n) => stopAt(age, n, dice));
}

function stopAt(age: number, n: number, dice: Dice): Stop {
  if (dice.chance(0.05)) return 'canceled';
  if (age >= 6) return 'complete';
  if (age >= 3) return dice.chance(0.3) ? 'complete' : 'sent';
  if (age === 2) return dice.chance(0.7) ? 'sent' : 'collected';
  // Sales left from yesterday are late.
  return n < 2 ? 'pending' : dice.pick(['packed', 'collected', 'collected', 'sent'] as const);
}

function today({ manual, perDay }: Deal): Stop[] {
  if (manual) return ['approval', 'approval', 'approval', 'pending', 'packed'];
  if (perDay < 1) return ['pending', 'packed'];
  if (perDay < 3) return ['waiting_payment', 'refused', 'pending', 'pending', 'picking', 'packed'];
  const begun: Stop[] = [
    'waiting_payment',
    'short',
    'canceled',
    'picking',
    'picking',
    'packed',
    'packed',
    'collected',
  ];
  return [...begun, ...Array<Stop>(perDay + 4).fill('pending'), 'packed'];
}

/** Brings a sale to its state, each step by a plausible person at a plausible time. */
async function sell(
  { tx, as }: Stage,
  deal: Deal,
  dice: Dice,
  { stop, bought, now }: { stop: Stop; bought: Date; now: Date },
): Promise<void> {
  const { seller, supplier } = deal;
  const later = (minutes: number) => {
    const at = addMinutes(bought, minutes);
    return at < now ? at : now;
  };
  const lines = chooseLines(deal.offers, dice, stop);
  if (lines.length === 0) return;
  await as(seller.seller, bought);
  const id = await createOrder(tx, seller.seller, {
    ...dice.pick(buyers),
    paid: stop !== 'waiting_payment',
    lines: lines.map(({ offer, quantity }) => ({
      ...named(deal, offer),
      quantity,
      unitPriceCentavos: Math.round((offer.price * 1.62) / 1000) * 1000 - 10,
    })),
  });
  // A sale by hand has no limit of its own: the demo's promise is the next day.
  const limit = addMinutes(bought, 26 * 60);
  await tx.db.updateTable('orders').set({ dispatch_limit: limit }).where('id', '=', id).execute();
  if (stop === 'waiting_payment' || stop === 'short') return;
  if (deal.manual && stop !== 'approval') {
    await as(supplier.supplier, later(20));
    await acceptOrder(tx, supplier.supplier, id);
  }
  if (stop === 'approval' || stop === 'pending') return;
  if (stop === 'refused') {
    await as(supplier.supplier, later(15));
    return refuseOrder(tx, supplier.supplier, id, 'Peça com avaria, sem outra igual');
  }
  if (stop === 'canceled') {
    await as(seller.seller, later(50));
    return cancelOwnOrder(tx, seller.seller, id, 'Comprador desistiu');
  }
  const packer = dice.chance(0.65) ? supplier.packer : supplier.administrator;
  await pack({ tx, as }, packer, id, lines, stop, later);
  if (stop === 'picking' || stop === 'packed') return;
  await as(supplier.distributor, later(300));
  await collectOrder(tx, supplier.distributor, id, ownLabelCode(id));
  if (stop === 'collected') return;
  await as(supplier.distributor, later(360));
  const trackingCode = `BRLOG${dice.between(100_000_000, 999_999_999)}`;
  await sendOrder(tx, supplier.distributor, id, { trackingCode });
  if (stop === 'sent') return;
  await as(seller.seller, later(dice.between(2, 4) * dayMinutes));
  await completeOrder(tx, seller.seller, id);
  if (deal.accountId !== null && dice.chance(0.7)) await dress(tx, id, deal.accountId, dice);
}

/** Sold by its advertisement, if that contains only this offer. */
function named({ advertised }: Deal, { id }: Offered) {
  const ad = advertised.find(({ offers }) => offers.length === 1 && offers[0]?.id === id);
  return ad ? { advertisementId: ad.id } : { dropshipItemId: id };
}

async function pack(
  { tx, as }: Stage,
  packer: Actor,
  id: number,
  lines: readonly Line[],
  stop: Stop,
  later: (minutes: number) => Date,
): Promise<void> {
  await as(packer, later(120));
  await startPicking(tx, packer, id);
  const codes = lines.flatMap(({ offer, quantity }) => Array<string>(quantity).fill(offer.sku));
  for (const code of stop === 'picking' ? codes.slice(1) : codes) {
    serial += 1;
    await scanUnit(tx, packer, id, code, `demo-scan-${serial}`);
  }
  if (stop === 'picking') return;
  await as(packer, later(132));
  await writeFacts(
    tx,
    await loadAtBench(tx, packer, id),
    { label_printed_at: tx.now() },
    { actor: 'fulfiller', userId: packer.userId, kind: 'label-printed' },
  );
  await confirmPacking(tx, packer, id);
}

/** A complete sale is only marked as sold at the marketplace, because it is never read there again. */
async function dress(tx: Stage['tx'], id: number, accountId: number, dice: Dice): Promise<void> {
  await tx.db
    .updateTable('orders')
    .set({
      account_id: accountId,
      marketplace: 'mercado-livre',
      remote_order_id: `20000${dice.between(100_000, 999_999)}${String(id).padStart(5, '0')}`,
      document: 'accepted',
      logistic_type: 'drop_off',
    })
    .where('id', '=', id)
    .execute();
}

type Line = { offer: Offered; quantity: number };

/** Few sell much, many sell little; a parcel leaves from one warehouse. */
function chooseLines(offers: readonly Offered[], dice: Dice, stop: Stop): Line[] {
  if (stop === 'short') {
    const scarce = offers
      .filter((offer) => offer.left > 0 && offer.left < 9)
      .toSorted((one, other) => one.left - other.left)[0];
    return scarce ? [{ offer: scarce, quantity: scarce.left + 3 }] : [];
  }
  const take = (choices: readonly Offered[], quantity: number): Line[] => {
    const offer = choices[Math.floor(dice.roll() ** 2.2 * choices.length)];
    if (!offer) return [];
    offer.left -= quantity;
    return [{ offer, quantity }];
  };
  const both = new Set(soldByBoth.flatMap(({ names }) => names));
  const [first] = take(
    offers.filter(({ left, good }) => left >= 6 && (stop !== 'refused' || both.has(good.name))),
    dice.chance(0.75) ? 1 : dice.between(2, 3),
  );
  if (!first || stop === 'refused' || dice.chance(0.85)) return first ? [first] : [];
  const beside = offers.filter(
    ({ id, left, warehouseId }) =>
      left >= 6 && warehouseId === first.offer.warehouseId && id !== first.offer.id,
  );
  return [first, ...take(beside, 1)];
}
