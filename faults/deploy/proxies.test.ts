import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { findFreePort } from '#server/db/embedded-process.ts';
import { requestOf } from '#server/test/app.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { type KillableServer, startLine } from '#server/test/kill.ts';
import { requireProgram } from '../debian-packages.ts';

const metricsToken = 'scrape-of-the-operator-20461';
const line = await startLine();
const person = await line.join('supply');
const folder = mkdtempSync(join(tmpdir(), 'easy-proxy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const certificate = join(folder, 'fullchain.pem');
const key = join(folder, 'key.pem');
const both = join(folder, 'easy.pem');
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=easy.example.com'],
    ...['-keyout', key, '-out', certificate],
  ],
  { stdio: 'ignore' },
);
writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));

type Ports = { web: [string, string]; http: number; https: number };
type Proxy = { name: string; start: (ports: Ports) => ChildProcess };

/** The example as it is in the repository, with the ports and files of this test. */
function example(file: string, { web, http, https }: Ports): string {
  const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');
  return text
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${web[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${web[1]}`)
    .replace(/\[::\]:(80|443)|:::(80|443)/g, (listen, one, other) =>
      listen.replace(/(80|443)$/, String((one ?? other) === '80' ? http : https)),
    )
    .replace(/listen (80|443)/g, (_, port) => `listen ${port === '80' ? http : https}`)
    .replaceAll('/etc/ssl/easy', folder);
}

const proxies: Proxy[] = [
  {
    name: 'nginx',
    start(ports) {
      const file = join(folder, 'nginx.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
        .join(' ');
      writeFileSync(
        file,
        `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
        events {} http { access_log off; ${temporary} ${example('nginx.conf', ports)} }`,
      );
      return spawn(requireProgram('nginx', 'nginx-light'), ['-c', file, '-e', join(folder, 'error.log')], {
        stdio: 'inherit',
      });
    },
  },
  {
    name: 'HAProxy',
    start(ports) {
      const file = join(folder, 'haproxy.cfg');
      writeFileSync(file, example('haproxy.cfg', ports));
      return spawn(requireProgram('haproxy'), ['-db', '-f', file], { stdio: 'inherit' });
    },
  },
];

type Answer = { status: number; headers: Record<string, unknown>; body: string };

function ask(port: number, options: RequestOptions, payload?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, servername: 'easy.example.com', rejectUnauthorized: false, ...options },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** The first line of the live updates, which comes only if the proxy keeps nothing back. */
function firstLine(port: number, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/api/events', rejectUnauthorized: false, headers },
      (answer) => {
        answer.setEncoding('utf8').once('data', (chunk: string) => {
          resolve(chunk);
          sent.destroy();
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const portOf = (server: KillableServer) => new URL(server.url).port;

test.each(proxies)(
  'behind $name as in the example, a process that ends under load fails no request',
  async ({ start }) => {
    const processes = [];
    for (let n = 0; n < 2; n++)
      processes.push(
        await line.beside(['--web'], {
          HOST: '127.0.0.1',
          METRICS_TOKEN: metricsToken,
          TRUSTED_PROXIES: '127.0.0.1',
        }),
      );
    const [a, b] = processes as [KillableServer, KillableServer];
    const [http, https] = [await findFreePort(), await findFreePort()];
    const proxy = start({ web: [portOf(a), portOf(b)], http, https });
    let isOver = false;
    try {
      await expect
        .poll(() => ask(https, { path: '/readyz' }).catch(() => ({ status: 0 })), { timeout: 30_000 })
        .toMatchObject({ status: 200 });
      const plain = await fetch(`http://127.0.0.1:${http}/orders`, {
        redirect: 'manual',
        headers: { host: 'easy.example.com' },
      });
      expect(plain.status).toBe(308);
      expect(plain.headers.get('location')).toMatch(/^https:/);
      const metrics = { authorization: `Bearer ${metricsToken}` };
      expect((await ask(https, { path: '/metrics', headers: metrics })).status).toBe(404);
      expect((await fetch(`${a.url}/metrics`, { headers: metrics })).status).toBe(200);

      const { headers: own } = requestOf(api.products.list, {}, person.token);
      expect(await firstLine(https, own as Record<string, string>)).toContain('retry:');

      const agent = new Agent({ keepAlive: true, maxSockets: 16 });
      const seen = { answered: 0, failed: [] as string[] };
      const asking = Array.from({ length: 16 }, async (_, nth) => {
        for (let n = 0; !isOver; n++) {
          // Every fourth request writes: it must not be sent twice, and must not be lost.
          const writes = n % 4 === 0;
          const description = `Prova ${https} ${nth} ${n}`;
          const sent = writes
            ? requestOf(api.categories.create, { body: { description } }, person.token)
            : requestOf(api.products.list, {}, person.token);
          const { method, url, headers, payload } = sent;
          const body = payload === undefined ? undefined : String(payload);
          const answer = await ask(
            https,
            { agent, method: String(method), path: String(url), headers: { ...headers } as never },
            body,
          ).catch((error: Error) => ({ status: 999, body: error.message }));
          if (answer.status < 300) seen.answered += 1;
          else seen.failed.push(`${method} ${answer.status} ${answer.body.slice(0, 80)}`);
        }
      });
      for (let n = 0; n < sized(2, 20); n++)
        for (const server of [a, b]) {
          const before = seen.answered;
          await expect.poll(() => seen.answered, { timeout: 120_000 }).toBeGreaterThan(before + 64);
          server.signal('SIGTERM');
          await server.ended();
          await server.start();
          // The proxy asks a process that was gone again after two seconds.
          await delay(2500);
        }
      isOver = true;
      await Promise.all(asking);
      agent.destroy();
      expect(seen.failed).toEqual([]);
      report({
        fault: 'SIGTERM behind a proxy',
        times: sized(2, 20),
        note: `${seen.answered} requests, 0 failed`,
      });
    } finally {
      isOver = true;
      if (proxy.exitCode === null) {
        const ended = once(proxy, 'exit');
        proxy.kill('SIGTERM');
        await ended;
      }
      for (const server of processes) await server.kill();
    }
  },
  900_000,
);
