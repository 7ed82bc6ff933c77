import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import axe from 'axe-core';
import { sameScanMs } from '#contract/inventory/scanner-signs.ts';
import { fill, type Locale, localeCookie, messages } from '#contract/messages/index.ts';
import { port } from './outside.ts';
import { noteTrouble } from './trouble.ts';

export type Words = (typeof messages)['pt'];

/** One person at one browser. */
export type Actor = {
  page: Page;
  context: BrowserContext;
  words: Words;
  locale: Locale;
  email: string;
};

export const password = 'uma frase comprida e boa';
export const origin = `http://localhost:${port}`;

/** Timeout of retried expectations: as long as a screen takes to load on a busy machine. */
export const soon = { timeout: 15_000 };

const opened = new Map<BrowserContext, string>();

/** Closes what a story leaves open, because an open screen keeps listening and rendering. */
async function closeThoseOfOtherFiles(): Promise<void> {
  const over = [...opened].filter(([, file]) => file !== test.info().file).map(([context]) => context);
  for (const context of over) opened.delete(context);
  await Promise.all(over.map((context) => context.close()));
}

/** A new browser context in one language; a desk unless another device is given. */
export async function enter(
  browser: Browser,
  locale: Locale,
  email = '',
  device: BrowserContextOptions = { viewport: { width: 1440, height: 900 } },
): Promise<Actor> {
  await closeThoseOfOtherFiles();
  const context = await browser.newContext({
    baseURL: origin,
    locale: locale === 'pt' ? 'pt-BR' : 'en-US',
    timezoneId: 'America/Sao_Paulo',
    acceptDownloads: true,
    ...device,
  });
  await context.addCookies([{ name: localeCookie, value: locale, url: origin }]);
  opened.set(context, test.info().file);
  await context.addInitScript(countPrints);
  const page = await context.newPage();
  await noteTrouble(page);
  return { page, context, words: messages[locale] as Words, locale, email };
}

/** From the next screen on, in this language. */
export async function inLocale(actor: Actor, locale: Locale): Promise<void> {
  await actor.context.addCookies([{ name: localeCookie, value: locale, url: origin }]);
  Object.assign(actor, { locale, words: messages[locale] });
}

/** There is neither a printer nor a PDF viewer here, so PDFs handed to them are counted. */
function countPrints(): void {
  const made = new Map<string, Blob>();
  const framed = new WeakMap<HTMLIFrameElement, Blob | undefined>();
  const addressOf = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file: Blob) => {
    const address = addressOf(file);
    made.set(address, file);
    return address;
  };
  const print = async (file: Blob | undefined) => {
    if ((await file?.slice(0, 5).text()) !== '%PDF-') return;
    document.body.dataset.printed = String(Number(document.body.dataset.printed ?? 0) + 1);
  };
  Object.defineProperties(HTMLIFrameElement.prototype, {
    src: {
      // The frame stays empty and reports at once that it is loaded.
      set(this: HTMLIFrameElement, address: string) {
        framed.set(this, made.get(address));
      },
    },
    contentWindow: {
      get(this: HTMLIFrameElement) {
        return { print: () => print(framed.get(this)) };
      },
    },
  });
  Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true });
}

/** Waits until the open page has sent this many labels to the printer. */
export async function expectPrinted({ page }: Actor, times: number): Promise<void> {
  await expect(page.locator('body')).toHaveAttribute('data-printed', String(times));
}

