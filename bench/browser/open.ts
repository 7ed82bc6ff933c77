import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';
import type { Place } from '../place.ts';
import { supplierOf, tokenOf } from '../seed/plan.ts';

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

/** The supplier, at a desktop browser with an empty cache. */
export async function signedIn(browser: Browser, url: string, { plan }: Place): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'pt-BR',
    viewport: { width: 1440, height: 900 },
  });
  const value = tokenOf(plan.seed, supplierOf(1));
  await context.addCookies([
    { name: '__Host-easy-access', value, url: url.replace('http:', 'https:'), secure: true },
  ]);
  return context;
}
