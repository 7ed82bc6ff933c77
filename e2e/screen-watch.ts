import type { Page } from '@playwright/test';

/** Measurements of a screen since it was opened. */
export type Seen = {
  /** Milliseconds until its title is rendered and nothing is loading. */
  standsMs: number;
  /** Cumulative layout shift without interaction. */
  shift: number;
  /** Elements that moved, to find the cause. */
  moved: string[];
  /** Tasks over 50 ms, in ms. */
  longTasks: number[];
};

/** An init script of the context, installed before a page is opened. */
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

/** A slow network, so that parts that load separately are visible separately. */
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
