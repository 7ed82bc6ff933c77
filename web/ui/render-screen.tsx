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
import { api, endpointsByEntity } from '#contract/index.ts';
import { startI18n } from '../i18n.ts';
import { type Screen as KnownScreen, printSearch } from '../paths.ts';
import type { Session } from '../session.ts';
import { renewSession } from '../session.ts';
import { sampleOf } from '../test/sample.ts';
import { questions, watchQuestions } from './dialog/confirm.ts';
import { Portals } from './dialog/Portals.tsx';
import { watchUnsettled } from './dialog/unsettled.ts';
import { toast, toasts } from './toasts.ts';

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
/** A request as the server sees it; `endpoint` is its name, if the contract has it. */
export type Asked = {
  name: string;
  endpoint: string | undefined;
  url: URL;
  headers: Headers;
  body: unknown;
  files: string[];
};
type Respond = (call: Asked) => Answer | undefined | Promise<Answer>;
/** Responses of the test server: a function, or responses by the name of the endpoint. */
type Server = Respond | Record<string, Answer | Respond>;

export const owner: Session = sampleOf(api.auth.session.response, {
  user: { id: 1, name: 'Mariana Prado', email: 'mariana@aurora.com.br' },
  business: { id: 1, name: 'Loja Aurora', type: 'sales' },
  businesses: [{ id: 1, name: 'Loja Aurora', type: 'sales' }],
  ...{ roles: ['owner'], locale: 'pt', handsFree: true },
});

/** The same person in a supplier's business. */
export const supplying: Session = {
  ...owner,
  business: { id: 1, name: 'Fornecedora Aurora', type: 'supply' },
  businesses: [{ id: 1, name: 'Fornecedora Aurora', type: 'supply' }],
};

// Lazily loaded parts take longer on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

/** Browser APIs that Mantine needs and jsdom lacks. */
function completeBrowser(isPhone: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduce') || (isPhone && query.includes('max-width: 640px')),
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
  // Text areas measure themselves again when fonts are loaded.
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { addEventListener: () => undefined, removeEventListener: () => undefined },
  });
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;
}

/** Discards dialogs and toasts of another screen in this process. */
function forgetPortals(): void {
  for (const { id } of toasts.get()) toast.close(id);
  for (const { answer } of questions.get()) answer(false);
}

/** Replaces `fetch`; everything of ours above it is real. */
export function serve(server: Server): { calls: Asked[] } {
  const calls: Asked[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const call = readCall(input, init);
    calls.push(call);
    const {
      status = 200,
      body: answer,
      headers,
    } = (await respond(server, call)) ?? { status: 404, body: problem(404, 'not_found') };
    return new Response(answer === undefined ? null : JSON.stringify(answer), {
      status,
      headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
    });
  });
  return { calls };
}

function readCall(input: RequestInfo | URL, init: RequestInit): Asked {
  const url = new URL(String(input), 'http://localhost');
  const form = init.body instanceof FormData ? init.body : undefined;
  const text = form ? form.get('data') : init.body;
  const method = init.method ?? 'GET';
  return {
    name: `${method} ${url.pathname}`,
    endpoint: endpoints.find((known) => known.method === method && known.path.test(url.pathname))?.name,
    url,
    headers: new Headers(init.headers),
    body: typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined,
    files: [...(form?.keys() ?? [])].filter((part) => part !== 'data'),
  };
}

function respond(server: Server, call: Asked): ReturnType<Respond> {
  if (typeof server === 'function') return server(call);
  const answer = call.endpoint === undefined ? undefined : server[call.endpoint];
  return typeof answer === 'function' ? answer(call) : answer;
}

/** Endpoints by method and path, those without parameters first. */
const endpoints = Object.entries(endpointsByEntity)
  .flatMap(([entity, acts]) =>
    Object.entries(acts).map(([act, { method, path }]) => ({
      name: `${entity}.${act}`,
      method,
      path: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`),
      parameters: path.split(':').length,
    })),
  )
  .toSorted((one, other) => one.parameters - other.parameters);

export function problem(status: number, code: string, more: object = {}): object {
  return { type: 'about:blank', title: code, status, code, detail: code, ...more };
}

type Options = {
  server?: Server;
  session?: Session | (() => Session);
  /** The address, `/` by default. */
  at?: string;
  /**
   * The screen whose parameters the address contains: `{ screen: paths.products.product, at:
   * paths.products.product(7) }`.
   */
  screen?: KnownScreen;
  /** Media queries for the width of a phone match. */
  isPhone?: boolean;
};

/** Renders one screen for a signed-in person, in a router of its own. */
export async function renderScreen(Shown: ComponentType, options: Options = {}) {
  completeBrowser(options.isPhone ?? false);
  forgetPortals();
  await startI18n('pt');
  const session = options.session ?? owner;
  const server = serve((call) =>
    call.name === 'GET /api/auth/session'
      ? { body: typeof session === 'function' ? session() : session }
      : options.server && respond(options.server, call),
  );
  await renewSession();
  const root = createRootRoute();
  const path = options.screen?.pattern.replace(/\{(\w+)\}/g, '$$$1') ?? '$';
  const route = createRoute({ getParentRoute: () => root, path, component: () => <Shown /> });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren(path === '$' ? [route] : [route, elsewhere]),
    history: createMemoryHistory({ initialEntries: [options.at ?? '/'] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search: Record<string, string>) => printSearch(search),
  });
  watchQuestions(router);
  watchUnsettled(router);
  const view = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
      <Portals />
    </MantineProvider>,
  );
  await router.load();
  return { ...view, ...server, router };
}
