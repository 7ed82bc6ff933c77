import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import { findUserByEmail } from '#server/account/sign-in/session.queries.ts';
import type { App } from '#server/app.ts';
import { requestCompany, updateTerms } from '#server/business/company.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import type { Environment } from '#server/env.ts';
import { EnvironmentError } from '#server/environment-error.ts';
import { advertise } from './advertising.ts';
import { fillCatalogue, type Good } from './catalogue.ts';
import { makeConversations } from './conversations.ts';
import { countShelves } from './counting.ts';
import { createDice } from './dice.ts';
import { leaveUnlinked, makeKits } from './existing-ads.ts';
import { workTheFloor } from './floor.ts';
import { homeGoods, outdoorGoods, ownGoods, soldByBoth } from './goods.ts';
import { importSheets } from './imports.ts';
import { connectAccounts, publishSome, setFloors } from './market.ts';
import { activateCast, type Cast, hireCast, signIns, type Team } from './people.ts';
import { makePickFaces } from './pick-faces.ts';
import { openPromotions } from './promotions.ts';
import { enterSuppliers, writeRequests } from './purchasing.ts';
import { makeReputation } from './reputation.ts';
import { tagSales } from './sale-tags.ts';
import { trade } from './sales.ts';
import { numberUnits } from './serials.ts';
import { enterBankData, settle } from './settlement.ts';
import { addresses, type Offered, offerGoods, openWarehouse, type Place, stockUp } from './shelves.ts';
import { visitShop } from './shop.ts';
import { play } from './stage.ts';
import { closeNights, subscribe } from './subscription.ts';
import { writeTrail } from './trail.ts';
import { returnToVendors } from './vendor-returns.ts';

export type DemoSignIn = { label: string; email: string; password: string };

const day = 24 * 60;

