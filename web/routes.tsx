import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { SignInAgainHost } from './account/SignInAgainHost.tsx';
import { loadNamespace } from './i18n.ts';
import { EntryLayout } from './layouts/EntryLayout.tsx';
import { ErrorLayout, NotFound, Waiting } from './layouts/ErrorLayout.tsx';
import { NoMenuLayout } from './layouts/NoMenuLayout.tsx';
import { PrintLayout } from './layouts/PrintLayout.tsx';
import type { PageEntry } from './page-entry.ts';
import { pages } from './pages.ts';
import { isGuestPath, isPublicPath, paths, printSearch, safeRedirect } from './paths.ts';
import { importChunk } from './reload.ts';
import { knownSession } from './session.ts';
import { homeOf, isStation } from './station.ts';

/** Search parameters are plain text: `?query=123` stays text, and the first of repeated parameters counts. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].reverse());
}

/** The sign-in dialog contains a form, which asks the router before leaving, so it is rendered inside the router. */
function Screens() {
  return (
    <>
      <Outlet />
      <SignInAgainHost />
    </>
  );
}

const root = createRootRoute({
  component: Screens,
  errorComponent: ErrorLayout,
  notFoundComponent: NotFound,
});

type Asked = { location: { href: string } };

/** Redirects guests to sign-in, which returns to the wanted path. */
async function signedInOnly({ location }: Asked): Promise<void> {
  if (await knownSession()) return;
  const door = isStation() ? paths.account.station : paths.account.login;
  throw redirect({ href: door({ redirect: location.href }) });
}

/** Redirects signed-in people from guest pages to the wanted path, or home. */
async function guestsOnly({ location }: Asked): Promise<void> {
  const { pathname, searchParams } = new URL(location.href, window.location.origin);
  const session = isGuestPath(pathname) ? await knownSession() : null;
  if (!session) return;
  throw redirect({ href: safeRedirect(searchParams.get('redirect') ?? undefined) ?? homeOf(session) });
}

const layouts = {
  entry: createRoute({
    getParentRoute: () => root,
    id: 'entry',
    component: EntryLayout,
    beforeLoad: guestsOnly,
  }),
  noMenu: createRoute({
    getParentRoute: () => root,
    id: 'no-menu',
    component: NoMenuLayout,
    beforeLoad: guestsOnly,
  }),
  standard: createRoute({
    getParentRoute: () => root,
    id: 'default',
    component: lazyRouteComponent(() => importChunk(() => import('./layouts/DefaultLayout.tsx'))),
    beforeLoad: signedInOnly,
  }),
  print: createRoute({ getParentRoute: () => root, id: 'print', component: PrintLayout }),
  ownPrint: createRoute({
    getParentRoute: () => root,
    id: 'own-print',
    component: PrintLayout,
    beforeLoad: signedInOnly,
  }),
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Pick<PageEntry, 'permission' | 'business'> {}
}

export function layoutOf(pattern: string): keyof typeof layouts {
  if (pattern === paths.account.login.pattern) return 'noMenu';
  if (pattern === paths.supply.printable.pattern) return 'print';
  const papers: readonly string[] = [paths.orders.manifest.pattern, paths.orders.declaration.pattern];
  if (papers.includes(pattern)) return 'ownPrint';
  return isPublicPath(pattern) ? 'entry' : 'standard';
}

const NoRecord = lazyRouteComponent(() => importChunk(() => import('./layouts/NoRecord.tsx')));

/** `/orders/{id}` in the notation of the router. */
const routerPath = (pattern: string) => pattern.replace(/\{(\w+)\}/g, '$$$1');

/** `{id}` and `{fatherId}` are positive integers; other addresses belong to no record. */
function knownIdsOnly(params: Record<string, string>): void {
  const isKnown = ([name, value]: [string, string]) =>
    !/^id$|Id$/.test(name) || /^[1-9]\d{0,14}$/.test(value);
  if (!Object.entries(params).every(isKnown)) throw notFound();
}

type Layout = keyof typeof layouts;

function routeOf(layout: Layout, pattern: string, page: PageEntry) {
  const { area, partsOf = [], load, permission, business } = page;
  return createRoute({
    getParentRoute: () => layouts[layout],
    path: routerPath(pattern),
    component: lazyRouteComponent(() => importChunk(load)),
    loader: ({ params }) => {
      knownIdsOnly(params);
      return importChunk(() => Promise.all([area, ...partsOf].map(loadNamespace)));
    },
    notFoundComponent: NoRecord,
    staticData: { permission, business },
  });
}

function childrenOf(layout: Layout) {
  return Object.entries(pages)
    .filter(([pattern]) => layoutOf(pattern) === layout)
    .map(([pattern, page]) => routeOf(layout, pattern, page));
}

const tree = root.addChildren([
  layouts.entry.addChildren(childrenOf('entry')),
  layouts.noMenu.addChildren(childrenOf('noMenu')),
  layouts.standard.addChildren(childrenOf('standard')),
  layouts.print.addChildren(childrenOf('print')),
  layouts.ownPrint.addChildren(childrenOf('ownPrint')),
]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch: (search: Record<string, string>) => printSearch(search),
  defaultPreload: false,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ErrorLayout,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});
