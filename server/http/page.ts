import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { granteeCookie } from '#contract/account/grantee-cookie.ts';
import type { Locale } from '#contract/messages/index.ts';
import { businessTypes, can, type Grantee, type Permission, roles } from '#contract/permissions.ts';
import { cookieNames, localeOf } from './session.ts';

/** A screen of preload.json, which tools/web-plugins.ts writes. */
type Screen = {
  pattern: string;
  public: boolean;
  permission?: Permission;
  scripts: Record<Locale, string[]>;
  styles: string[];
  /** The first request of the screen, below /api, with the parameter of its own address. */
  reads: string[];
};

/** `none`: a guest; `ended`: only a renewal can tell; `open`: the session is requested together with the page. */
type SessionState = 'none' | 'ended' | 'open';

export type PageMaker = (address: string, session: SessionState, locale: Locale, grantee?: Grantee) => string;

/**
 * The page names everything that its screen needs, so that the browser requests all of it at once instead of
 * discovering it step by step. It also says whether there is a session to request.
 */
export function makePages(folder: string): PageMaker {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const screens = JSON.parse(readFileSync(join(folder, 'preload.json'), 'utf8')) as Screen[];
  const login = screens.find(({ pattern }) => pattern === '/auth/login');
  const home = screens.find(({ pattern }) => pattern === '/business');
  return (address, session, locale, grantee) => {
    const [path = '/', search] = address.split('?');
    const found = findScreen(screens, path);
    const stays =
      !found || (found.screen.public ? isOpenToAll(path) || session !== 'open' : session !== 'none');
    const screen = stays ? found?.screen : session === 'none' ? login : home;
    const needed = found?.screen.permission;
    const refused = grantee && needed && !can(grantee, needed);
    const reads = search === undefined && stays && found && !refused ? found.reads : [];
    const asked = session === 'open' ? ['/auth/session', ...reads] : [];
    const links = [
      ...(screen?.scripts[locale] ?? []).map(
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
      ...(screen?.styles ?? []).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...asked.map((read) => `<link rel="preload" as="fetch" crossorigin href="/api${read}">`),
    ];
    // Printed pages have their own styles and typeface: those of the application are left out.
    const bare = isPaper(path)
      ? html.replace(/<link rel="stylesheet"[^>]*>|<link rel="preload" as="font"[^>]*>/g, '')
      : html;
    return bare
      .replace(
        '<html lang="pt-BR"',
        `<html lang="${locale === 'pt' ? 'pt-BR' : 'en'}" data-session="${session}"`,
      )
      .replace('</head>', `${links.join('')}</head>`);
  };
}

/** The printed supply request. */
const isPaper = (path: string) => path.startsWith('/printable-supply-request/');

/** Invitations and printed requests are open to guests and signed-in people. */
const isOpenToAll = (path: string) => /^\/(auth\/register-staff|printable-supply-request)\//.test(path);

function findScreen(
  screens: readonly Screen[],
  path: string,
): { screen: Screen; reads: string[] } | undefined {
  const parts = path.split('/');
  const named = screens.find(({ pattern }) => pattern === path);
  if (named) return { screen: named, reads: named.reads };
  for (const screen of screens) {
    const wanted = screen.pattern.split('/');
    const fits =
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
    const value = parts[wanted.findIndex((part) => part.startsWith('{'))];
    // Only an id is preloaded; any other parameter is left to the screen.
    if (fits)
      return {
        screen,
        reads: /^\d+$/.test(value ?? '') ? screen.reads.map((read) => read.replace('{id}', value ?? '')) : [],
      };
  }
  return undefined;
}

export function sendPage(makePage: PageMaker, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { access, refresh } = cookieNames(request);
  const session = request.cookies[access] ? 'open' : request.cookies[refresh] ? 'ended' : 'none';
  // Its address gives access to a guest: caches, search engines and logs of other sites must not see it.
  if (isPaper(request.url)) reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', isPaper(request.url) ? 'no-store' : 'no-cache')
    .header('vary', 'cookie, accept-language')
    .send(makePage(request.url, session, localeOf(request), readGrantee(request.cookies[granteeCookie])));
}

/** The other way of `printGrantee`; what a stranger wrote into the cookie is nobody. */
export function readGrantee(text = ''): Grantee | undefined {
  const [type, ...held] = text.split('.');
  const businessType = businessTypes.find((known) => known === type);
  return businessType && { businessType, roles: roles.filter((role) => held.includes(role)) };
}
