import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { paths } from '../../paths.ts';
import { invalidate, queryClient } from '../../queries.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import BenchPage from './BenchPage.tsx';

const parts = [
  itemOf(api.checkout.detail.response, 'parts', {
    ...{ id: 1, product: 'Caneca', sku: 'CAN-1', quantity: 1, beeped: 1 },
    places: [{ volume: 'V00001K', position: 'R01', quantity: 1 }],
  }),
];
const canceled = sampleOf(api.checkout.detail.response, {
  ...{ id: 7, status: 'canceled', seller: { id: 1, name: 'Loja' }, warehouse: { id: 3, name: 'Centro' } },
  ...{ buyerName: 'Carla', items: '1 × Caneca', unitCount: 1, beepedCount: 1, document: 'missing', parts },
  ...{ canceledAt: '2026-03-02T13:00:00.000Z', canceledReason: 'desistiu', putBack: true },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

type Server = Exclude<NonNullable<Parameters<typeof renderScreen>[1]>['server'], undefined>;

const open = (sale: Checkout, server: object = {}, handsFree = true) =>
  renderScreen(BenchPage, {
    screen: paths.orders.pack,
    at: paths.orders.pack(sale.id),
    session: { ...owner, handsFree },
    server: { 'checkout.detail': { body: sale }, ...server } as Server,
  });

function scan(label: string, code: string): void {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

test('names a volume that cannot take the goods back, with the reason and the alternative', async () => {
  const problem = { code: 'volume_unfit', title: '', status: 409 };
  const facts = { volume: 'V00002M', why: 'other_product' };
  await open(canceled, { 'checkout.putBack': { status: 409, body: { ...problem, facts } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
  scan('Bipar o volume', 'V00002M');
  await screen.findByText('V00002M tem outro produto. Bipe o volume que já tem o produto desta venda.');
});

const putBack = {
  ...{ id: 1, at: '2026-03-02T13:05:00.000Z', kind: 'put-back', actor: 'fulfiller', author: 'Ana' },
  ...{ statusTo: null, detail: { volume: 'V00001K' } },
};

type Router = Awaited<ReturnType<typeof open>>['router'];
async function expectNext(router: Router): Promise<void> {
  const next = await screen.findByRole('button', { name: 'Próxima da fila' });
  await waitFor(() => expect(next.getAttribute('data-loading')).toBeNull());
  fireEvent.click(next);
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/8'));
}

test('a canceled sale whose goods are stored says so and offers the next sale', async () => {
  const { router } = await open(
    { ...canceled, putBack: false, events: [putBack] },
    { 'checkout.list': { body: { items: [{ id: 8 }], page: 1, pages: 1, total: 1 } } },
  );
  await screen.findByText('Pronto: os produtos voltaram ao estoque');
  expect(screen.queryByText('Pare! Venda cancelada')).toBeNull();
  screen.getByText('Bipe o próximo produto ou a próxima venda.');
  await expectNext(router);
});

test('hands-free, the next sale opens when the goods are stored', async () => {
  const back = { ...canceled, putBack: false, events: [putBack] };
  const next = { ...canceled, id: 8, status: 'pending', canceledAt: null, putBack: false };
  const { router } = await open(canceled, {
    'checkout.detail': ({ url }: { url: URL }) => ({ body: /\/8\b/.test(url.pathname) ? next : canceled }),
    'checkout.putBack': { body: back },
    'checkout.list': { body: { items: [{ id: 8 }], page: 1, pages: 1, total: 1 } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
  scan('Bipar o volume', 'V00001K');

  await screen.findByText('Produtos da venda 7 guardados. Próxima: venda 8.');
  expect(router.state.location.pathname).toBe('/checkout/8');
});

test('a sale canceled before picking shows a stop and offers the next sale', async () => {
  const { router } = await open(
    { ...canceled, putBack: false },
    { 'checkout.list': { body: { items: [{ id: 8 }], page: 1, pages: 1, total: 1 } } },
  );
  await screen.findByText('Pare! Venda cancelada');
  await expectNext(router);
});

test('while goods wait to be stored, no next sale is offered', async () => {
  await open(canceled);
  await screen.findByRole('button', { name: 'Entendi' });
  expect(screen.queryByText('Próxima da fila')).toBeNull();
});

test.each([
  [true, 'Aguardando o primeiro produto'],
  [false, 'Aguardando o início da separação'],
])('a pending sale says what it waits for (hands-free: %s)', async (handsFree, words) => {
  await open({ ...canceled, status: 'pending', canceledAt: null, putBack: false }, {}, handsFree);
  await screen.findByLabelText(words);
  expect(screen.queryByLabelText('Abrir venda')).toBeNull();
});

const waiting = {
  ...canceled,
  ...{ status: 'pending' as const, canceledAt: null, putBack: false, beepedCount: 0 },
};

/** Sale 7 is open and needs CAN-1; `other` is the sale found for any other code, as the most urgent or by its words. */
function openBesides(other: Checkout, sale: Checkout = waiting, byWords = false) {
  const first = { ...other.parts[0], beeped: 1 } as Checkout['parts'][number];
  const begun = { ...other, status: 'picking' as const, beepedCount: 1, parts: [first] };
  return open(sale, {
    'checkout.detail': ({ url }: { url: URL }) => ({ body: url.pathname.endsWith('/8') ? other : sale }),
    'checkout.list': ({ url }: { url: URL }) => {
      const query = url.searchParams.get('query') ?? '';
      const wanted = /PAN-2/i.test(query) && query.startsWith(byWords ? '"' : 'status:pending');
      return { body: { items: wanted ? [other] : [], page: 1, pages: 1, total: wanted ? 1 : 0 } };
    },
    'passports.find': { body: { items: [] } },
    'checkout.startPicking': { body: { ...begun, beepedCount: 0 } },
    'checkout.beep': { body: begun },
  });
}
const panParts = parts.map((part) => ({ ...part, id: 2, product: 'Panela', sku: 'PAN-2', places: [] }));
const other = { ...waiting, id: 8, unitCount: 2, parts: panParts };

const ask = 'Não é da venda 7; é da venda 8: bipe de novo para abrir.';

test.each([
  ['the most urgent sale that needs it', false],
  ['the only sale with that word', true],
])('a product of another sale leaves an unstarted sale only when scanned twice: %s', async (_, byWords) => {
  const { router, calls } = await openBesides(other, waiting, byWords);
  await screen.findByLabelText('Aguardando o primeiro produto');
  scan('Aguardando o primeiro produto', 'PAN-2');
  await screen.findByText(ask);
  expect(document.querySelector('[data-tone=bad]')).not.toBeNull();
  scan('Aguardando o primeiro produto', 'OUTRO-9');
  await waitFor(() => expect(screen.queryByText('Bipado: OUTRO-9')).not.toBeNull());
  scan('Aguardando o primeiro produto', 'PAN-2');
  await screen.findByText('Bipado: PAN-2');
  expect(router.state.location.pathname).toBe('/checkout/7');
  expect(calls.filter(({ endpoint }) => endpoint === 'checkout.startPicking')).toEqual([]);
  scan('Aguardando o primeiro produto', 'pan-2');
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/8'));
});

test.each(['waiting_collect', 'complete'] as const)(
  'a product of no sale to pack does not offer a sale that is %s, although its words have the code',
  async (status) => {
    const done = { ...other, status };
    const { router } = await open(waiting, {
      'checkout.detail': ({ url }: { url: URL }) => ({ body: url.pathname.endsWith('/8') ? done : waiting }),
      'checkout.list': ({ url }: { url: URL }) => {
        const query = url.searchParams.get('query') ?? '';
        const items = /^"PAN-2"$|^code:"PAN-2"$/.test(query) ? [done] : [];
        return { body: { items, page: 1, pages: 1, total: items.length } };
      },
      'passports.find': { body: { items: [] } },
    });
    await screen.findByLabelText('Aguardando o primeiro produto');
    for (let scans = 0; scans < 2; scans++) scan('Aguardando o primeiro produto', 'PAN-2');
    await screen.findByText('Nenhuma venda ou produto a embalar com este código');
    expect(router.state.location.pathname).toBe('/checkout/7');
  },
);

test('the question names the warehouse of a sale that is packed elsewhere', async () => {
  await openBesides({ ...other, warehouse: { id: 99, name: 'CD Extrema' } });
  await screen.findByLabelText('Aguardando o primeiro produto');
  scan('Aguardando o primeiro produto', 'PAN-2');
  await screen.findByText('Não é da venda 7; é da venda 8 (CD Extrema): bipe de novo para abrir.');
});

test('a sale number leaves an unstarted sale at once', async () => {
  const { router } = await openBesides(other);
  await screen.findByLabelText('Aguardando o primeiro produto');
  scan('Aguardando o primeiro produto', '8');
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/8'));
});

test('a product leaves a sale that the bench brought only when scanned twice, for a sale of the same warehouse', async () => {
  const back = { ...canceled, id: 9, putBack: false, events: [putBack] };
  const brought = { ...waiting, id: 7 };
  const sales: Record<string, Checkout> = { 7: brought, 8: other, 9: { ...canceled, id: 9 } };
  const { router } = await open(
    { ...canceled, id: 9 },
    {
      'checkout.detail': ({ url }: { url: URL }) => ({ body: sales[url.pathname.split('/').pop() ?? ''] }),
      'checkout.list': ({ url }: { url: URL }) => {
        const query = url.searchParams.get('query') ?? '';
        const here = query.includes('warehouse:') ? [other] : [{ ...other, id: 6 }];
        const items = query.includes('code:') ? here : [brought];
        return { body: { items, page: 1, pages: 1, total: items.length } };
      },
      'checkout.putBack': { body: back },
      'passports.find': { body: { items: [] } },
      'checkout.startPicking': () => {
        sales[8] = { ...other, status: 'picking' };
        return { body: sales[8] };
      },
      'checkout.beep': { body: { ...other, status: 'picking', beepedCount: 1 } },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
  scan('Bipar o volume', 'V00001K');
  await screen.findByText('Produtos da venda 9 guardados. Próxima: venda 7.');
  scan('Aguardando o primeiro produto', 'PAN-2');
  await screen.findByText(ask);
  expect(document.querySelector('[data-tone=bad]')).not.toBeNull();
  expect(router.state.location.pathname).toBe('/checkout/7');
  scan('Aguardando o primeiro produto', 'pan-2');
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/8'));
});

test('a label whose file does not arrive is reported, and fetched again without being marked again', async () => {
  // jsdom does not download files.
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const packed = { ...canceled, status: 'waiting_collect' as const, canceledAt: null, putBack: false };
  const sale = { ...packed, packedAt: packed.purchasedAt, labelReady: true, document: 'accepted' as const };
  const printed = { ...sale, labelPrintedAt: packed.purchasedAt, labelFormats: ['zpl' as const] };
  const problem = { code: 'not_found', title: '', status: 404 };
  let arrives = false;
  const { calls } = await open(sale, {
    'checkout.print': { body: printed },
    'checkout.downloadTag': () => (arrives ? { body: '^XA^XZ' } : { status: 404, body: problem }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Imprimir etiqueta' }));
  await screen.findByText('A etiqueta não foi baixada');
  arrives = true;
  fireEvent.click(screen.getByRole('button', { name: 'Baixar de novo' }));
  await waitFor(() => expect(screen.queryByText('A etiqueta não foi baixada')).toBeNull());
  expect(calls.filter(({ endpoint }) => endpoint === 'checkout.print')).toHaveLength(1);
});

test('shows why the channel has no label yet, and prints ours instead', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: false }));
  const picking = { ...canceled, status: 'picking' as const, canceledAt: null, putBack: false };
  const at = picking.purchasedAt;
  const labelled = { ...picking, parcelLabelAt: at };
  const packed = { ...labelled, status: 'waiting_collect' as const, packedAt: at, waitsForLabel: true };
  let stands: Checkout = picking;
  const become = (sale: Checkout, more: object = {}) => {
    stands = sale;
    return { body: { ...sale, ...more } };
  };
  const problem = { type: 'about:blank', code: 'label_not_ready', title: '', status: 409 };
  const server = {
    'checkout.detail': () => ({ body: stands }),
    'checkout.print': { status: 409, body: problem },
    'checkout.printParcelLabel': () => become(labelled),
    'checkout.downloadParcelLabel': { body: '%PDF-1.4' },
    'checkout.confirmPacking': () => become(packed, { emptied: [] }),
  };
  await open(picking, server, false);
  await screen.findByLabelText('Bipar');
  scan('Bipar', 'EASY-CONFIRMA');
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/A etiqueta do marketplace não pode ser impressa agora/);
  expect(stands.status).toBe('picking');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Imprimir a nossa e embalar' }));
  await screen.findByText('Embalada, aguardando etiqueta');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a lost answer to the confirmation blocks the bench until the outcome is known', async () => {
  const labelled = {
    ...canceled,
    ...{ status: 'picking' as const, canceledAt: null, putBack: false },
    labelPrintedAt: canceled.purchasedAt,
  };
  const packed = { ...labelled, status: 'waiting_collect' as const, packedAt: labelled.purchasedAt };
  const unavailable = {
    status: 503,
    body: { type: 'about:blank', code: 'unavailable', title: '', status: 503 },
  };
  let answers = false;
  const { calls, router } = await open(
    labelled,
    { 'checkout.confirmPacking': () => (answers ? { body: { ...packed, emptied: [] } } : unavailable) },
    false,
  );
  await screen.findByLabelText('Bipar');
  scan('Bipar', 'EASY-CONFIRMA');
  const stop = await screen.findByRole('alertdialog');
  within(stop).getByText('Não sabemos se a embalagem foi confirmada');
  const again = () => fireEvent.click(within(stop).getByRole('button', { name: 'Tentar de novo' }));
  again();
  await within(stop).findByText('Ainda sem resposta.');
  // Neither the back button nor a scanner bypasses it.
  router.history.push('/elsewhere');
  expect(router.state.location.pathname).toBe(paths.orders.pack(labelled.id));
  fireEvent.keyDown(window, { key: 'C' });
  fireEvent.keyDown(window, { key: 'Enter' });
  await within(stop).findByText('Leitura ignorada. Resolva isto primeiro.');
  answers = true;
  again();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const tried = calls.filter(({ endpoint }) => endpoint === 'checkout.confirmPacking');
  expect(tried).toHaveLength(3);
  expect(new Set(tried.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('hands-free, fetching the label later removes the message that it was lost', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const picking = { ...canceled, status: 'picking' as const, canceledAt: null, putBack: false };
  const ready = { ...picking, labelReady: true, document: 'accepted' as const };
  const packed = { ...ready, status: 'waiting_collect' as const, packedAt: ready.purchasedAt };
  const fetched = { ...ready, labelPrintedAt: ready.purchasedAt, labelFormats: ['zpl' as const] };
  let stands: Checkout = ready;
  let arrives = false;
  const become = (sale: Checkout, more: object = {}) => {
    stands = sale;
    return { body: { ...sale, ...more } };
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: false }));
  await open(ready, {
    'checkout.detail': () => ({ body: stands }),
    'checkout.confirmPacking': () => become(packed, { emptied: [] }),
    'checkout.print': () => become(fetched),
    'checkout.downloadTag': () =>
      arrives
        ? { body: '^XA^XZ' }
        : { status: 404, body: { type: 'about:blank', code: 'not_found', title: '', status: 404 } },
  });
  await screen.findByLabelText('Bipar');
  scan('Bipar', 'EASY-CONFIRMA');
  await screen.findByText('A etiqueta não foi impressa. Imprima de novo e confirme.');
  arrives = true;
  fireEvent.click(screen.getByRole('button', { name: 'Baixar de novo' }));
  await waitFor(() =>
    expect(screen.queryByText('A etiqueta não foi impressa. Imprima de novo e confirme.')).toBeNull(),
  );
});

test('goods of a canceled sale go to the volume and position that the bench names', async () => {
  await open(canceled);
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
  screen.getByText('Guarde em R01 · V00001K e bipe o volume.');
});

test('a reader who may not start over sees who may, and until when', async () => {
  const packed = { ...canceled, status: 'waiting_collect' as const, canceledAt: null, putBack: false };
  const until = '2026-03-02T13:20:00.000Z';
  const event = { at: packed.purchasedAt, kind: 'packed', actor: 'fulfiller', author: 'Pia Embaladora' };
  await open({
    ...packed,
    packedAt: packed.purchasedAt,
    resetRefusal: { why: 'packed_by_other', until },
    events: [{ ...event, statusTo: null, detail: {} }],
  });
  const reset = await screen.findByRole('button', { name: /^Reiniciar bipagem/ });
  expect(reset.getAttribute('aria-disabled')).toBe('true');
  expect(reset.getAttribute('aria-label')).toContain(
    'Embalada por Pia Embaladora, que pode reiniciar até 02/03/2026 10:20.',
  );
});

test('a refused collection without a scan is explained in its dialog, where the reason is kept', async () => {
  const packed = { ...canceled, status: 'waiting_collect' as const, canceledAt: null, putBack: false };
  const problem = { type: 'about:blank', code: 'parcel_not_ready', title: '', status: 409 };
  await open(
    { ...packed, packedAt: packed.purchasedAt, labelPrintedAt: packed.purchasedAt },
    { 'checkout.collectByHand': { status: 409, body: problem } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Marcar coletada sem bipar' }));
  const dialog = await screen.findByRole('dialog');
  const reason = within(dialog).getByLabelText(/Motivo/);
  fireEvent.change(reason, { target: { value: 'leitor quebrado' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Marcar coletada sem bipar' }));
  await within(dialog).findByText(/Outra venda do mesmo pacote foi cancelada/);
  expect(reason).toHaveProperty('value', 'leitor quebrado');
});

test('canceling the picking and going back are two buttons with different words', async () => {
  const picking = { ...canceled, status: 'picking' as const, canceledAt: null, putBack: false };
  const { calls } = await open(picking);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar separação' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('button', { name: 'Cancelar' })).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.some(({ endpoint }) => endpoint === 'checkout.cancel')).toBe(false);
});

test('hands-free, nothing is green while the label is on its way', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  const picking = { ...canceled, status: 'picking' as const, canceledAt: null, putBack: false };
  const ready = { ...picking, labelReady: true, document: 'accepted' as const };
  const packed = { ...ready, status: 'waiting_collect' as const, packedAt: ready.purchasedAt };
  let stands: Checkout = ready;
  const become = (sale: Checkout, more: object = {}) => {
    stands = sale;
    return { body: { ...sale, ...more } };
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: false }));
  const seen = new Set<string>();
  let isThere = false;
  const look = () => {
    if (isThere) return;
    const panel = document.querySelector('input[data-scan]')?.closest('[data-tone]');
    seen.add(`${panel?.getAttribute('data-tone')} ${panel?.querySelector('output')?.textContent}`);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  await open(ready, {
    'checkout.detail': () => ({ body: stands }),
    'checkout.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
    'checkout.confirmPacking': () => become(packed, { emptied: [] }),
    'checkout.print': () => become({ ...ready, labelPrintedAt: ready.purchasedAt, labelFormats: ['zpl'] }),
    'checkout.downloadTag': () => {
      isThere = true;
      return { body: '^XA^XZ' };
    },
  });
  await screen.findByLabelText('Bipar');
  scan('Bipar', 'EASY-CONFIRMA');
  await screen.findByText('Embalada. A fila está vazia.');
  expect([...seen].join()).not.toContain('Imprima a etiqueta');
});

test.each([
  ['at the sale that wants it', 'pending' as const, 'Aguardando o primeiro produto'],
  ['at a sale that is sent', 'sent' as const, 'Abrir venda'],
])(
  'a GTIN of two products starts nothing hands-free: it is asked which one is in the hand (%s)',
  async (_, status, label) => {
    const gtin = '7891000315507';
    const [part] = canceled.parts;
    const parts = part ? [{ ...part, gtin }] : [];
    const sale = { ...canceled, status, parts, canceledAt: null, putBack: false };
    const product = { kind: 'product' as const, acts: [], contents: [], units: null };
    const { calls } = await open(sale, {
      'passports.find': {
        body: {
          code: gtin,
          items: ['CAN-1', 'PRA-2'].map((about, id) => ({ ...product, id, name: about, about })),
        },
      },
      'checkout.list': { body: { items: [{ id: 8 }] } },
      'checkout.startPicking': { body: sale },
    });
    await screen.findByLabelText(label);
    scan(label, gtin);
    await screen.findByText('Mais de um produto tem este código: CAN-1, PRA-2. Bipe ou digite o SKU.');
    expect(calls.filter(({ endpoint }) => endpoint === 'checkout.startPicking')).toEqual([]);
  },
);

test('a sale that is not released says what it waits for, and opens once it is', async () => {
  const missing = { status: 404, body: { type: 'about:blank', code: 'not_found', title: '', status: 404 } };
  let released = false;
  const order = sampleOf(api.orders.detail.response, {
    ...{ id: 7, status: 'waiting_payment', releasedAt: null, supplier: { id: 1, name: 'Loja Aurora' } },
    ...{ gates: [{ name: 'payment', open: false }], change: null, declaration: null, dispatchLimit: null },
  });
  const picking = { ...canceled, status: 'pending' as const, canceledAt: null, putBack: false };
  await open(canceled, {
    'checkout.detail': () => (released ? { body: picking } : missing),
    'orders.detail': { body: order },
  });
  await screen.findByText('Esta venda ainda não está na bancada');
  screen.getByText('Pagamento aprovado');
  released = true;
  await invalidate('checkout');
  await screen.findByRole('button', { name: 'Começar separação' });
});
