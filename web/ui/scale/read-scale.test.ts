import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readScale } from './read-scale.ts';
import type { SerialPort } from './serial.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A port that sends these frames, one for each enquiry. */
function portOf(frames: readonly string[]) {
  const left = [...frames];
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const port = {
    readable: new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = controller;
      },
    }),
    writable: new WritableStream<Uint8Array>({
      write: () => {
        const frame = left.shift();
        if (frame) send?.enqueue(new TextEncoder().encode(frame));
      },
    }),
    open: vi.fn(async () => undefined),
    close: vi.fn(async () => undefined),
  } satisfies SerialPort;
  return port;
}
const read = async (frames: readonly string[]) => {
  const port = portOf(frames);
  const outcome = readScale(port);
  await vi.advanceTimersByTimeAsync(10_000);
  return { outcome: await outcome, port };
};

test('an enquired scale is read once its weight has settled, and its port is closed', async () => {
  const { outcome, port } = await read(['\x0200000\x03', '\x02IIIII\x03', '\x0200930\x03', '\x0200930\x03']);
  expect(outcome).toEqual({ kind: 'stable', grams: 930 });
  expect(port.close).toHaveBeenCalledOnce();
});

test('an unsettled weight is not taken', async () => {
  expect((await read(['\x0200930\x03', '\x02IIIII\x03'])).outcome).toEqual({ kind: 'unstable' });
});

test.each([
  [['\x02SSSSS\x03'], 'overload'],
  [[], 'silent'],
  [['\xff\xfe'], 'unreadable'],
])('%j is reported as %s', async (frames, kind) => {
  expect((await read(frames)).outcome).toEqual({ kind });
});

test('a port that another program has is closed', async () => {
  const port = portOf([]);
  port.open.mockRejectedValue(new Error('in use'));
  expect(await readScale(port)).toEqual({ kind: 'closed' });
});
