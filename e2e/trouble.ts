import { type Page, test } from '@playwright/test';

const lostPress = 'A press was lost: ';

/** Shows errors of the browser, refused writes and presses without effect beside the failing story. */
export async function noteTrouble(page: Page): Promise<void> {
  const attach = async (body: string) =>
    test.info().attach('trouble', { body: body.slice(0, 2000), contentType: 'text/plain' });
  // Between two stories there is none to note it for.
  const note = (body: string) => attach(body).catch(() => undefined);
  page.on('pageerror', (error) => note(String(error.stack ?? error)));
  await page.addInitScript(sayLostPresses, lostPress);
  page.on('console', (message) => {
    if (message.text().startsWith(lostPress)) void note(message.text());
  });
  page.on('requestfailed', (request) => {
    if (request.method() !== 'GET')
      void note(`${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', async (response) => {
    if (response.status() < 400 || response.request().method() === 'GET') return;
    const said = await response.text().catch(() => '');
    await note(`${response.request().method()} ${response.url()} ${response.status()} ${said}`);
  });
}

/**
 * Runs in the page. An element removed between press and release gets no click, and neither does one that our code
 * moves.
 */
function sayLostPresses(start: string): void {
  let pressed: Element | null = null;
  const say = (lost: Element) =>
    console.warn(start + lost.textContent + (lost.isConnected ? '' : ', which has gone'));
  const on = (event: 'pointerdown' | 'pointerup' | 'click', react: (target: Element) => void) =>
    addEventListener(event, ({ target }) => target instanceof Element && react(target), { capture: true });
  on('pointerdown', (target) => {
    pressed = target.closest('button, a');
  });
  on('click', (target) => {
    if (pressed?.contains(target)) pressed = null;
  });
  on('pointerup', () => {
    const waiting = pressed;
    // A click has been dispatched by then, or there is none.
    requestAnimationFrame(() => requestAnimationFrame(() => waiting && waiting === pressed && say(waiting)));
  });
}
