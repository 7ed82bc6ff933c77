import { type ConsoleMessage, expect } from '@playwright/test';
import { type Locale, localeCookie } from '#contract/messages/index.ts';
import { unreadableTexts } from './cut-texts.ts';
import { seenOf } from './screen-watch.ts';
import { type Actor, go, origin, violations } from './verbs.ts';
import type { Facts, Visit } from './visits.ts';

export type Look = {
  locale: Locale;
  width: number;
  scheme: 'light' | 'dark';
  /** Each screen, once rendered, must also fit windows of these widths. */
  fits: readonly number[];
};

/** Opens the screens one after the other and returns their problems. */
export async function walk(
  actor: Actor,
  rounds: readonly Visit[],
  facts: Facts,
  look: Look,
): Promise<string[]> {
  const { page, context } = actor;
  const problems: string[] = [];
  let at = '';
  const note = (problem: string) => void problems.push(`${at}: ${problem}`);
  const onConsole = (message: ConsoleMessage) => {
    // The browser logs every 401: of guests, and of sessions that have to be renewed.
    if (message.type() === 'error' && !message.text().includes('status of 401'))
      note(`${message.text()} ${message.location().url}`);
  };
  const onError = (error: Error) => note(error.message);
  page.on('console', onConsole).on('pageerror', onError);
  await context.addCookies([{ name: localeCookie, value: look.locale, url: origin }]);
  const resize = (width: number) => page.setViewportSize({ width, height: 900 });
  await resize(look.width);
  await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' });
  for (const [pattern, , fact] of rounds) {
    const path = fact ? pattern.replace(/\{\w+\}/, facts[fact]) : pattern;
    at = `${pattern} ${look.locale} ${look.width} ${look.scheme}`;
    await go(actor, path);
    await settle(actor);
    const { shift, moved } = await seenOf(page);
    if (shift > 0) note(`moved by ${shift.toFixed(4)}: ${moved.join(', ')}`);
    for (const violation of await violations(actor)) note(violation);
    for (const wide of await overflowing(actor)) note(wide);
    const push = await pushedByTick(actor);
    if (push) note(`ticking the first row moved it by ${push} px`);
    for (const cut of await unreadableTexts(actor)) note(cut);
    for (const width of look.fits) {
      await resize(width);
      await settle(actor);
      for (const wide of await overflowing(actor)) note(`${width} px: ${wide}`);
      for (const cut of await unreadableTexts(actor)) note(`${width} px: ${cut}`);
    }
    await resize(look.width);
    if (look.width >= 1366) {
      const isRecord = pattern.includes('{');
      for (const below of await belowWindow(actor, look.width, isRecord)) note(below);
    }
  }
  page.off('console', onConsole).off('pageerror', onError);
  return problems;
}

/** Waits until nothing on the screen is loading. */
export async function settle({ page }: Actor): Promise<void> {
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

/** Neither the page nor a list scrolls sideways; content that measures its width has time after a resize. */
async function overflowing({ page }: Actor): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(async () => {
      found = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const page = scrollWidth > clientWidth ? [`${scrollWidth} px of content on ${clientWidth} px`] : [];
        // On a phone the rows of a list are cards.
        const lists =
          clientWidth > 640 ? [...document.querySelectorAll('[data-wide="true"]:has(> table)')] : [];
        return [
          ...page,
          ...lists.map((list) => `a list of ${list.scrollWidth} px on ${list.clientWidth} px`),
        ];
      });
      return found.length;
    }, fitted)
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/**
 * What a laptop's window lacks: 18 compact rows of a list, its first comfortable row, or the button that sends an answer.
 */
async function belowWindow({ page }: Actor, width: number, isRecord: boolean): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: 1366, height: 768 });
  // Where a scan comes first, or the sales that wait to be picked, the list is below them.
  const isWork = (await page.locator('[data-scan]').count()) > 0 || page.url().endsWith('/picking');
  if (!isWork && (await page.locator('tr[data-row]').count()))
    for (const [density, least] of [
      // A record has its facts above its rows.
      ['compact', isRecord ? 3 : 18],
      ['comfortable', 3],
    ] as const) {
      let rows = 0;
      await page.evaluate(chooseDensity, density);
      await expect
        .poll(async () => {
          rows = await page.evaluate(countRows);
          return rows;
        }, fitted)
        .toBeGreaterThanOrEqual(least)
        .catch(() => undefined);
      if (rows < least) found.push(`${rows} ${density} rows on 768 px`);
    }
  const send = page.locator('[data-writing] button[type=submit]');
  if (await send.count()) {
    const box = await send.first().boundingBox();
    if (!box || box.y + box.height > 768) found.push('an answer is sent from below the window');
  }
  await page.setViewportSize({ width, height: 900 });
  return found;
}

function chooseDensity(density: string): void {
  const newValue = JSON.stringify(density);
  localStorage.setItem('easy.density', newValue);
  dispatchEvent(new StorageEvent('storage', { key: 'easy.density', newValue, storageArea: localStorage }));
}

/** Rows as high as the first one that fit between it and the end of the window. */
function countRows(): number {
  window.scrollTo({ top: 0, behavior: 'instant' });
  const { top, height } =
    document.querySelector('tr[data-row]')?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, 1);
  return Math.floor((innerHeight - top) / height);
}

const fitted = { timeout: 3000, intervals: [0, 200, 500] };

/**
 * Distance by which the first selectable row moves when it is selected; it must be zero, even when a bar appears for the
 * selection.
 */
async function pushedByTick({ page }: Actor): Promise<number> {
  const ticked = await page.evaluate(async () => {
    const tick = document.querySelector<HTMLInputElement>('td input[type=checkbox]:not(:checked, :disabled)');
    const row = tick?.closest('tr');
    if (!tick || !row) return { push: 0, selects: false };
    // A person selects a visible row.
    row.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = row.getBoundingClientRect();
    tick.click();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const after = row.getBoundingClientRect();
    const push = Math.abs(after.top - before.top) + Math.abs(after.height - before.height);
    return { push, selects: row.ariaSelected === 'true' };
  });
  if (ticked.selects) await expect(page.locator('[data-selection-bar]').first()).toBeInViewport();
  return ticked.push;
}

/** Calls the product's API in this person's session. */
export async function ask(
  actor: Actor,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<unknown> {
  const { status, text } = await actor.page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json' };
      const send = () =>
        fetch(`/api${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
      let answer = await send();
      // Another story may have turned the clock past the life of this session's token.
      if (answer.status === 401) {
        await fetch('/api/auth/refresh', { method: 'POST', headers, body: '{}' });
        answer = await send();
      }
      return { status: answer.status, text: await answer.text() };
    },
    { method, path, body },
  );
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return text ? JSON.parse(text) : undefined;
}
