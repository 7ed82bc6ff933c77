import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { gateNames } from '#contract/orders/order-states.ts';
import { resultOf, type SaleMoneyFacts } from '#contract/orders/sale-result.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { sampleOf } from '../test/sample.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import OrderPage from './OrderPage.tsx';

const sale = sampleOf(api.orders.detail.response, {
  ...{ id: 7, status: 'waiting_separation', linked: true, reserve: 'firm', document: 'missing' },
  ...{ marketplace: 'any', account: { id: 3, name: 'Loja' }, remoteOrderId: '2000001', buyerName: 'Carla' },
  ...{ items: '1 × Caneca', units: 1, supplier: { id: 9, name: 'Distribuidora' } },
  ...{ logisticType: 'drop_off', payment: 'approved', shipmentStatus: 'pending', writesToBuyer: true },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (order: OrderDetail) =>
  renderScreen(OrderPage, {
    screen: paths.orders.order,
    at: paths.orders.order(order.id),
    server: { 'orders.detail': { body: order } },
  });

test('a message to the buyer is offered only if the marketplace lets the seller start one', async () => {
  await open(sale);
  await screen.findByRole('button', { name: 'Enviar mensagem ao comprador' });
  cleanup();
  queryClient.clear();
  await open({ ...sale, writesToBuyer: false });
  await screen.findByRole('button', { name: 'Mais ações' });
  expect(screen.queryByRole('button', { name: 'Enviar mensagem ao comprador' })).toBeNull();
});

test('moves a refused sale to the chosen substitute', async () => {
  const refused = { ...sale, refusedAt: '2026-11-20T13:00:00.000Z', refusedReason: 'quebrou' };
  const part = { partId: 5, quantity: 2, offer: { id: 8, name: 'Caneca' }, sku: 'C-1' };
  const item = {
    ...{ supplier: { id: 4, name: 'Outra Distribuidora' }, own: false, match: 'gtin' },
    ...{ warehouse: { id: 6, name: 'Galpão Sul' }, city: 'Curitiba - PR' },
    ...{ parts: [{ ...part, match: 'gtin', available: 9, price: 100 }], available: 4 },
    ...{ cost: 200, margin: -50, acceptedByHand: true },
    scorecard: { sales: 8, dated: 8, onTime: 6, refused: 1, short: 0 },
  };
  const { calls } = await renderScreen(OrderPage, {
    screen: paths.orders.order,
    at: paths.orders.order(7),
    server: {
      'orders.detail': { body: refused },
      'substitutes.list': { body: { items: [item], invoiced: false } },
      'substitutes.take': { body: sale },
    },
  });
  await screen.findByText('Outra Distribuidora');
  screen.getByText(/75% no prazo em 8 vendas suas · Recusas em 90 dias: 1 · Este fornecedor aceita/);
  screen.getByText(/^Sai de Galpão Sul · Curitiba - PR$/);
  screen.getByText('Prejuízo');
  fireEvent.click(screen.getByRole('button', { name: 'Passar venda' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(
    /reservado em Galpão Sul, Curitiba - PR agora.*Distribuidora deixa de ver a venda/,
  );
  fireEvent.click(within(dialog).getByRole('button', { name: 'Passar venda' }));
  await screen.findByText('Venda passada e estoque reservado');
  const taken = calls.find(({ endpoint }) => endpoint === 'substitutes.take');
  expect(taken?.body).toEqual({ parts: [{ partId: 5, offer: 8 }] });
});

test('a sale on an invoice says why it cannot be moved', async () => {
  await renderScreen(OrderPage, {
    screen: paths.orders.order,
    at: paths.orders.order(7),
    server: {
      'orders.detail': { body: { ...sale, refusedAt: '2026-11-20T13:00:00.000Z', refusedReason: 'quebrou' } },
      'substitutes.list': { body: { items: [], invoiced: true } },
    },
  });
  await screen.findByText('Esta venda não muda mais de fornecedor');
  screen.getByText(/já foi embalada e entrou na fatura/);
  expect(screen.queryByText(/Nenhum outro lugar tem/)).toBeNull();
});

test('shows failed substitutes without hiding the sale', async () => {
  await renderScreen(OrderPage, {
    screen: paths.orders.order,
    at: paths.orders.order(7),
    server: {
      'orders.detail': { body: { ...sale, refusedAt: '2026-11-20T13:00:00.000Z', refusedReason: 'quebrou' } },
      'substitutes.list': { status: 500, body: { code: 'internal', title: '', status: 500 } },
    },
  });
  await screen.findByText('Não foi possível procurar substitutos');
  screen.getByRole('button', { name: 'Mais ações' });
});

test('the history says from and to which supplier a sale moved', async () => {
  const moved = { id: 1, at: '2026-11-20T13:00:00.000Z', actor: 'seller', author: null, statusTo: null };
  const detail = { from: 'Aurora', to: 'Outra Distribuidora' };
  await open({ ...sale, events: [{ ...moved, kind: 'substituted', detail }] });
  await screen.findByText('Passou de Aurora para Outra Distribuidora');
});

test('a refused sale is shown as refused, with the next step', async () => {
  const refused = { ...sale, refusedAt: '2026-11-20T13:00:00.000Z', refusedReason: 'quebrou' };
  await open({
    ...refused,
    reserve: 'released',
    gates: [
      { name: 'stock', open: false },
      { name: 'approval', open: false },
    ],
  });
  const badge = (await screen.findByText('Recusada: substitua')).parentElement;
  expect(badge?.dataset.tone).toBe('bad');
  expect(screen.queryByText('Aguardando separação')).toBeNull();
  const gates = screen.getByRole('list', { name: 'O que falta para enviar' });
  within(gates).getByRole('img', { name: 'Parado' });
  within(gates).getByText('Recusada pelo fornecedor');
  within(gates).getByText('quebrou. Passe a venda para um substituto ou cancele.');
  within(gates).getByText('A recusa liberou a reserva.');
  // Only the work after the requirements waits.
  const waiting = within(gates).getAllByRole('img', { name: 'Aguardando' });
  expect(waiting.map((icon) => icon.closest('li')?.textContent)).toEqual(['Embalada', 'Coletada']);
});

test('a sale that was refused once and is now packed has the badge of its status', async () => {
  await open({ ...sale, status: 'waiting_collect', refusedReason: 'quebrou' });
  await screen.findByText('Aguardando coleta');
  expect(screen.queryByText('Recusada: substitua')).toBeNull();
});

const event = (id: number, kind: string, detail: Record<string, string>) => ({
  ...{ id, at: '2026-11-20T12:00:00.000Z', kind, actor: 'marketplace' as const, author: null },
  ...{ statusTo: null, detail },
});

test('refusals and cancel reasons of a marketplace are shown in words, in the history too', async () => {
  await open({
    ...sale,
    canceledAt: '2026-11-20T12:00:00.000Z',
    canceledReason: 'CUSTOMER_REQUEST',
    remoteCancel: 'refused',
    remoteCancelError: 'order.order_status_error: Order status does not allow it',
    events: [
      event(3, 'return-claimed', { reason: 'PHYSICAL_DMG' }),
      event(2, 'canceled', { reason: 'inventory' }),
      event(1, 'document-rejected', { error: 'sender_ie_not_found' }),
    ],
  });
  await screen.findByText(/A pedido do comprador/);
  await screen.findByText(/: Order status does not allow it/);
  await screen.findByText(/Sem estoque/);
  await screen.findByText(/Produto com dano físico/);
  await screen.findByText(/Falta a inscrição estadual do emitente/);
});

const moneyFacts: SaleMoneyFacts = {
  ...{ total: 5990, sellerDiscount: 0, marketplaceDiscount: 0, freightCharged: 0, fee: 0, processingFee: 0 },
  ...{ freight: 0, taxes: 0, refund: 0, adjustment: 0, payout: null, cost: 0, salesTax: 0 },
};

function moneyOfResult(facts: SaleMoneyFacts) {
  const { profit, ...result } = resultOf(facts);
  const { total, fee, freight, cost, salesTax } = facts;
  return { total, fee, freight, cost, salesTax, ...result, margin: profit };
}

test('shows an unknown fee as unknown, and the profit as an upper bound', async () => {
  const facts = { ...moneyFacts, cost: 2000, freight: 900, fee: 890 };
  const money = moneyOfResult(facts);
  await open({ ...sale, money });
  await screen.findByText('Lucro');
  cleanup();
  queryClient.clear();
  await open({ ...sale, money: moneyOfResult({ ...facts, fee: null }) });
  const fee = await screen.findByText('Tarifa');
  expect(fee.nextElementSibling?.textContent).toBe('não informado');
  expect(screen.getByText(/^Lucro/).textContent).toBe('Lucro (no máximo)');
});

test('a tax on the sale is a row below the cost; without a rate there is none', async () => {
  const facts = { ...moneyFacts, cost: 2000, salesTax: 359 };
  await open({ ...sale, money: moneyOfResult(facts) });
  const tax = await screen.findByText('Imposto sobre a venda');
  expect(tax.nextElementSibling?.textContent).toMatch(/3,59/);
  expect(screen.getByText('Lucro').nextElementSibling?.textContent).toMatch(/36,31/);
  cleanup();
  queryClient.clear();
  await open({ ...sale, money: moneyOfResult({ ...facts, salesTax: 0 }) });
  await screen.findByText('Lucro');
  expect(screen.queryByText('Imposto sobre a venda')).toBeNull();
});

test('shows what was released beside the payout that was expected, and the day of a changed part', async () => {
  const facts = { ...moneyFacts, fee: 890 };
  const released = { amount: 4900, expected: 5100, day: '2026-10-10', number: '2000', saleCount: 1 };
  const changes = [{ name: 'fee' as const, day: '2026-10-02' }];
  const paymentMoney = { interest: 0, discount: 0, learned: '2026-09-30', changes, released };
  await open({ ...sale, money: moneyOfResult(facts), paymentMoney });
  const link = await screen.findByRole('link', { name: 'Liberado até 10/10/2026' });
  expect(link.getAttribute('href')).toContain('/payouts/lines?query=number');
  expect(screen.getByText('Diferença do repasse').nextElementSibling?.textContent).toMatch(/-R\$ 2,00/);
  expect(screen.getByText(/^Tarifa/).textContent).toBe('Tarifa (informado em 02/10/2026)');
  screen.getByText(/em 30\/09\/2026, ou na data ao lado/);
  cleanup();
  queryClient.clear();
  // The payout of a closed month is what was released: the difference is among its parts.
  await open({ ...sale, money: moneyOfResult({ ...facts, payout: 4900 }), paymentMoney });
  await screen.findByRole('link', { name: 'Liberado até 10/10/2026' });
  expect(screen.queryByText('Diferença do repasse')).toBeNull();
  screen.getByText('Outras diferenças');
});

test('the history shows updates of the marketplace, and merges equal lines', async () => {
  const updated = (id: number, parts: string[]) => ({
    ...{ id, at: `2026-11-20T12:0${9 - id}:00.000Z`, kind: 'updated', actor: 'marketplace', author: null },
    ...{ statusTo: null, detail: { parts } },
  });
  const events = [updated(1, ['dispatchLimit', 'freight']), updated(2, []), updated(3, [])];
  await open({ ...sale, events: events as OrderDetail['events'] });
  await screen.findByText('Atualizada pelo marketplace: prazo de despacho, frete');
  screen.getByText('Atualizada pelo marketplace (2 vezes)');
});

test('a late sale says who has it, how far it is, and what can be done', async () => {
  const warehouse = { id: 4, name: 'CD Barra Funda' };
  const late = { ...sale, late: true, warehouse, dispatchLimit: '2026-11-20T13:00:00.000Z' };
  await open({ ...late, status: 'pending' });
  await screen.findByText('O prazo para despachar terminou em 20/11/2026 10:00');
  screen.getByText('Distribuidora · CD Barra Funda: na fila para separar e embalar');
  screen.getByRole('button', { name: 'Copiar mensagem ao fornecedor' });
  expect(screen.queryByRole('button', { name: 'Cancelar venda' })).toBeNull();
  cleanup();
  queryClient.clear();
  await open({ ...late, status: 'picking', pickedBy: 'Rosa' });
  await screen.findByText('Distribuidora · CD Barra Funda: sendo separada por Rosa');
});

const gates = gateNames.map((name) => ({ name, open: true }));
const limit = '2026-11-20T13:00:00.000Z';
const steps = async (more: Partial<OrderDetail>) => {
  await open({ ...sale, gates, dispatchLimit: limit, warehouse: { id: 4, name: 'Galpão' }, ...more });
  const list = within(await screen.findByRole('list', { name: 'O que falta para enviar' }));
  const item = (name: string) =>
    list
      .getAllByRole('listitem')
      .find((row) => row.textContent?.startsWith(name))
      ?.getAttribute('data-state');
  return { packed: item('Embalada'), collected: item('Coletada') };
};

test('what is missing before shipping includes the packing of a late sale whose documents are complete', async () => {
  expect(await steps({ status: 'pending', late: true })).toEqual({ packed: 'missing', collected: 'waiting' });
  screen.getByText('6 de 8');
  screen.getByText(/Distribuidora · Galpão: na fila para separar e embalar\. Prazo: 20\/11\/2026/);
});

test('a packed sale misses its collection, and a sale that was shipped misses nothing', async () => {
  const packed = { packedAt: limit, status: 'waiting_collect' as const };
  expect(await steps(packed)).toEqual({ packed: 'done', collected: 'waiting' });
  cleanup();
  queryClient.clear();
  expect(await steps({ ...packed, late: true })).toEqual({ packed: 'done', collected: 'missing' });
  cleanup();
  queryClient.clear();
  expect(await steps({ ...packed, status: 'sent', sentAt: limit })).toEqual({
    packed: 'done',
    collected: 'done',
  });
});
