/** Time without changes before the screen is checked. */
const settledMs = 400;
/** Elements checked per idle callback. */
const atOnce = 400;
/** A longer text is a container and not a text. */
const longest = 400;

/** Elements whose title was set here because their text is truncated. */
const given = new WeakSet<Element>();

const hides = (value: string) => value === 'hidden' || value === 'clip';

function isCut(element: HTMLElement): boolean {
  const wide = element.scrollWidth > element.clientWidth + 1;
  const high = element.scrollHeight > element.clientHeight + 1;
  if (!wide && !high) return false;
  const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
  const clamped = webkitLineClamp !== 'none' && webkitLineClamp !== '';
  return (wide && hides(overflowX)) || (high && clamped && hides(overflowY));
}

/** Gives a truncated text a title with the full text, and removes one that is no longer needed. */
export function nameCutText(element: HTMLElement): void {
  const mine = given.has(element);
  if (element.title && !mine) return;
  const text = isCut(element) ? (element.textContent?.replace(/\s+/g, ' ').trim() ?? '') : '';
  if (text && text.length <= longest) {
    if (element.title !== text) element.title = text;
    given.add(element);
  } else if (mine) {
    element.removeAttribute('title');
    given.delete(element);
  }
}

/** Elements that handle a press themselves. */
const controls = 'a, button, input, select, textarea, label, summary, [role="button"], [role="option"]';

/** Touch has no hover for titles: a tap expands a truncated text in place, unless it belongs to a control. */
export function showCutText(target: Element): void {
  if (target.closest(controls)) return;
  let element: Element | null = target;
  while (element && !given.has(element)) element = element.parentElement;
  element?.setAttribute('data-whole', '');
}

const places =
  ':is(main, nav, header, [data-toast], [role="dialog"], [role="menu"], [role="listbox"]) :not(svg, svg *, input, textarea)';

/** Makes truncated texts readable on every screen, checked after each change in idle time. */
export function watchCutTexts(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  const idle = (work: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 50);
  const update = () => {
    round += 1;
    const own = round;
    const elements = [...document.querySelectorAll<HTMLElement>(places)];
    const step = (from: number) => {
      if (own !== round) return;
      for (const element of elements.slice(from, from + atOnce)) nameCutText(element);
      if (from + atOnce < elements.length) idle(() => step(from + atOnce));
    };
    idle(() => step(0));
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(update, settledMs);
  };
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  window.addEventListener('resize', soon, { passive: true });
  const withoutPointer = window.matchMedia('(hover: none)');
  document.addEventListener('click', ({ target }) => {
    if (withoutPointer.matches && target instanceof Element) showCutText(target);
  });
}
