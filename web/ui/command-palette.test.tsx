import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../paths.ts';
import CommandPalette from './CommandPalette.tsx';
import { renderScreen } from './render-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const read = vi.fn();

const sales = {
  key: '/orders',
  label: 'Vendas',
  endpoint: api.orders.list,
  entry: () => ({ id: 1, label: 'Venda 1', to: '/orders/1' as const }),
};

test('says that nothing was found only after every list has answered', async () => {
  await renderScreen(
    () => <CommandPalette screens={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
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
      () => <CommandPalette screens={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
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

test('looks up a code that no list knows, also when a scanner ends it at once', async () => {
  await renderScreen(
    () => <CommandPalette screens={[]} acts={[]} records={[sales]} asked={1} onCode={read} />,
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
    endpoint: api.products.list,
    entry: () => ({ id: 2, label: 'Caneca', to: '/products/product/2' as const }),
  };
  const numbered = {
    ...sales,
    entry: (_: unknown, words: string) => ({ ...sales.entry(), exact: words === '2000003508' }),
  };
  await renderScreen(
    () => <CommandPalette screens={[]} acts={[]} records={[goods, numbered]} asked={1} onCode={read} />,
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
    endpoint: api.products.list,
    entry: (item: unknown, words: string) => {
      const { sku } = item as { sku: string };
      return { id: sku, label: `Caneca ${sku}`, to: paths.products.product(sku), exact: sku === words };
    },
  };
  await renderScreen(
    () => <CommandPalette screens={[]} acts={[]} records={[goods]} asked={1} onCode={read} />,
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
    <CommandPalette screens={[]} acts={[act]} records={[]} asked={1} onCode={read} />
  ));
  const field = await screen.findByRole('textbox');
  expect(screen.queryByText('Nova venda')).toBeNull();
  fireEvent.change(field, { target: { value: 'nova v' } });
  await screen.findByText('Nova venda');
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/create'));
});
