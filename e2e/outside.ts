import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';

// Services beside the product are requested by `fetch`, which closes an idle connection before the other side does.
// Requests of a page might use one that is just being closed.
export const port = Number(process.env.E2E_PORT);
export const sandbox = `http://localhost:${port + 10_000}`;
/** Address of the clock and schedules of `e2e/server.ts`. */
const controls = `http://localhost:${port + 1}`;

/** Calls the sandbox's control API. */
export async function control(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox}/control/api${path}`, {
    method,
    ...(data && { headers, body: JSON.stringify(data) }),
  });
  const text = await answer.text();
  return text ? JSON.parse(text) : undefined;
}

/** The NF-e that a billing program issued for a parcel at the marketplace. */
export async function nfeOf(shipment: number): Promise<Buffer> {
  const answer = await fetch(`${sandbox}/control/api/shipments/${shipment}/nfe`);
  return Buffer.from(await answer.arrayBuffer());
}

/** The newest mail to an address: its link on our own pages. */
export async function mailLink(to: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const answer = await fetch(`${sandbox}/mail/messages?to=${encodeURIComponent(to)}`);
    const { messages } = (await answer.json()) as { messages: { text: string }[] };
    link =
      messages.map(({ text }) => /http:\/\/localhost:\d+(\/auth\/\S+)/.exec(text)?.[1] ?? '').find(Boolean) ??
      '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

/** The last part of that link. */
export async function mailToken(to: string): Promise<string> {
  return (await mailLink(to)).split('/').at(-1) ?? '';
}

/** Runs a scheduled task now. */
export async function runTask(name: string): Promise<void> {
  await fetch(`${controls}/task?name=${name}`, { method: 'POST' });
}

/** Turns the product's clock forward, as soon as no story holds it; returns by how many milliseconds it is ahead. */
export async function turnOwnClock(minutes: number): Promise<number> {
  let aheadMs = 0;
  await expect(async () => {
    const answer = await fetch(`${controls}/clock?minutes=${minutes}`, { method: 'POST' });
    expect(answer.ok).toBe(true);
    aheadMs = Number(await answer.text());
  }).toPass({ timeout: 240_000 });
  return aheadMs;
}

/** Steps with a deadline, during which no other story turns the clock. */
export async function whileClockIsHeld<T>(steps: () => Promise<T>): Promise<T> {
  const name = randomUUID();
  await fetch(`${controls}/hold?name=${name}`, { method: 'POST' });
  try {
    return await steps();
  } finally {
    await fetch(`${controls}/release?name=${name}`, { method: 'POST' });
  }
}

/** Advances the time here and at the marketplaces, some of which refuse signatures that are minutes old. */
export async function turnClock(minutes: number): Promise<void> {
  await turnOwnClock(minutes);
  await control('POST', '/clock', { seconds: minutes * 60 });
}
