import fc from 'fast-check';
import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { Fault } from '#server/fault.ts';
import { reserve } from '#server/inventory/reservations.ts';
import { RefusedCall, testApp } from '#server/test/app.ts';
import { makeOffer, makeShelf, makeVolume, makeWarehouse } from './factory.ts';
import {
  brokenInvariants,
  makeSale,
  packSale,
  pickSale,
  releaseSale,
  type Sale,
  type SaleState,
  unpackSale,
} from './shelf-model.ts';

const app = await testApp();
const supplier = await app.join('supply');
const sellers = [await app.join('sales'), await app.join('sales'), await app.join('sales')];
const sellerOf = (index: number) => sellers[index % sellers.length] ?? supplier;

async function makePart(quantity: number, place = makeWarehouse(supplier)) {
  const shelf = await makeShelf(app, supplier, quantity, place);
  const offer = await makeOffer(supplier, shelf);
  return { ...shelf, offerId: offer.id };
}
type Part = Awaited<ReturnType<typeof makePart>>;

const shelfOf = (part: Part) => supplier.call(api.stock.detail, { params: { id: part.stockId } });

/** One act of one actor; several rounds run concurrently. */
type SaleCommand = { act: 'soft' | 'firm' | 'release' | 'pick' | 'pack' | 'unpack'; sale: number };
type Command =
  | SaleCommand
  | { act: 'launch'; part: number; quantity: number }
  | { act: 'adjust'; part: number; quantity: number }
  | { act: 'split' | 'move' | 'block' | 'unblock'; part: number };

const saleCount = 8;
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'soft' as const,
        'firm' as const,
        'firm' as const,
        'release' as const,
        'pick' as const,
        'pick' as const,
        'pack' as const,
        'pack' as const,
        'unpack' as const,
      ),
      sale: fc.nat(saleCount - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('launch' as const),
      part: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('adjust' as const), part: fc.nat(1), quantity: fc.nat(6) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('split' as const, 'move' as const, 'block' as const, 'unblock' as const),
      part: fc.nat(1),
    }),
  },
);

async function play(rounds: Command[][]): Promise<void> {
  const place = await makeWarehouse(supplier);
  const parts = [
    await makePart(4, Promise.resolve(place)),
    await makePart(3, Promise.resolve(place)),
  ] as const;
  const sales = await Promise.all(
    Array.from({ length: saleCount }, (_, index) =>
      makeSale(
        app,
        sellerOf(index).businessId,
        supplier.businessId,
        index % 2 === 0
          ? [{ ...parts[0], quantity: 1 + (index % 3) }]
          : [
              { ...parts[1], quantity: 1 },
              { ...parts[0], quantity: 1 },
            ],
      ),
    ),
  );
  /** Units that acts of the floor added and removed; packed units are read from the sales. */
  const floor = [4, 3];
  const states = new Map<Sale, SaleState>();

  const onSale = (verb: SaleCommand['act'], sale: Sale) =>
    app.database.transact({ businessId: sale.sellerId, userId: supplier.userId }, async (tx) => {
      // Like the orders area, the sale is locked first, so that its own acts are serialized.
      await tx.db.selectFrom('orders').select('id').where('id', '=', sale.orderId).forUpdate().execute();
      const state = states.get(sale) ?? { picked: false, packed: false, attempt: 0 };
      const next = { ...state };
      if (verb === 'release') await releaseSale(tx, sale, next);
      else if (verb === 'pick') await pickSale(tx, sale, next, place.warehouseId);
      else if (verb === 'pack') await packSale(tx, supplier.userId, sale, next);
      else if (verb === 'unpack') await unpackSale(tx, supplier.userId, sale, next);
      else if (!next.packed)
        await reserve(tx, sale.supplierId, [{ orderId: sale.orderId, kind: verb, demands: sale.demands }]);
      states.set(sale, next);
    });

  const run = async (command: Command): Promise<void> => {
    if ('sale' in command) {
      const sale = sales[command.sale];
      if (sale) await onSale(command.act, sale);
      return;
    }
    const part = parts[command.part === 0 ? 0 : 1];
    const params = { id: part.volumeId };
    switch (command.act) {
      case 'launch':
        await makeVolume(supplier, place, [{ variationId: part.variationId, quantity: command.quantity }]);
        floor[command.part] = (floor[command.part] ?? 0) + command.quantity;
        return;
      case 'adjust': {
        const after = await supplier.call(api.volumes.adjust, {
          params,
          body: { variationId: part.variationId, quantity: command.quantity, reason: 'model' },
        });
        const [event] = (
          await supplier.call(api.volumes.events, { params, query: { size: '100' } })
        ).items.filter((found) => found.kind === 'adjusted' && !counted.has(found.id));
        counted.add(event?.id ?? 0);
        floor[command.part] =
          (floor[command.part] ?? 0) + Number(event?.detail.after) - Number(event?.detail.before);
        expect(after.id).toBe(part.volumeId);
        return;
      }
      case 'split':
        await supplier.call(api.volumes.moveProducts, {
          params,
          body: { lines: [{ lineId: part.lineId, quantity: 1 }], create: { positionId: part.positionId } },
        });
        return;
      case 'move':
        await supplier.call(api.volumes.move, { params, body: { positionId: part.otherPositionId } });
        return;
      case 'block':
        await supplier.call(api.volumes.block, { params, body: { reason: 'model' } });
        return;
      case 'unblock':
        await supplier.call(api.volumes.unblock, { params, body: {} });
    }
  };
  const counted = new Set<number>();

  for (const round of rounds) {
    const outcomes = await Promise.allSettled(round.map(run));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      const { reason } = outcome;
      const refused = reason instanceof RefusedCall && [409, 422].includes(reason.problem.status);
      if (!refused && !(reason instanceof Fault)) throw reason;
    }
    expect(await brokenInvariants(app.databaseUrl)).toEqual([]);
  }
  for (const [index, part] of parts.entries()) {
    const packed = sales.filter((sale) => states.get(sale)?.packed);
    const out = packed.reduce(
      (sum, sale) =>
        sum +
        sale.demands.reduce(
          (units, demand) => (demand.stockId === part.stockId ? units + demand.quantity : units),
          0,
        ),
      0,
    );
    const row = await shelfOf(part);
    expect({ onHand: row.onHand, packed: row.packed }).toEqual({
      onHand: (floor[index] ?? 0) - out,
      packed: out,
    });
  }
}

it('keeps stock, reservations, volumes and ledger consistent under concurrent acts of sellers and the floor', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 10 }),
      play,
    ),
    { numRuns: 6, endOnFailure: true },
  );
  const { rows } = await app.owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
}, 240_000);