/** Fills an empty database once by the product's rules; returns the people who can sign in. */
export async function seedDemo(app: App, env: Environment): Promise<readonly DemoSignIn[]> {
  const found = await app.database.transact(null, (tx) => findUserByEmail(tx, signIns[0]?.email ?? ''));
  if (found?.activated_at) return signIns;
  if (found) {
    throw new EnvironmentError(
      'The demo is half made: an earlier start was stopped while making it.\n' +
        `Delete ${env.database ? 'the database' : env.dataDir} to have it made again, or start with --empty to go on without it.`,
    );
  }
  if (await isInUse(app)) return [];
  const started = performance.now();
  process.stdout.write('Making the demo');
  await makeDemo(app, env, () => process.stdout.write('.'));
  process.stdout.write(` ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return signIns;
}

/** Somebody registered here: this is no empty database, and the demo stays out of it. */
async function isInUse(app: App): Promise<boolean> {
  const { rows } = await app.database.transact(null, (tx) =>
    sql<{ last: number | null }>`select pg_sequence_last_value('users_id_seq'::regclass) as last`.execute(
      tx.db,
    ),
  );
  return (rows[0]?.last ?? null) !== null;
}

async function makeDemo(app: App, env: Environment, tick: () => void): Promise<void> {
  const now = app.database.clock.now();
  const since = addMinutes(now, -45 * day);
  const cast = await hireCast(app, since);
  tick();
  await subscribe(app, cast, since);
  const accounts = await connectAccounts(app, env, cast.seller).catch(() => []);
  tick();
  const [home, outdoor, own] = await Promise.all([
    openShop(
      app,
      cast.supplier,
      [...homeGoods, ...soldByBoth],
      [addresses.barraFunda, addresses.extrema],
      11,
      since,
    ),
    openShop(app, cast.otherSupplier, outdoorGoods, [addresses.curitiba], 22, since),
    openShop(app, cast.seller, ownGoods, [addresses.santos], 33, since),
  ]);
  tick();
  await purchase(app, cast.supplier, home, now);
  await purchase(app, cast.seller, own, now);
  await enterBankData(app, cast.supplier, addMinutes(since, day));
  await agreeOnTerms(app, cast, addMinutes(since, 2 * day));
  const advertised = await advertise(app, cast.seller, [...home.slice(0, 150), ...outdoor.slice(0, 40)], 48);
  const others = await advertise(app, cast.otherSeller, home.slice(20, 90), 14);
  tick();
  const straight = { manual: false, accountId: accounts[0] ?? null, advertised };
  const { seller, otherSeller, supplier, otherSupplier } = cast;
  const onAcceptance = { manual: true, accountId: null, advertised: others };
  // Who sells from the same shelf does it one after the other: else another unit is gone each time.
  const fromHome = async () => {
    await trade(app, { ...straight, seller, supplier, offers: home, perDay: 4 }, createDice(7));
    await trade(
      app,
      { ...onAcceptance, seller: otherSeller, supplier, offers: home, perDay: 1.2 },
      createDice(10),
    );
  };
  await Promise.all([
    fromHome(),
    trade(app, { ...straight, seller, supplier: otherSupplier, offers: outdoor, perDay: 2 }, createDice(8)),
    trade(app, { ...straight, seller, supplier: seller, offers: own, perDay: 0.8 }, createDice(9)),
  ]);
  tick();
  const [{ warehouseId } = { warehouseId: 0 }] = home;
  await countShelves(app, supplier, warehouseId, now);
  await makePickFaces(app, supplier, warehouseId, now);
  const otherWarehouseId = home.find((offer) => offer.warehouseId !== warehouseId)?.warehouseId ?? 0;
  await workTheFloor(app, { team: supplier, seller, warehouseId, otherWarehouseId, now });
  await tagSales(app, seller, now);
  await settle(app, [supplier, otherSupplier, seller, otherSeller], createDice(12));
  tick();
  await makeKits(app, env, seller, home);
  if (accounts.length > 0) {
    await publishSome(app, env, seller, accounts, advertised);
    await visitShop(app, env, 5);
    await leaveUnlinked(app, env, seller, accounts, home);
    await openPromotions(app, env, seller);
    await setFloors(app, env, seller, accounts);
    await makeConversations(app, seller, accounts[0] ?? 0, createDice(13));
    await makeReputation(app, env, seller, accounts[0] ?? 0);
    tick();
  }
  await app.database.transact(null, async (tx) => tx.enqueue({ task: 'overdue-cases.advance', payload: {} }));
  await importSheets(app, env, supplier);
  const numbered = [...new Set(home.slice(-6).map(({ good }) => good.productId))].slice(0, 3);
  await numberUnits(app, supplier, numbered, addMinutes(now, -day));
  await returnToVendors(app, supplier, warehouseId, now);
  await closeNights(app, cast, since, env.appUrl);
  await writeTrail(app, cast);
  await activateCast(app, cast);
}

async function purchase(app: App, team: Team, offers: readonly Offered[], now: Date): Promise<void> {
  const suppliers = await enterSuppliers(app, team, addMinutes(now, -360 * day));
  const goods = offers.flatMap(({ good, sku, warehouseId }) =>
    good.variations
      .filter((variation) => variation.sku === sku)
      .map(({ id, cost }) => ({ variationId: id, warehouseId, cost })),
  );
  await writeRequests(app, team, suppliers, goods, now);
}

/** A business with its goods on its shelves and on offer. */
async function openShop(
  app: App,
  team: Team,
  shelves: typeof homeGoods,
  places: readonly (typeof addresses)[keyof typeof addresses][],
  seed: number,
  since: Date,
) {
  const dice = createDice(seed);
  const warehouses: Place[] = [];
  for (const address of places) warehouses.push(await openWarehouse(app, team, address, since));
  const goods = await fillCatalogue(app, team, shelves, dice, addMinutes(since, day));
  const stock = goods.map((good: Good, index) => ({
    good,
    place: warehouses[index % 5 === 4 ? warehouses.length - 1 : 0] ?? { id: 0, positions: [] },
  }));
  const quantities = await stockUp(app, team, stock, dice, addMinutes(since, 3 * day));
  return offerGoods(app, team, stock, quantities, addMinutes(since, 5 * day));
}

/** Who trades with whom, and one who only asks. */
async function agreeOnTerms(app: App, cast: Cast, at: Date): Promise<void> {
  await play(app, async ({ tx, as }) => {
    for (const supplier of [cast.supplier, cast.otherSupplier]) {
      await as(cast.seller.owner, at);
      await ensureTradeLink(tx, cast.seller.businessId, supplier.businessId);
    }
    await as(cast.otherSeller.owner, at);
    await requestCompany(tx, cast.otherSeller.owner, cast.otherSupplier.businessId);
    await ensureTradeLink(tx, cast.otherSeller.businessId, cast.supplier.businessId);
    await as(cast.supplier.owner, at);
    const { id, version } = await tx.db
      .selectFrom('trade_links')
      .select(['id', 'version'])
      .where('seller_id', '=', cast.otherSeller.businessId)
      .executeTakeFirstOrThrow();
    const terms = { acceptMode: 'manual' as const, dueDays: 10, creditLimit: 5_000_000 };
    await updateTerms(tx, cast.supplier.owner, id, terms, version);
  });
}
