import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createQueuePool } from './connections.ts';

const refusal = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
const head = Buffer.alloc(5);
head.write('E');
head.writeInt32BE(refusal.length + 4, 1);

test('a database that says it is starting is one that is not there: no code that the queue would wait for', async () => {
  const starting = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([head, refusal]))),
  );
  starting.listen(0, '127.0.0.1');
  await once(starting, 'listening');
  onTestFinished(() => void starting.close());
  const { port } = starting.address() as AddressInfo;
  const pool = createQueuePool(`postgres://anybody@127.0.0.1:${port}/easy`, () => undefined);
  onTestFinished(() => pool.end());
  const error: unknown = await pool.connect().catch((reason) => reason);
  expect(error).toMatchObject({ message: 'the database starts' });
  expect(error).not.toHaveProperty('code');
});
