import { expect, type Locator } from '@playwright/test';
import type { Actor } from './verbs.ts';

type Touched = { kind: string; top: number; left: number };

/** A finger's tap, from touch to click: the pressed element stays in place and receives the click. */
export async function tap(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await target.scrollIntoViewIfNeeded();
  const seen = await target.evaluateHandle((element) => {
    const seen: Touched[] = [];
    for (const kind of ['touchstart', 'mousedown', 'mouseup', 'click'])
      element.addEventListener(
        kind,
        () => {
          const { top, left } = element.getBoundingClientRect();
          seen.push({ kind, top, left });
        },
        { capture: true, once: true },
      );
    return seen;
  });
  await target.tap();
  const events = await seen.evaluate((kept) => kept);
  expect(events.map(({ kind }) => kind)).toEqual(['touchstart', 'mousedown', 'mouseup', 'click']);
  const farthest = (axis: 'top' | 'left') =>
    Math.max(...events.map((event) => Math.abs(event[axis] - (events[0]?.[axis] ?? 0))));
  // A pressed button moves down by one pixel.
  expect(Math.max(farthest('top'), farthest('left')), String(target)).toBeLessThanOrEqual(1);
}

/** Drags with a finger: holds until the page reports the lift, moves over another element, and releases. */
export async function carry(
  { page }: Actor,
  held: Locator,
  over: Locator,
  said: { lifted: string; moved: string },
): Promise<void> {
  const middle = async (target: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  await over.scrollIntoViewIfNeeded();
  const from = await middle(held);
  const to = await middle(over);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  // A long touch lifts, a shorter one scrolls.
  await expect(page.getByText(said.lifted)).toBeAttached();
  for (let step = 1; step <= 12; step++)
    await touch('touchMove', [{ x: from.x, y: from.y + ((to.y - from.y) * step) / 12 }]);
  await expect(page.getByText(said.moved)).toBeAttached();
  await touch('touchEnd', []);
}
