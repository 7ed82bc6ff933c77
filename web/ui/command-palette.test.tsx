import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../paths.ts';
import { sampleOf } from '../test/sample.ts';
import CommandPalette from './CommandPalette.tsx';
import { renderScreen } from './render-screen.tsx';
import { keepTyped } from './typed-ahead.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const read = vi.fn();

const sales = {
  key: '/orders',
  label: 'Vendas',
  names: 'venda pedido',
  endpoint: api.orders.list,
  entry: () => ({ id: 1, label: 'Venda 1', to: '/orders/1' as const }),
};

test('says that nothing was found only after every list has answered', async () => {
  await renderScreen(
    () => <CommandPalette screens={[]} views={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
    {
      server: { 'orders.list': { body: { items: [], total: 0, page: 1, size: 5 } } },
    },
  );
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '2000003508897198' } });
  expect(screen.getByText('Buscando…')).toBeTruthy();
  expect(screen.queryByText(/Nada encontrado/)).toBeNull();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'chaleira de ágata' } });
  await screen.findByText('Nenhum resultado para “chaleira de ágata”');
});

const found = { items: [{ id: 1 }], total: 1, page: 1, size: 5 };

test('Enter opens the first result, even if pressed before any arrived', async () => {
  for (const isEarly of [false, true]) {
    const { router } = await renderScreen(
      () => <CommandPalette screens={[]} views={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
      {
        server: { 'orders.list': { body: found } },
      },
    );
    const field = await screen.findByRole('textbox');
    fireEvent.change(field, { target: { value: isEarly ? '35088971' : '35088972' } });
    if (!isEarly) await screen.findByText('Venda 1');
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/1'));
    cleanup();
  }
});

test('an Enter typed before the palette is loaded opens the first result', async () => {
  const screens = [{ key: 'bench', label: 'Bancada', group: 'Pedidos', to: '/checkout' as const }];
  keepTyped('Buscar');
  const holder = document.activeElement as HTMLInputElement;
  holder.value = 'bancada';
  fireEvent.keyDown(holder, { key: 'Enter', code: 'Enter' });
  const { router } = await renderScreen(
    () => <CommandPalette screens={screens} views={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
    { server: { 'orders.list': { body: { ...found, items: [], total: 0 } } } },
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'));
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('Escape before the palette is loaded cancels it, and the next request opens it', async () => {
  const show = () =>
    renderScreen(
      () => <CommandPalette screens={[]} views={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
      { server: { 'orders.list': { body: { ...found, items: [], total: 0 } } } },
    );
  keepTyped('Buscar');
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape', code: 'Escape' });
  await show();
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  keepTyped('Buscar');
  await show();
  await screen.findByPlaceholderText(/Busque telas/);
});

test('looks up a code that no list knows, also when a scanner ends it at once', async () => {
  await renderScreen(
    () => <CommandPalette screens={[]} views={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
    {
      server: { 'orders.list': { body: { items: [], total: 0, page: 1, size: 5 } } },
    },
  );
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: 'V000123' } });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(read).toHaveBeenCalledWith('V000123'));
});

test('products come first even if sales arrived earlier; a sale with the typed number comes before them', async () => {
  const goods = {
    key: '/products',
    label: 'Produtos',
    names: 'produto',
    endpoint: api.products.list,
    entry: () => ({ id: 2, label: 'Caneca', to: '/products/product/2' as const }),
  };
  const numbered = {
    ...sales,
    entry: (_: unknown, words: string) => ({ ...sales.entry(), exact: words === '2000003508' }),
  };
  await renderScreen(
    () => (
      <CommandPalette screens={[]} views={[]} acts={[]} records={[goods, numbered]} asked={1} onCode={read} />
    ),
    { server: { 'orders.list': { body: found }, 'products.list': { body: found } } },
  );
  const field = await screen.findByRole('textbox');
  for (const [typed, first] of [
    ['CAN-01', 'Caneca'],
    ['2000003508', 'Venda 1'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    await screen.findByText(`Ler o código ${typed}`);
    const labels = screen.getAllByText(/^(Caneca|Venda 1)$/).map((one) => one.textContent);
    expect(labels).toHaveLength(2);
    expect(labels[0]).toBe(first);
  }
});

test('the exact SKU comes first among many that contain it', async () => {
  const skus = Array.from({ length: 12 }, (_, nth) => `CAN-1${nth}`).concat('CAN-1');
  const goods = {
    key: '/products',
    label: 'Produtos',
    names: 'produto',
    endpoint: api.products.list,
    entry: (item: unknown, words: string) => {
      const { sku } = item as { sku: string };
      return { id: sku, label: `Caneca ${sku}`, to: paths.products.product(sku), exact: sku === words };
    },
  };
  await renderScreen(
    () => <CommandPalette screens={[]} views={[]} acts={[]} records={[goods]} asked={1} onCode={read} />,
    {
      server: {
        'products.list': ({ url }) => {
          const items = skus.slice(0, Number(url.searchParams.get('size'))).map((sku) => ({ sku }));
          return { body: { items, total: skus.length, page: 1, size: items.length } };
        },
      },
    },
  );
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'CAN-1' } });
  const [first, ...rest] = await screen.findAllByText(/^Caneca CAN/);
  expect(first?.textContent).toBe('Caneca CAN-1');
  expect(rest).toHaveLength(4);
});

test('finds an act by its name and starts it with Enter', async () => {
  const act = { key: 'act newSale', label: 'Nova venda', group: 'Ações', to: '/orders/create' } as const;
  const { router } = await renderScreen(() => (
    <CommandPalette screens={[]} views={[]} acts={[act]} records={[]} asked={1} onCode={read} />
  ));
  const field = await screen.findByRole('textbox');
  expect(screen.queryByText('Nova venda')).toBeNull();
  fireEvent.change(field, { target: { value: 'nova v' } });
  await screen.findByText('Nova venda');
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/create'));
});

test('searches the kind that a word names for what follows it, and finds a record by the number of its address', async () => {
  const asked: string[] = [];
  const byNumber = {
    key: '/products',
    label: 'Produtos',
    names: 'produto',
    endpoint: api.products.list,
    entry: () => ({ id: 2, label: 'Caneca 21', to: '/products/product/2' as const }),
    byId: {
      endpoint: api.products.detail,
      entry: () => ({ id: 21, label: 'Moringa', to: '/products/product/21' as const }),
    },
  };
  const { router } = await renderScreen(
    () => (
      <CommandPalette screens={[]} views={[]} acts={[]} records={[sales, byNumber]} asked={1} onCode={read} />
    ),
    {
      server: {
        'orders.list': ({ url }) => {
          asked.push(`sales: ${url.searchParams.get('query')}`);
          return { body: { items: [], total: 0, page: 1, size: 5 } };
        },
        'products.list': ({ url }) => {
          asked.push(`products: ${url.searchParams.get('query')}`);
          return { body: found };
        },
        'products.detail': { body: sampleOf(api.products.detail.response, { id: 21 }) },
      },
    },
  );
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: 'produto 21' } });
  const [first] = await screen.findAllByText(/^(Caneca 21|Moringa)$/);
  expect(first?.textContent).toBe('Moringa');
  expect(asked.sort()).toEqual(['products: 21', 'sales: produto 21']);
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/products/product/21'));
});

