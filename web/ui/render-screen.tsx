import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import { startI18n } from '../i18n.ts';
import { printSearch } from '../paths.ts';
import type { Session } from '../session.ts';
import { renewSession } from '../session.ts';
import { Hosts } from './Hosts.tsx';

/** What the stand-in server answers: status and body by `METHOD /path`. */
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
type Server = (call: { name: string; url: URL; headers: Headers; body: unknown }) => Answer | undefined;

export const owner: Session = {
  user: { id: 1, name: 'Mariana Prado', email: 'mariana@aurora.com.br' },
  business: { id: 1, name: 'Loja Aurora', type: 'sales' },
  businesses: [{ id: 1, name: 'Loja Aurora', type: 'sales' }],
  roles: ['owner'],
  locale: 'pt',
  twoStep: false,
};

// Parts that load when they are first needed take their time on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

/** The browser's own things that jsdom lacks. */
function completeBrowser(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduce'),
    media: query,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
}

/** Stands in for the server at the wire: everything of ours up to `fetch` is the real thing. */
export function serve(server: Server): { calls: { name: string; headers: Headers; body: unknown }[] } {
  const calls: { name: string; headers: Headers; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const text = init.body instanceof FormData ? init.body.get('data') : init.body;
    const body: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    const call = {
      name: `${init.method ?? 'GET'} ${url.pathname}`,
      url,
      headers: new Headers(init.headers),
      body,
    };
    calls.push(call);
    const {
      status = 200,
      body: answer,
      headers,
    } = server(call) ?? { status: 404, body: problem(404, 'not_found') };
    return new Response(answer === undefined ? null : JSON.stringify(answer), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
    });
  });
  return { calls };
}

export function problem(status: number, code: string, more: object = {}): object {
  return { type: 'about:blank', title: code, status, code, detail: code, ...more };
}

/** Renders one screen as a signed-in person sees it, at `/` of a router of its own. */
export async function renderScreen(
  Screen: ComponentType,
  options: { server?: Server; session?: Session | (() => Session); at?: string } = {},
) {
  completeBrowser();
  await startI18n('pt');
  const session = options.session ?? owner;
  const server = serve((call) =>
    call.name === 'GET /api/auth/session'
      ? { body: typeof session === 'function' ? session() : session }
      : options.server?.(call),
  );
  await renewSession();
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: '$', component: () => <Screen /> });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [options.at ?? '/'] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search: Record<string, string>) => printSearch(search),
  });
  const view = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
      <Hosts />
    </MantineProvider>,
  );
  await router.load();
  return { ...view, ...server, router };
}
