import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startReceiver } from '#server/business/test/receiver.ts';
import { isPublicAddress } from './public-address.ts';
import { createWebhookClient } from './webhook-client.ts';

const receiver = await startReceiver();
const strict = createWebhookClient({ allowLoopback: false });

/** Each is some way to write an address of this machine, a private net, a cloud's metadata, or many. */
const inside = [
  '127.0.0.1',
  '127.8.9.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0.0.0.0',
  '10.0.0.8',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
];

describe('addresses that lead into our own network', () => {
  test.each(inside)('a webhook to https://%s is refused and not called', async (host) => {
    const url = `https://${host}/hook`;
    expect(strict.accepts(url)).toBe(false);
    expect(await strict.post(url, {}, '{}')).toMatchObject({ status: null, error: 'address not allowed' });
  });

  test('a webhook address with another protocol, a user, a fragment or a local name is refused', () => {
    for (const url of [
      'http://example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'https://user:secret@example.com/',
      'https://user@example.com/',
      'https://example.com/#x',
      'https://localhost/',
      'https://intranet/',
      'https://db.internal/',
      'https://printer.local/',
      'https://x.localhost/',
      'https://x.localhost./',
      'javascript:alert(1)',
      'no address',
      '',
    ])
      expect([url, strict.accepts(url)]).toEqual([url, false]);
    for (const url of ['https://example.com/hook?a=1', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/'])
      expect([url, strict.accepts(url)]).toEqual([url, true]);
  });

  test('a webhook to a name is refused if any of its addresses is internal', async () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
      const family = address.includes(':') ? 6 : 4;
      const client = createWebhookClient({
        allowLoopback: false,
        resolve: async () => [
          { address: '93.184.216.34', family: 4 },
          { address, family },
        ],
      });
      expect(client.accepts('https://receiver.example/')).toBe(true);
      expect(await client.post('https://receiver.example/', {}, '{}')).toMatchObject({
        status: null,
        error: 'address not public',
      });
    }
    expect(receiver.received).toEqual([]);
  });

  test('recognizes public addresses by their range', () => {
    for (const address of ['8.8.8.8', '200.160.2.3', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    for (const address of ['', 'example.com', '1.2.3', '::ffff:8.8.8.8', '2001:db8::1', '3fff::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe('a call', () => {
  const local = createWebhookClient({ allowLoopback: true, timeoutMs: 500 });

  test('resolves a name once, and connects to the checked address', async () => {
    // Unless this machine itself resolves the name.
    const elsewhere = await startReceiver('127.0.0.2');
    let asked = 0;
    // The second answer is another machine: resolving twice would connect to it.
    const rebinding = createWebhookClient({
      allowLoopback: true,
      timeoutMs: 500,
      resolve: async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
    });
    const answer = await rebinding.post(`http://localhost:${elsewhere.port}/hook`, { 'x-a': 'b' }, '{"a":1}');
    expect(answer).toEqual({ status: 200, text: 'taken', error: null });
    expect(asked).toBe(1);
    expect(elsewhere.received).toHaveLength(1);
    expect(elsewhere.received.pop()).toMatchObject({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-a': 'b', host: `localhost:${elsewhere.port}` },
    });
  });

  test('a redirect is an answer, and not followed', async () => {
    const before = receiver.received.length;
    receiver.answers.push({ status: 307, headers: { location: `${receiver.url}/elsewhere` } });
    expect(await local.post(receiver.url, {}, '{}')).toMatchObject({ status: 307, error: null });
    expect(receiver.received.length).toBe(before + 1);
  });

  test('of a long answer to a webhook only the beginning is read', async () => {
    receiver.answers.push({ status: 200, text: 'x'.repeat(5_000_000) });
    const { status, text } = await local.post(receiver.url, {}, '{}');
    expect([status, text.length]).toEqual([200, 2000]);
  });

  test('a webhook receiver that cannot be reached or never answers is reported as a failure', async () => {
    expect(await local.post('http://127.0.0.1:9/', {}, '{}')).toMatchObject({ status: null });
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = z.object({ port: z.number() }).parse(silent.address());
    const hurried = createWebhookClient({ allowLoopback: true, timeoutMs: 50 });
    expect((await hurried.post(`http://127.0.0.1:${port}/`, {}, '{}')).status).toBeNull();
    silent.close();
  });

  test('a call does not wait for an unknown name, or one whose server is silent', async () => {
    const { promise } = Promise.withResolvers<never>();
    const waiting = createWebhookClient({ allowLoopback: false, timeoutMs: 20, resolve: () => promise });
    const unknown = createWebhookClient({ allowLoopback: false, resolve: async () => [] });
    const url = 'https://receiver.example/';
    expect((await waiting.post(url, {}, '{}')).error).toBe('name not found in time');
    expect((await unknown.post(url, {}, '{}')).error).toBe('address not found');
  });

  test('without the development setting a webhook never calls this machine by any name', async () => {
    const before = receiver.received.length;
    expect((await strict.post(receiver.url, {}, '{}')).error).toBe('address not allowed');
    const named = createWebhookClient({
      allowLoopback: false,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect((await named.post(`https://a.example:${receiver.port}/`, {}, '{}')).error).toBe(
      'address not public',
    );
    expect(receiver.received.length).toBe(before);
  });
});
