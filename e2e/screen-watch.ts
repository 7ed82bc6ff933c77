import type { Page } from '@playwright/test';

/** What a screen did since it was opened. */
export type Seen = {
  /** Until its title stands and nothing on it is still coming, in ms. */
  standsMs: number;
  /** Cumulative layout shift: what moved without being asked to. */
  shift: number;
  /** The parts that moved, for who looks for the cause. */
  moved: string[];
  /** Tasks over 50 ms, in ms. */
  longTasks: number[];
};

/** Before a page is opened; an init script of the context. */
export function watchScreen(): void {
  const seen: Seen = { standsMs: 0, shift: 0, moved: [], longTasks: [] };
  Object.assign(window, { seen });
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.tagName} ${element.textContent?.slice(0, 30)}` : 'something gone';
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      seen.moved.push(...entry.sources.map(({ node }) => nameOf(node)));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    seen.longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const coming = document.querySelector('[aria-busy=true], .mantine-Skeleton-root');
    if (!coming && document.querySelector('h1'))
      requestAnimationFrame(() => {
        seen.standsMs = Math.round(performance.now());
      });
    else requestAnimationFrame(look);
  };
  look();
}

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

export function seenOf(page: Page): Promise<Seen> {
  return page.evaluate(() => Reflect.get(window, 'seen') as Seen);
}

/** A network as people have it: what comes in two parts is seen in two parts. */
export async function slowDown(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: 2_000_000,
    uploadThroughput: 1_000_000,
  });
}
