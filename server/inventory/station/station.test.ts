import { beforeEach, describe, expect, test } from 'vitest';
import { isGuessablePin } from '#contract/account/pin.ts';
import { api } from '#contract/index.ts';
import { makeShelf, makeWarehouse, type Shelf } from '#server/inventory/test/factory.ts';
import {
  choosePin,
  comeTo,
  enrolStation,
  goodPin,
  type Jar,
  tryPin,
} from '#server/inventory/test/station-factory.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, requestOf, testApp } from '#server/test/app.ts';

const app = await testApp();
let owner: Person;
let packer: Person;
let shelf: Shelf;
let station: { id: number; jar: Jar };

beforeEach(async () => {
  owner = await app.join('supply');
  packer = await app.hire(owner.businessId, ['packer']);
  shelf = await makeShelf(app, owner, 20);
  station = await enrolStation(app, owner.businessId, shelf.warehouseId, 'Bancada 2');
  await choosePin(packer);
});

const wrong = '8305';
const codeOf = async (jar: Jar, person: Pick<Person, 'userId'>, pin: string) => {
  const answer = await tryPin(app, jar, person.userId, pin);
  return answer.statusCode === 204 ? 'in' : answer.json<{ code: string }>().code;
};
const people = (jar: Jar) => app.http.inject({ ...requestOf(api.stations.people, {}, ''), cookies: jar });
const listed = async () => {
  const { items } = await owner.call(api.stations.list);
  return items.find(({ id }) => id === station.id);
};
const trail = async (act: string) =>
  (await owner.call(api.audit.list, { query: { query: `act:${act}`, size: '100' } })).items;

test('refuses PINs that are easy to guess', () => {
  const easy = [
    '0000',
    '1111',
    '1234',
    '4321',
    '9876',
    '1212',
    '123123',
    '7890',
    '1990',
    '2004',
    '0704',
    '3112',
  ];
  for (const pin of [...easy, '070490', '654321', '55555', '12345'])
    expect([pin, isGuessablePin(pin)]).toEqual([pin, true]);
  for (const pin of [goodPin, wrong, '58213', '914837'])
    expect([pin, isGuessablePin(pin)]).toEqual([pin, false]);
});

test('setting a PIN requires a fresh password; it is stored sealed, and changing it ends its sessions', async () => {
  const refused = await packer.refused(api.user.updatePin, { body: { pin: '1234' } });
  expect(refused.errors).toMatchObject({ pin: [{ code: 'pin_guessable' }] });
  expect((await packer.call(api.user.detail)).pinSetAt).not.toBeNull();
  const { here } = await comeTo(app, station.jar, packer);
  await choosePin(packer, '58213');
  expect((await here.refused(api.auth.session)).code).toBe('unauthenticated');
  expect(await codeOf(station.jar, packer, goodPin)).toBe('pin_wrong');
  expect(await codeOf(station.jar, packer, '58213')).toBe('in');
  await choosePin(packer, null);
  expect((await people(station.jar)).json().door.people).toEqual([]);
});

test('enrolling signs the person out of that browser; the station can be renamed and revoked', async () => {
  const stockist = await app.hire(owner.businessId, ['stockist'], [shelf.warehouseId]);
  const elsewhere = await makeWarehouse(owner);
  const body = { name: 'bancada 2', warehouseId: shelf.warehouseId };
  expect((await stockist.refused(api.stations.create, { body })).code).toBe('station_exists');
  const far = await stockist.refused(api.stations.create, {
    body: { name: 'Longe', warehouseId: elsewhere.warehouseId },
  });
  expect(far.errors).toMatchObject({ warehouseId: [{ code: 'not_found' }] });
  await stockist.call(api.stations.create, { body: { ...body, name: 'Bancada 3' } });
  expect((await stockist.refused(api.auth.session)).code).toBe('unauthenticated');
  const at = { params: { id: station.id } };
  await owner.call(api.stations.update, { ...at, body: { name: 'Bancada 9' }, version: 1 });
  expect((await owner.refused(api.stations.update, { ...at, body: { name: 'X' }, version: 1 })).code).toBe(
    'stale_version',
  );
  expect((await people(station.jar)).json().door).toMatchObject({
    name: 'Bancada 9',
    locked: false,
    people: [{ id: packer.userId }],
  });
  const far2 = await app.hire(owner.businessId, ['stockist'], [elsewhere.warehouseId]);
  expect((await far2.refused(api.stations.revoke, at)).code).toBe('not_found');
});

test('histories name the station at which a person packed', async () => {
  const { here } = await comeTo(app, station.jar, packer);
  const seller = await app.join('sales');
  const id = await makeBenchSale(app, { supplier: owner, seller, shelf }, 1);
  await packSale(here, id, shelf.sku, 1);
  const name = `Person ${packer.userId} · Bancada 2`;
  const sale = await owner.call(api.checkout.detail, { params: { id } });
  expect(sale.events.filter(({ kind }) => kind === 'packed').map(({ author }) => author)).toEqual([name]);
  // The seller sees neither of them.
  const theirs = await seller.call(api.orders.detail, { params: { id } });
  expect(theirs.events.filter(({ kind }) => kind === 'packed').map(({ author }) => author)).toEqual([null]);
  await here.call(api.balances.start, { body: { volumeId: shelf.volumeId } }).catch(() => undefined);
  for (const table of ['order_scans', 'ledger_entries', 'audit_entries'])
    expect(
      (await app.rows(owner.businessId, `select 1 from ${table} where station_id = ${station.id}`)).length,
    ).toBeGreaterThan(0);
  expect(await listed()).toMatchObject({ lastUser: { id: packer.userId }, wrongPins: 0 });
});

