import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverClock } from './clock.ts';
import { TimeLeft } from './orders/checkout/TimeLeft.tsx';
import { OrderBadge } from './orders/OrderBadge.tsx';
import { renderScreen } from './ui/render-screen.tsx';

const limit = '2026-11-23T18:00:00.000Z';
const at = (time: string) => vi.setSystemTime(new Date(time));
const answerAt = (time: string) => new Response(null, { headers: { date: new Date(time).toUTCString() } });
/** The same sale on the bench and in the seller's list, read before its limit. */
const Both = () => (
  <main>
    <h1>Venda</h1>
    <TimeLeft limit={limit} />
    <OrderBadge order={{ status: 'picking', late: false, dispatchLimit: limit }} />
  </main>
);

afterEach(() => {
  noteServerTime(answerAt(new Date().toISOString()), Date.now());
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['2026-11-23T18:00:00.000Z', 0],
  ['2026-11-23T18:00:01.000Z', 2],
  ['2026-11-23T18:00:29.000Z', 2],
])('at %s a sale due at 18:00 is late on every screen or on none', async (now, late) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(now);
  await renderScreen(Both);
  await screen.findByText('Em separação');
  expect(screen.queryAllByText(/atrasad/i)).toHaveLength(late);
});

test('a wrong clock of the machine changes no deadline', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at('2026-11-23T19:00:00.000Z');
  noteServerTime(answerAt('2026-11-23T17:30:00.000Z'), Date.now());
  await renderScreen(Both);
  await screen.findByText('30 min');
  expect(screen.queryByText(/atrasad/i)).toBeNull();
});

test('a difference of seconds, as a response takes, is none', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at('2026-11-23T17:00:00.000Z');
  noteServerTime(answerAt('2026-11-23T17:00:03.000Z'), Date.now());
  expect(serverClock.now().toISOString()).toBe('2026-11-23T17:00:00.000Z');
});
