import { api } from '#contract/index.ts';
import { type Person, requestOf, type TestApp } from '#server/test/app.ts';

export type Jar = Record<string, string>;
export const goodPin = '7294';

let serial = 0;

/** Enrolls a browser as a station of a warehouse and returns its cookies. The person who enrolls it is signed out there. */
export async function enrolStation(
  app: TestApp,
  businessId: number,
  warehouseId: number,
  name = `Bancada ${++serial}`,
): Promise<{ id: number; jar: Jar }> {
  const { token } = await app.hire(businessId, ['owner']);
  const answer = await app.http.inject(
    requestOf(api.stations.create, { body: { name, warehouseId } }, token),
  );
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const kept = answer.cookies.filter(({ value }) => value !== '');
  return { id: answer.json().id, jar: Object.fromEntries(kept.map(({ name, value }) => [name, value])) };
}

export const choosePin = (person: Person, pin: string | null = goodPin) =>
  person.call(api.user.updatePin, { body: { pin } });

let calls = 0;

/** Each call has its own address, because the limit per address is tested elsewhere. */
export const tryPin = (app: TestApp, jar: Jar, userId: number, pin: string) =>
  app.http.inject({
    ...requestOf(api.stations.enter, { body: { person: userId, pin } }, ''),
    cookies: jar,
    remoteAddress: `10.9.${Math.floor(++calls / 250)}.${calls % 250}`,
  });

/** The person who signed in by PIN, with the cookies of the browser. */
export async function comeTo(
  app: TestApp,
  jar: Jar,
  person: Person,
  pin = goodPin,
): Promise<{ here: Person; cookies: Jar }> {
  const answer = await tryPin(app, jar, person.userId, pin);
  if (answer.statusCode !== 204) throw new Error(answer.body);
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  return { here: app.withToken(cookies['__Host-easy-access'] ?? ''), cookies: { ...jar, ...cookies } };
}
