import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renewSession, type Session } from '../session.ts';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import { useSession } from '../use-session.ts';
import { Banners } from './Banners.tsx';

const due = { at: '2026-12-01T12:00:00.000Z', over: false };
const told = { version: 'one', session: owner as Session };

function Shown() {
  const { session } = useSession();
  return session && <Banners session={session} />;
}

const open = () =>
  renderScreen(Shown, {
    at: '/orders/list',
    session: () => told.session,
    server: ({ name }) => (name === 'GET /build.json' ? { body: { version: told.version } } : undefined),
  });

const goOn = ({ router }: Awaited<ReturnType<typeof open>>, to: string) => act(() => router.navigate({ to }));

afterEach(() => {
  cleanup();
  Object.assign(told, { version: 'one', session: owner });
});

test('a new version is announced on the next screen, without moving anything on the open one', async () => {
  const view = await open();
  await expect.poll(() => view.calls.map(({ name }) => name)).toContain('GET /build.json');
  await act(async () => {
    told.version = 'two';
    window.dispatchEvent(new Event('focus'));
    await expect.poll(() => view.calls.filter(({ name }) => name === 'GET /build.json')).toHaveLength(2);
  });
  expect(screen.queryByRole('status')).toBeNull();
  await goOn(view, '/chats/list');
  expect((await screen.findByRole('status')).textContent).toContain('Nova versão do Easy disponível');
});

test('a newly required second step is announced on the next screen, and its banner goes when it is set up', async () => {
  const view = await open();
  told.session = { ...owner, twoStepDue: due };
  await act(renewSession);
  expect(screen.queryByRole('status')).toBeNull();
  await goOn(view, '/chats/list');
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toContain('duas etapas');
  told.session = owner;
  await act(renewSession);
  expect([banner.isConnected, banner.hasAttribute('data-void')]).toEqual([true, true]);
  await goOn(view, '/orders/list');
  expect(screen.queryByRole('status')).toBeNull();
});
