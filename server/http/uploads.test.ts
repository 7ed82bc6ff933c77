import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { planTerms } from '#contract/billing/plan.ts';
import { api } from '#contract/index.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { type Person, requestOf, type TestApp, testApp } from '#server/test/app.ts';

const megabyte = 1_048_576;
let app: TestApp;
let owner: Person;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' });
  owner = await app.join('supply');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Announces an upload of this size and sends only its beginning; returns the answer of the server. */
function begin(
  token: string,
  bytes: number,
  path = '/api/images',
): { socket: Socket; answer: Promise<string> } {
  const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n` +
      (token && `authorization: Bearer ${token}\r\n`) +
      'content-type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhello',
  );
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (text.endsWith('}')) resolve(text);
    });
    socket.on('error', () => undefined);
  });
  return { socket, answer };
}

const underWay = () => {
  const folder = join(app.env.dataDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** A person whose plan has no storage left. */
async function joinFull(type: 'supply' | 'sales'): Promise<Person> {
  const person = await app.join(type);
  const { businessId } = person;
  await app.database.transact({ businessId }, (tx) =>
    tx.db
      .updateTable('businesses')
      .set({ storage_bytes: planTerms.enterprise.storageBytes })
      .where('id', '=', businessId)
      .execute(),
  );
  return person;
}

test('refuses an upload without permission before its body was sent', async () => {
  const packer = await app.hire(owner.businessId, ['packer']);
  const full = await joinFull('supply');
  for (const [token, refusal] of [
    ['', '"unauthenticated"'],
    ['a'.repeat(43), '"unauthenticated"'],
    [packer.token, '"forbidden"'],
    [full.token, '"storage_full"'],
  ] as const)
    expect(await begin(token, 50 * megabyte).answer).toContain(refusal);
  const sheet = begin(full.token, 20 * megabyte, '/api/imports');
  expect(await sheet.answer).toContain('"storage_full"');
  expect(underWay()).toEqual([]);
});

test('accepts files that payments depend on without regard to the storage of the plan', async () => {
  const seller = await joinFull('sales');
  const { socket } = begin(seller.token, 5 * megabyte, '/api/disputes');
  await expect.poll(() => underWay().length).toBe(1);
  socket.destroy();
  await expect.poll(() => underWay().length).toBe(0);
});

test('limits the bytes in transit of one person over all their connections, and frees them after a disconnect', async () => {
  const held = [begin(owner.token, 70 * megabyte), begin(owner.token, 70 * megabyte)];
  await expect.poll(() => underWay().length).toBe(2);
  const refused = await begin(owner.token, 70 * megabyte).answer;
  expect(refused).toContain('429 Too Many Requests');
  expect(refused).toMatch(/retry-after: 5\r/i);
  for (const { socket } of held) socket.destroy();
  await expect.poll(() => underWay().length).toBe(0);
  begin(owner.token, 70 * megabyte);
  await expect.poll(() => underWay().length).toBe(1);
});

test('removes the files of a request after its answer', async () => {
  const files = [{ name: 'a.png', bytes: await makePicture() }];
  expect((await owner.call(api.images.create, { files })).items).toHaveLength(1);
  await owner.refused(api.images.create, { files: [{ name: 'a.png', bytes: Buffer.from('no picture') }] });
  const { headers, url, payload } = requestOf(api.images.create, { files }, owner.token);
  const half = (payload as Buffer).subarray(0, 500);
  const broken = await app.http.inject({ method: 'POST', url: String(url), headers, payload: half });
  expect(broken.json<{ code: string }>().code).toBe('malformed');
  expect(underWay()).toEqual([]);
});