test('acts of a list come before screens that only their other words find', async () => {
  const margin = {
    key: '/advertisements/margin/list',
    label: 'Piso de margem',
    group: 'Marketplaces',
    words: 'preço mínimo',
    to: '/advertisements/margin/list',
  } as const;
  const prices = {
    key: 'act prices',
    label: 'Mudar preços',
    group: 'Anúncios',
    hint: 'Selecione em Anúncios',
    to: '/advertisements/list',
  } as const;
  await renderScreen(() => (
    <CommandPalette screens={[margin]} views={[]} acts={[prices]} records={[]} asked={1} onCode={read} />
  ));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'preço' } });
  await screen.findByText('Selecione em Anúncios');
  const names = screen.getAllByText(/^(Piso de margem|Mudar preços)$/).map((one) => one.textContent);
  expect(names).toEqual(['Mudar preços', 'Piso de margem']);
});

test('runs an act that leads to no screen', async () => {
  const leave = vi.fn();
  const act = { key: 'sign-out', label: 'Sair', group: 'Mariana Prado', run: leave };
  await renderScreen(() => (
    <CommandPalette screens={[]} views={[]} acts={[act]} records={[]} asked={1} onCode={read} />
  ));
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: 'sair' } });
  await screen.findByText('Sair');
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
});