export async function go(actor: Actor, path: string): Promise<void> {
  await actor.page.goto(path);
  // A red stop over the screen has a heading of its own.
  await expect(actor.page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

export const button = (actor: Actor, name: string): Locator =>
  actor.page.getByRole('button', { name, exact: true });
export const field = (actor: Actor, name: string): Locator =>
  actor.page.getByRole('textbox', { name, exact: true });

export async function press(actor: Actor, name: string): Promise<void> {
  await button(actor, name).first().click();
}

/** Presses an act of the screen, which on a phone may be in its menu. */
export async function pressAct(actor: Actor, name: string): Promise<void> {
  const act = button(actor, name).first();
  const more = button(actor, actor.words.ui.act.more).first();
  await expect(act.or(more).first()).toBeVisible();
  if (await act.isVisible()) return act.click();
  await more.click();
  await actor.page.getByRole('menuitem', { name, exact: true }).click();
}

export async function type(actor: Actor, name: string, value: string): Promise<void> {
  await field(actor, name).first().fill(value);
}

/** Selects a record in a field that searches a list while typing. */
export async function choose(
  actor: Actor,
  name: string,
  text: string,
  scope: Page | Locator = actor.page,
): Promise<void> {
  const box = scope.getByRole('combobox', { name, exact: true }).first();
  await box.click();
  await box.fill(text);
  await actor.page.getByRole('option', { name: text }).first().click();
}

export async function expectToast(actor: Actor, text: string): Promise<void> {
  await expect(actor.page.getByText(text, { exact: false }).first()).toBeVisible();
  expect(await actor.page.evaluate(coveredByToasts)).toEqual([]);
}

/** What a toast leaves of the window, and what could be pressed or read where it is: nothing, in the bar of the page. */
export function coveredByToasts(): string[] {
  const step = 6;
  const nameOf = (element: Element) =>
    `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
  const section = document.querySelector('[data-toast]')?.parentElement;
  const shown = [...document.querySelectorAll('[data-toast]')].filter((toast) =>
    toast.checkVisibility({ visibilityProperty: true }),
  );
  const outside = shown.filter((toast) => {
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
  const places = shown.map((toast) => toast.getBoundingClientRect());
  // Without it, the element at a point is what would be pressed there.
  section?.style.setProperty('display', 'none');
  const covered = new Set<string>();
  for (const { left, right, top, bottom } of places)
    for (let x = left + 1; x < right; x += step)
      for (let y = top + 1; y < bottom; y += step) {
        const element = document
          .elementFromPoint(x, y)
          ?.closest(
            'a, button, input, textarea, select, label, summary, [role=button], h1, [data-connection]',
          );
        if (element && !element.matches(':disabled')) covered.add(`${nameOf(element)} is covered`);
      }
  section?.style.removeProperty('display');
  return [...outside.map((toast) => `${nameOf(toast)} leaves the window`), ...covered];
}

export async function expectText(actor: Actor, text: string): Promise<void> {
  await expect(actor.page.getByText(text, { exact: false }).first()).toBeVisible();
}

/** A row of the visible list, by a text in it. */
export const row = (actor: Actor, text: string): Locator =>
  actor.page.getByRole('row').filter({ hasText: text });

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 A or AA on the screen. A target half covered by the page header counts as too small, so a
 * page is checked from its top, and of an open dialog only the dialog.
 */
export async function violations({ page }: Actor): Promise<string[]> {
  // Former data is dimmed until it is replaced.
  await expect(
    page.locator('#content[aria-busy=true], [data-former=true]:not([data-breakdown] > *)'),
  ).toHaveCount(0);
  const modal = '[aria-modal="true"]';
  const within = (await page.locator(modal).count()) ? modal : 'html';
  if (within === 'html') await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await page.evaluate(axe.source);
  return page.evaluate(
    async ({ within, values }) => {
      // No screen has frames.
      const options = {
        runOnly: { type: 'tag' as const, values },
        resultTypes: ['violations' as const],
        iframes: false,
      };
      const found = await axe.run(within, options);
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    { within, values: wcag },
  );
}

export async function expectAccessible(actor: Actor): Promise<void> {
  expect(await violations(actor)).toEqual([]);
}

/** Acts as a keyboard-wedge scanner: types the code and ends it with Enter, at the pace of a person who scans. */
export async function scan(actor: Actor, code: string): Promise<void> {
  await actor.page.keyboard.type(code, { delay: Math.ceil((1.5 * sameScanMs) / code.length) });
  await actor.page.keyboard.press('Enter');
}

/**
 * After a sensitive act: expects `done`, or the password dialog first. It appears ten minutes after the sign-in, and
 * another story may have turned the clock past them.
 */
export async function expectAfterPassword(actor: Actor, done: Locator): Promise<void> {
  const { account } = actor.words;
  const gate = actor.page.getByRole('dialog', { name: account.gate.title });
  await expect(done.or(gate).first()).toBeVisible();
  if (!(await gate.isVisible())) return;
  await gate.getByRole('textbox', { name: account.fields.currentPassword }).fill(password);
  await gate.getByRole('button', { name: account.gate.submit }).click();
  await expect(done.first()).toBeVisible();
}

export { fill };
