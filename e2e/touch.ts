import { expect, type Locator } from '@playwright/test';

type Touched = { kind: string; top: number; left: number };

/** A finger's tap, from touch to click: what is pressed stays where it was pressed, and is the one that is clicked. */
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
  const place = { top: events[0]?.top, left: events[0]?.left };
  expect(events, String(target)).toEqual(
    ['touchstart', 'mousedown', 'mouseup', 'click'].map((kind) => ({ kind, ...place })),
  );
}
