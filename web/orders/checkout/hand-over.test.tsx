import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { PassportKind } from '#contract/inventory/passport.ts';
import type { Locale } from '#contract/messages/index.ts';
import { startI18n } from '../../i18n.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import { HandOver } from './HandOver.tsx';

const pile = (carrier: string, waiting: number, scanned = 0) => ({
  ...{ warehouse: { id: 3, name: 'Galpão' }, carrier: { marketplace: carrier, logisticType: '' } },
  ...{ waiting, unlabelled: 0, changed: 0, dispatchLimit: null, scanned },
  manifest: scanned > 0 ? { id: 1, openedAt: '2026-03-02T12:00:00.000Z' } : null,
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function scan(code: string): void {
  const [field] = screen.getAllByRole('textbox');
  if (!field) throw new Error('no field for codes');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

test('a pile keeps its place and its buttons before and after its first scan', async () => {
  let piles = [pile('a', 2), pile('b', 2)];
  await renderScreen(HandOver, {
    session: owner,
    server: {
      'checkout.piles': () => ({ body: { piles } }),
      'checkout.handOver': () => {
        piles = [pile('b', 2), pile('a', 1, 1), pile('c', 1)];
        return { body: { sales: [{ id: 5, name: 'Carla' }], pile: pile('a', 1, 1) } };
      },
    },
  });
  const cards = () => [...document.querySelectorAll('[data-pile]')];
  const order = () => cards().map((card) => card.getAttribute('data-pile'));
  const buttons = () => cards()[0]?.querySelectorAll('button').length;
  await waitFor(() => expect(order()).toEqual(['a/', 'b/']));
  expect(buttons()).toBe(2);
  scan('VENDA-5');
  await waitFor(() => expect(order()).toHaveLength(3));
  expect(order()).toEqual(['a/', 'b/', 'c/']);
  expect(buttons()).toBe(2);
});

const said: Record<Locale, Record<PassportKind, string>> = {
  pt: {
    volume: 'Isto é um volume: X1.',
    tote: 'Isto é uma caixa de separação: X1.',
    position: 'Isto é uma posição: X1.',
    cart: 'Isto é um carrinho: X1.',
    product: 'Isto é um produto: X1.',
    serial: 'Isto é um número de série: X1.',
    parcel: 'Isto é um pacote: X1.',
    supply_request: 'Isto é um pedido de compra: X1.',
  },
  en: {
    volume: 'This is a volume: X1.',
    tote: 'This is a tote: X1.',
    position: 'This is a location: X1.',
    cart: 'This is a cart: X1.',
    product: 'This is a product: X1.',
    serial: 'This is a serial number: X1.',
    parcel: 'This is a parcel: X1.',
    supply_request: 'This is a supply request: X1.',
  },
};

test.each(
  (['pt', 'en'] as const).flatMap((locale) =>
    Object.entries(said[locale]).map(([kind, words]) => ({ locale, kind, words })),
  ),
)('what is no label is named with its article: $words', async ({ locale, kind, words }) => {
  const refused = { code: 'code_unknown', title: '', status: 409 };
  await renderScreen(HandOver, {
    session: owner,
    server: {
      'checkout.piles': { body: { piles: [] } },
      'checkout.handOver': { status: 409, body: refused },
      'passports.find': { body: { items: [{ kind, id: 1, name: 'X1', saleStatus: null }] } },
    },
  });
  await waitFor(() => expect(screen.queryAllByRole('textbox')).toHaveLength(1));
  await act(() => startI18n(locale));
  scan('X1');
  await screen.findByText(words, { exact: false });
});

test.each([
  {
    locale: 'pt' as const,
    words: 'Não entregue a venda 7: abra o pacote na bancada. Mudou depois de embalada: Caneca: de 2 para 1.',
    pile: '2 pacotes a abrir de novo',
  },
  {
    locale: 'en' as const,
    words:
      'Do not hand over sale 7: open the parcel at the bench. Changed after packing: Caneca: from 2 to 1.',
    pile: '2 parcels to reopen',
  },
])(
  'a parcel that differs from its order is stopped with what changed: $locale',
  async ({ locale, words, pile: count }) => {
    const line = {
      title: 'Caneca',
      variation: '',
      sku: 'CAN-1',
      before: 2,
      after: 1,
      kind: 'quantity' as const,
    };
    const change = { at: '2026-03-02T13:00:00.000Z', lines: [line], putBack: [] };
    await renderScreen(HandOver, {
      session: owner,
      server: {
        'checkout.piles': { body: { piles: [{ ...pile('a', 3), changed: 2 }] } },
        'checkout.handOver': {
          status: 409,
          body: { code: 'order_changed', title: '', status: 409, facts: { sale: 7 } },
        },
        'checkout.detail': {
          body: sampleOf(api.checkout.detail.response, { id: 7, status: 'waiting_collect', change }),
        },
      },
    });
    await waitFor(() => expect(screen.queryAllByRole('textbox')).toHaveLength(1));
    await act(() => startI18n(locale));
    expect((await screen.findByRole('link', { name: new RegExp(count) })).getAttribute('href')).toContain(
      'changed',
    );
    scan('VENDA-7');
    await screen.findByText(words, { exact: false });
  },
);