test('a PIN opens only the floor of this warehouse, for every role', async () => {
  await choosePin(owner);
  const elsewhere = await makeShelf(app, owner, 5);
  const { here } = await comeTo(app, station.jar, owner);
  const session = await here.call(api.auth.session);
  expect(session).toMatchObject({ station: { id: station.id, name: 'Bancada 2' }, roles: ['owner'] });
  for (const endpoint of [
    api.staff.list,
    api.staff.export,
    api.plans.current,
    api.audit.list,
    api.bankAccount.detail,
    api.user.detail,
    api.user.sessions,
    api.business.detail,
    api.stations.list,
    api.checkout.export,
    api.volumes.export,
    api.products.export,
  ])
    expect([endpoint.path, (await here.refused(endpoint)).code]).toEqual([endpoint.path, 'forbidden']);
  expect((await here.refused(api.auth.switchBusiness, { body: { businessId: owner.businessId } })).code).toBe(
    'forbidden',
  );
  expect((await here.refused(api.auth.confirmPassword, { body: { password: 'whatever it is' } })).code).toBe(
    'forbidden',
  );
  expect((await here.refused(api.user.updatePin, { body: { pin: '58213' } })).code).toBe('forbidden');
  const volumes = await here.call(api.volumes.list, { query: { size: '100' } });
  expect(volumes.items.map(({ id }) => id)).toEqual([shelf.volumeId]);
  expect((await here.refused(api.volumes.detail, { params: { id: elsewhere.volumeId } })).code).toBe(
    'not_found',
  );
  expect(JSON.stringify(volumes.items)).not.toMatch(/entavos/);
});

describe('wrong PINs', () => {
  test('ten wrong PINs lock the station and never the person, until a supervisor unlocks it', async () => {
    const other = await enrolStation(app, owner.businessId, shelf.warehouseId);
    for (let n = 0; n < 10; n++) expect(await codeOf(station.jar, packer, wrong)).toBe('pin_wrong');
    expect(await codeOf(station.jar, packer, goodPin)).toBe('station_locked');
    expect((await people(station.jar)).json().door).toMatchObject({ locked: true });
    expect(await listed()).toMatchObject({ locked: true, wrongPins: 10 });
    for (const minutes of [60 * 24, -60 * 48]) {
      app.clock.advance(minutes);
      expect(await codeOf(station.jar, packer, goodPin)).toBe('station_locked');
    }
    app.clock.advance(60 * 24);
    expect(await codeOf(other.jar, packer, goodPin)).toBe('in');
    expect((await packer.call(api.auth.session)).station).toBeNull();
    expect(await trail('pin_refused')).toHaveLength(10);
    expect((await trail('station_locked')).map(({ record }) => record)).toEqual([String(station.id)]);
    const distributor = await app.hire(owner.businessId, ['distributor']);
    const at = { params: { id: station.id } };
    expect((await distributor.refused(api.stations.unlock, at)).code).toBe('forbidden');
    await owner.call(api.stations.unlock, at);
    expect(await codeOf(station.jar, packer, goodPin)).toBe('in');
  });

  test('a right PIN removes wrong tries of the same person, not guesses at others', async () => {
    const colleague = await app.hire(owner.businessId, ['packer']);
    await choosePin(colleague, '58213');
    for (let n = 0; n < 5; n++) await codeOf(station.jar, packer, wrong);
    for (let n = 0; n < 4; n++) await codeOf(station.jar, colleague, wrong);
    expect(await codeOf(station.jar, colleague, '58213')).toBe('in');
    expect((await listed())?.wrongPins).toBe(5);
  });

  test('of fifty concurrent wrong PINs ten are checked, and right PINs lock nothing', async () => {
    const guesses = await Promise.all(Array.from({ length: 50 }, () => codeOf(station.jar, packer, wrong)));
    expect(guesses.filter((code) => code === 'pin_wrong')).toHaveLength(10);
    expect(guesses.filter((code) => code === 'station_locked')).toHaveLength(40);
    await owner.call(api.stations.unlock, { params: { id: station.id } });
    const right = await Promise.all(Array.from({ length: 50 }, () => codeOf(station.jar, packer, goodPin)));
    expect(right).toContain('in');
    expect(right).not.toContain('pin_wrong');
    expect(await codeOf(station.jar, packer, goodPin)).toBe('in');
    expect((await listed())?.locked).toBe(false);
  });

  test('people who are removed, elsewhere or without a PIN get the same answer as a wrong PIN', async () => {
    const stranger = await app.join('supply');
    await choosePin(stranger);
    const far = await app.hire(owner.businessId, ['packer'], [(await makeWarehouse(owner)).warehouseId]);
    await choosePin(far);
    const without = await app.hire(owner.businessId, ['packer']);
    const gone = await app.hire(owner.businessId, ['packer']);
    await choosePin(gone);
    const { here } = await comeTo(app, station.jar, gone);
    const staff = await owner.call(api.staff.list, { query: { size: '100' } });
    await owner.call(api.staff.remove, {
      params: { id: staff.items.find(({ email }) => email === gone.email)?.id ?? 0 },
    });
    expect((await here.refused(api.auth.session)).code).toBe('unauthenticated');
    for (const person of [stranger, far, without, gone])
      expect(await codeOf(station.jar, person, goodPin)).toBe('pin_wrong');
    expect((await people(station.jar)).json().door.people).toEqual([
      { id: packer.userId, name: `Person ${packer.userId}` },
    ]);
    const named = (await trail('pin_refused')).map(({ person }) => person?.id);
    expect(named).not.toContain(stranger.userId);
    expect(named).toHaveLength(4);
    // A PIN of a person who does not work here counts as a guess.
    expect((await listed())?.wrongPins).toBe(4);
  });

  test('a person moved to another warehouse loses the session at this station', async () => {
    const { here } = await comeTo(app, station.jar, packer);
    const elsewhere = await makeWarehouse(owner);
    const staff = await owner.call(api.staff.list, { query: { size: '100' } });
    const { id } = staff.items.find(({ email }) => email === packer.email) ?? { id: 0 };
    await owner.call(api.staff.update, { params: { id }, body: { warehouseIds: [elsewhere.warehouseId] } });
    expect((await here.refused(api.auth.session)).code).toBe('unauthenticated');
  });
});

