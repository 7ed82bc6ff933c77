import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { requestOf } from '#server/test/app.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { startLine } from '#server/test/kill.ts';

const megabyte = 1_048_576;
/** Allowed growth of the process, regardless of who uploads. */
const allowed = 150;

const line = await startLine();
const { port } = new URL(line.server.url);

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${line.server.pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** The most that the server's memory grew by while `work` ran. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = residentMegabytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes());
  }, 20);
  await work().finally(() => clearInterval(watch));
  return Math.round(peak - before);
}

/**
 * A client without an account that sends a large body as fast as it is accepted, and reads the first line of the
 * answer.
 */
function sendAnonymously(chunk: Buffer, chunks: number): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port: Number(port), host: '127.0.0.1', timeout: 30_000 });
    let left = chunks;
    const push = () => {
      while (left > 0) {
        left--;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on('drain', push);
    socket.on('error', () => resolve('cut'));
    socket.on('close', () => resolve('cut'));
    socket.on('data', (data) => {
      resolve(data.toString('latin1').split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.write(
      `POST /api/images HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: multipart/form-data; boundary=x\r\n` +
        `content-length: ${100 * megabyte}\r\n\r\n` +
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    );
    push();
    // Kept open: received data is held until the server or this socket closes.
    socket.on('timeout', () => resolve('held'));
  });
}

test('many who have no account are refused before their pictures are read', {
  timeout: 120_000,
}, async () => {
  const people = sized(30, 100);
  const chunk = Buffer.alloc(megabyte, 7);
  let answers: string[] = [];
  const grown = await growthDuring(async () => {
    answers = await Promise.all(Array.from({ length: people }, () => sendAnonymously(chunk, 9)));
  });
  expect(answers.filter((answer) => answer !== 'HTTP/1.1 401 Unauthorized')).toEqual([]);
  expect(grown).toBeLessThan(allowed);
  report({ fault: 'anonymous uploads at once', times: people, note: `memory +${grown} MB` });
});

/** As large as a telephone takes them, and each another one. */
const [width, height] = [4000, 3000];
const noise = randomFillSync(Buffer.alloc(width * height * 3)).map((value) => 100 + (value >> 3));
const photograph = (n: number) =>
  sharp(noise.fill(n, 0, width * 300), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();

test('stores pictures that one person uploads at the same time', { timeout: 300_000 }, async () => {
  const pictures = sized(12, 36);
  const person = await line.join('supply');
  const bodies: { url: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }[] = [];
  for (let n = 0; n < pictures; n++) {
    const files = [{ name: `foto ${n}.jpg`, bytes: await photograph(n) }];
    const { url, headers, payload } = requestOf(api.images.create, { files }, person.token);
    bodies.push({
      url: `${line.server.url}${url}`,
      headers: headers as Record<string, string>,
      body: new Uint8Array(payload as Buffer),
    });
  }
  const statuses: number[] = [];
  const grown = await growthDuring(async () => {
    await Promise.all(
      bodies.map(async ({ url, ...init }) => {
        for (;;) {
          const answer = await fetch(url, { method: 'POST', ...init });
          await answer.arrayBuffer();
          statuses.push(answer.status);
          if (answer.status !== 429 && answer.status !== 503) return;
          await delay(Number(answer.headers.get('retry-after')) * 1000);
        }
      }),
    );
  });
  expect(statuses.filter((status) => status === 201)).toHaveLength(pictures);
  expect(grown).toBeLessThan(allowed);
  report({ fault: 'pictures of one person at once', times: pictures, note: `memory +${grown} MB` });
});
