import { expect } from '@playwright/test';
import type { Actor } from './verbs.ts';

/**
 * Truncated texts of the screen that cannot be read: with a pointer a title shows the full text, with a finger a tap
 * does, unless the text belongs to a control. A link leads to what it names. Waits until the screen has set its
 * titles.
 */
export async function unreadableTexts({ page }: Actor): Promise<string[]> {
  let found: string[] = [];
  await expect
    .poll(
      async () => {
        found = await page.evaluate(findUnreadable);
        return found.length;
      },
      { timeout: 4000, intervals: [0, 300, 500] },
    )
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/** Runs in the page. */
function findUnreadable(): string[] {
  const isPhone = innerWidth < 768;
  const hides = (value: string) => value === 'hidden' || value === 'clip';
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const unseen =
    'svg, script, style, noscript, [aria-hidden="true"], .mantine-VisuallyHidden-root, .skip-link';
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(unseen);

  /** The element that clips some of these boxes, and on which axis. */
  const cutter = (from: Element, boxes: DOMRect[]) => {
    let [x, y] = [true, true];
    for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.display === 'inline') continue;
      const place = at.getBoundingClientRect();
      // Visible only to screen readers.
      if (place.width <= 2 || place.height <= 2 || style.clipPath !== 'none') return null;
      if (/auto|scroll/.test(style.overflowX)) x = false;
      if (/auto|scroll/.test(style.overflowY)) y = false;
      const wide = boxes.some((box) => box.right > place.right + 1.5 || box.left < place.left - 1.5);
      const high = boxes.some((box) => box.bottom > place.bottom + 2.5 || box.top < place.top - 2.5);
      if (x && wide && hides(style.overflowX)) return { at, axis: 'x' };
      if (y && high && hides(style.overflowY)) return { at, axis: 'y' };
      if (style.position === 'fixed') return null;
    }
    return null;
  };

  const problems = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [text, parent] = [plain(node.textContent), node.parentElement];
    if (!text || !parent || !isSeen(parent)) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    const cut = cutter(parent, boxes);
    if (!cut) continue;
    const named = cut.at.closest<HTMLElement>('[title]') ?? parent.closest<HTMLElement>('[title]');
    const clamped = getComputedStyle(cut.at).webkitLineClamp !== 'none';
    const control = parent.closest(
      'button, label, summary, [role="tab"], [role="menuitem"], [role="option"]',
    );
    const says = plain(named?.title ?? '').includes(text);
    if (cut.axis === 'y' && !clamped) problems.add(`"${text}" is cut in its height`);
    else if (!says) problems.add(`"${text}" is cut without a title`);
    else if (isPhone && control) problems.add(`"${text}" is cut in a control, where no tap shows it`);
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (!pen || field.value || !field.placeholder || !isSeen(field)) continue;
    const style = getComputedStyle(field);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (pen.measureText(field.placeholder).width > room + 1)
      problems.add(`the placeholder "${field.placeholder}" is cut`);
  }
  return [...problems];
}