describe('the end of a station', () => {
  const renew = (cookies: Jar) =>
    app.http.inject({ ...requestOf(api.auth.refresh, { body: {} }, ''), cookies });

  test('a revoked station refuses every token and every person, and says so', async () => {
    const { here, cookies } = await comeTo(app, station.jar, packer);
    await owner.call(api.stations.revoke, { params: { id: station.id } });
    expect((await here.refused(api.checkout.list)).code).toBe('unauthenticated');
    expect((await renew(cookies)).statusCode).toBe(401);
    expect(await codeOf(station.jar, packer, goodPin)).toBe('station_unknown');
    expect((await people(station.jar)).json()).toEqual({ door: null });
    expect((await owner.refused(api.stations.revoke, { params: { id: station.id } })).code).toBe(
      'state_conflict',
    );
    // The name may be used again.
    await enrolStation(app, owner.businessId, shelf.warehouseId, 'Bancada 2');
  });

  test('a copied token shares the ten guesses of its station and ends with it', async () => {
    const copy = { ...station.jar };
    for (let n = 0; n < 10; n++) await codeOf(copy, packer, wrong);
    expect(await codeOf(station.jar, packer, goodPin)).toBe('station_locked');
    await owner.call(api.stations.revoke, { params: { id: station.id } });
    expect(await codeOf(copy, packer, goodPin)).toBe('station_unknown');
    const strange: Jar[] = [{}, { '__Host-easy-station': 'x'.repeat(43) }, { '__Host-easy-station': 'x' }];
    for (const jar of strange) expect(await codeOf(jar, packer, goodPin)).toBe('station_unknown');
  });

  test('a station asks for the PIN after fifteen unused minutes and after a shift, also when the clock is set back', async () => {
    const { cookies } = await comeTo(app, station.jar, packer);
    const used = await renewed(cookies);
    app.clock.advance(16);
    expect((await renew(used)).statusCode).toBe(401);
    const left = (await comeTo(app, station.jar, packer)).cookies;
    app.clock.advance(16);
    expect((await renew(left)).statusCode).toBe(401);
    app.clock.advance(-16);
    app.clock.advance(-16);
    expect((await renew(used)).statusCode).toBe(401);
    let held = (await comeTo(app, station.jar, packer)).cookies;
    for (let minutes = 0; minutes < 12 * 60; minutes += 12) {
      app.clock.advance(12);
      const answer = await renew(held);
      if (answer.statusCode !== 200) {
        expect(minutes).toBeGreaterThan(11 * 60);
        return;
      }
      held = { ...held, ...Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])) };
    }
    expect((await renew(held)).statusCode).toBe(401);

    async function renewed(jar: Jar): Promise<Jar> {
      app.clock.advance(14);
      const answer = await renew(jar);
      expect(answer.statusCode).toBe(200);
      return { ...jar, ...Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])) };
    }
  });

  test('changing the person ends the session of the one before', async () => {
    const colleague = await app.hire(owner.businessId, ['packer']);
    await choosePin(colleague, '58213');
    const { here, cookies } = await comeTo(app, station.jar, packer);
    const next = await comeTo(app, cookies, colleague, '58213');
    expect((await here.refused(api.auth.session)).code).toBe('unauthenticated');
    expect((await next.here.call(api.auth.session)).user.id).toBe(colleague.userId);
  });
});
