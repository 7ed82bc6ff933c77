/** How long a screen stays as it is before it is looked through. */
const settledMs = 400;
/** Elements looked at in one idle moment. */
const atOnce = 400;

const given = new WeakSet<HTMLElement>();

const hides = (value: string) => value === 'hidden' || value === 'clip';

function isCut(element: HTMLElement): boolean {
  const wide = element.scrollWidth > element.clientWidth + 1;
  const high = element.scrollHeight > element.clientHeight + 1;
  if (!wide && !high) return false;
  const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
  const clamped = webkitLineClamp !== 'none' && webkitLineClamp !== '';
  return (wide && hides(overflowX)) || (high && clamped && hides(overflowY));
}

const ownText = (element: Element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());

/** Gives a text that its place cuts a title with all of it, and takes back one that is no longer needed. */
export function nameCutText(element: HTMLElement): void {
  const mine = given.has(element);
  if (element.title && !mine) return;
  const text = element.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  if (text && (ownText(element) || element.firstElementChild !== null) && isCut(element)) {
    if (element.title !== text) element.title = text;
    given.add(element);
  } else if (mine) {
    element.removeAttribute('title');
    given.delete(element);
  }
}

const places =
  'td, th, td a, td span, [data-truncate], [data-line-clamp], main a, main p, main span, main strong, nav a, nav span, header span';

/** A text that is cut can be read whole, on every screen: after each change, in idle moments. */
export function watchCutTexts(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  const idle = (work: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 50);
  const look = () => {
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
    timer = setTimeout(look, settledMs);
  };
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  window.addEventListener('resize', soon, { passive: true });
}
