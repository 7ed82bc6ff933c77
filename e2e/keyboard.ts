import { expect, type Locator, type Page } from '@playwright/test';
import { type Actor, field, soon } from './verbs.ts';

const mostTabs = 80;
/** Milliseconds between two typed keys; faster ones come from a scanner. */
export const byHand = { delay: 90 };

/** Counts every use of a pointer from now on; `expectNoPointer` checks that there was none. */
export async function putPointerAway({ context }: Actor): Promise<void> {
  await context.addInitScript(() => {
    addEventListener('pointerdown', () => localStorage.setItem('pointer', 'used'), true);
  });
}

export async function expectNoPointer({ page }: Actor): Promise<void> {
  expect(await page.evaluate(() => localStorage.getItem('pointer'))).toBeNull();
}

/** Presses Tab, or Shift+Tab, until the element has the focus; again if the screen was replaced in between. */
export async function tabTo(
  { page }: Actor,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(async () => {
    await expect(target).toBeVisible();
    for (let tabs = 0; tabs < mostTabs; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    const stops = [];
    for (let tabs = 0; tabs < 12; tabs++) {
      stops.push(await focusedName(page));
      await page.keyboard.press(key);
    }
    throw new Error(`${mostTabs} tabs do not reach ${target}; the next stops are ${stops.join(' | ')}`);
  }).toPass(soon);
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? document.body;
    const label = document.activeElement?.getAttribute('aria-label') ?? textContent;
    return `${tagName} ${label.trim().slice(0, 24)}`;
  });

export async function typeInto(actor: Actor, target: Locator, text: string): Promise<void> {
  await tabTo(actor, target);
  await actor.page.keyboard.type(text, byHand);
}

export async function enterOn(actor: Actor, target: Locator): Promise<void> {
  await tabTo(actor, target);
  await actor.page.keyboard.press('Enter');
}

/** A red page is acknowledged by Tab and a single space; faster keys come from a scanner. */
export async function understandStop({ page, words }: Actor): Promise<void> {
  const stop = page.getByRole('alertdialog');
  const understood = stop.getByRole('button', { name: words.orders.bench.bench.understood });
  const alone = { timeout: 1000 };
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(understood).toBeFocused(alone);
  }).toPass();
  await expect(async () => {
    await page.keyboard.press('Space');
    await expect(stop).toBeHidden(alone);
  }).toPass();
}

/** Opens a screen by its name in the command palette, typed before the palette is loaded. */
export async function jumpTo(actor: Actor, name: string): Promise<void> {
  await expect(actor.page.getByRole('button', { name: /Ctrl K/ })).toBeVisible();
  await actor.page.keyboard.press('Control+K');
  await actor.page.keyboard.type(name);
  await expect(actor.page.getByRole('dialog').getByRole('textbox')).toHaveValue(name);
  await expect(
    actor.page.getByRole('option', { name }).or(actor.page.getByRole('button', { name })).first(),
  ).toBeVisible();
  await actor.page.keyboard.press('Enter');
  await expect(field(actor, actor.words.palette.placeholder)).toBeHidden();
}
