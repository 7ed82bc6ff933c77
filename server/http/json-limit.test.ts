import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;
const announced = 1_000_000;

/** Announces a long JSON body and sends only its beginning. */
function begin() {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `content-length: ${announced}\r\n\r\n{"email":"`,
  );
  return socket;
}

const sendLong = async (token?: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/categories`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ description: 'x'.repeat(announced - 100) }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

test('long JSON from an unverified address is limited while it arrives; a verified caller has a share of their own', async () => {
  const person = await app.join('supply');
  await person.call(api.warehouses.list);
  expect(await sendLong()).toBe(401);
  const sockets = Array.from({ length: 4 }, begin);
  await expect.poll(() => sendLong()).toBe(429);
  expect(await sendLong('a'.repeat(43))).toBe(429);
  expect(await sendLong(person.token)).toBe(422);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => sendLong()).toBe(401);
});
