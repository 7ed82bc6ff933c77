import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { figure, none, type ResultLine, writeResults } from '../bench/results.ts';
import { findChromium } from '../tools/chromium.ts';
import { seenOf, slowDown, watchScreen } from './screen-watch.ts';
import { type Facts, type Side, visits } from './visits.ts';

// `npm run screens`: measures every screen of a running demo and takes the screenshots of the README.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const origin = positionals[0] ?? 'http://localhost:3000';
const people = { supplier: 'dono@fornecedor.demo', seller: 'dono@loja.demo' } as const;
const demoPassword = 'easy-demo-2026';
const latency = 60;

const pictures: readonly {
  name: string;
  side: 'supplier' | 'seller';
  path: string;
  phone?: true;
  dark?: true;
}[] = [
  { name: 'vendas', side: 'seller', path: '/orders/list' },
  { name: 'catalogo', side: 'seller', path: '/dropshipping/products' },
  { name: 'faturas', side: 'supplier', path: '/dropship-item/dropinvoice-supplier', dark: true },
  { name: 'bancada', side: 'supplier', path: '/checkout/{order}', phone: true },
];

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const lines = await measure(browser);
  if (values.json) writeResults(values.json, 'screens', lines);
  await takePictures(browser);
} finally {
  await browser.close();
}

async function measure(browser: Browser): Promise<ResultLine[]> {
  const lines: ResultLine[] = [];
  const seen = 'complete after · CLS · longest task';
  console.log(`| by | screen | ${seen} | screen | ${seen} |\n|---|---|---|---|---|`);
  for (const side of ['guest', 'supplier', 'seller'] as const) {
    const context = await signedIn(browser, side, { width: 1440, height: 900 });
    const facts = await factsOf(context, side);
    await context.addInitScript(watchScreen);
    const page = await context.newPage();
    await slowDown(page, latency);
    const cells: string[] = [];
    for (const [pattern, , fact] of visits.filter((visit) => visit[1] === side)) {
      await open(page, fact ? pattern.replace(/\{\w+\}/, facts[fact]) : pattern);
      const { standsMs, shift, longTasks } = await seenOf(page);
      const longest = Math.max(0, ...longTasks);
      const screen = `${side} ${pattern}`;
      lines.push(figure(`${screen}: complete after`, standsMs, 'ms'));
      lines.push({ ...none(`${screen}: layout shift`, shift), unit: 'CLS' });
      lines.push(figure(`${screen}: longest task`, longest, 'ms'));
      cells.push(`\`${pattern}\` | ${standsMs} ms · ${shift.toFixed(3)} · ${longest} ms`);
    }
    for (let n = 0; n < cells.length; n += 2)
      console.log(`| ${side} | ${cells[n]} | ${cells[n + 1] ?? ' | '} |`);
    await context.close();
  }
  return lines;
}

async function takePictures(browser: Browser): Promise<void> {
  const folder = join(import.meta.dirname, '..', 'docs', 'screens');
  mkdirSync(folder, { recursive: true });
  for (const { name, side, path, phone, dark } of pictures) {
    const size = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const context = await signedIn(browser, side, size, dark);
    const { order } = await factsOf(context, side);
    const page = await context.newPage();
    await open(page, path.replace('{order}', order));
    await page.waitForFunction(() =>
      [...document.images].every(
        (image) => image.naturalWidth > 0 || image.getBoundingClientRect().top > innerHeight,
      ),
    );
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
  // Content that depends on responses is rendered before the browser becomes idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

async function signedIn(
  browser: Browser,
  side: Side,
  viewport: { width: number; height: number },
  dark = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: dark ? 'dark' : 'light',
    viewport,
  });
  if (side === 'guest') return context;
  const data = { email: people[side], password: demoPassword };
  const answer = await context.request.post('/api/auth/login', { data });
  if (!answer.ok())
    throw new Error(`${people[side]} cannot sign in at ${origin}: is the demo running there?`);
  return context;
}

/** Ids of the first record of each list; tokens of mail links are invented. */
async function factsOf(context: BrowserContext, side: Side): Promise<Facts> {
  const first = async (path: string) => {
    const answer = await context.request.get(`/api${path}`);
    const list = (await answer.json()) as { items?: { id: number }[] };
    return String(list.items?.[0]?.id ?? 0);
  };
  const token = 'A'.repeat(43);
  return {
    product: await first('/products'),
    supplier: await first('/suppliers'),
    request: await first('/supply-requests'),
    receipt: await first('/supply-requests-ongoing'),
    printable: '00000000-0000-0000-0000-000000000000',
    category: await first('/categories'),
    warehouse: await first('/warehouses'),
    location: await first('/inventory-locations'),
    offer: await first('/dropship-items'),
    advertisement: await first('/advertisements'),
    order: await first(side === 'supplier' ? '/orders-supplier?query=status:pending' : '/orders'),
    picking: side === 'supplier' ? await first('/picking') : '0',
    balance: await first('/volumes/in-balance'),
    manifest: side === 'supplier' ? await first('/manifests') : '0',
    // The demo issues one declaration, for a sale without an NF-e.
    declaration: '1',
    kit: side === 'seller' ? await first('/virtual-products') : '0',
    question: await first('/presales'),
    importKind: 'products',
    import: await first('/imports'),
    chat: side === 'seller' ? await first('/chats') : '0',
    account: side === 'seller' ? await first('/marketplace-accounts') : '0',
    campaign: side === 'seller' ? await first('/campaigns') : '0',
    statement: await first('/statements'),
    bankStatement: side === 'supplier' ? await first('/bank-statements') : '0',
    pair: await first('/pair-balances'),
    return: side === 'supplier' ? await first('/returns') : '0',
    vendorReturn: side === 'supplier' ? await first('/vendor-returns') : '0',
    activation: token,
    reset: token,
    invitation: token,
  };
}
