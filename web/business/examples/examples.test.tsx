import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../queries.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import { ExampleNotice } from './ExampleNotice.tsx';
import { ExamplesRow } from './ExamplesRow.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const records = [
  { kind: 'advertisement', id: 4, name: 'Exemplo: Caneca', changed: false },
  { kind: 'product', id: 7, name: 'Minha caneca', changed: true },
];

test('one press makes the examples', async () => {
  const { calls } = await renderScreen(() => <ExamplesRow offered />, {
    server: { 'examples.detail': { body: { records: [] } }, 'examples.create': { body: { records } } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Começar com exemplos' }));
  expect(await screen.findByText('Exemplos criados')).toBeTruthy();
  expect(calls.filter(({ endpoint }) => endpoint === 'examples.create')).toHaveLength(1);
});

test('examples are not offered beside own records, and those that are there can be removed', async () => {
  await renderScreen(() => <ExamplesRow offered={false} />, {
    server: { 'examples.detail': { body: { records: [] } } },
  });
  expect(screen.queryByRole('button', { name: 'Começar com exemplos' })).toBeNull();
  cleanup();
  queryClient.clear();
  await renderScreen(() => <ExamplesRow offered={false} />, {
    server: { 'examples.detail': { body: { records } } },
  });
  await screen.findByRole('button', { name: 'Remover exemplos' });
});

test('the confirmation names what goes and what was changed, and the result what stayed', async () => {
  await renderScreen(() => <ExamplesRow offered />, {
    server: {
      'examples.detail': { body: { records } },
      'examples.remove': { body: { kept: [{ kind: 'product', id: 7, name: 'Minha caneca' }] } },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Remover exemplos' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Anúncio: Exemplo: Caneca');
  expect(dialog.textContent).toContain('Produto: Minha caneca (alterado por você)');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remover exemplos' }));
  expect(await screen.findByText('Já estava em uso e ficou: Produto Minha caneca')).toBeTruthy();
});

test('the notice of an example keeps it; other records have none', async () => {
  const shown = () => (
    <>
      <ExampleNotice kind="product" id={7} />
      <ExampleNotice kind="product" id={8} />
    </>
  );
  const { calls } = await renderScreen(shown, {
    server: { 'examples.detail': { body: { records } }, 'examples.keep': { body: { records: [] } } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Usar como meu' }));
  await vi.waitFor(() =>
    expect(calls.filter(({ endpoint }) => endpoint === 'examples.keep')).toHaveLength(1),
  );
});

test('who may not change the business sees the mark without the acts', async () => {
  await renderScreen(() => <ExampleNotice kind="product" id={7} />, {
    session: { ...owner, roles: ['seller'] },
    server: { 'examples.detail': { body: { records } } },
  });
  expect(await screen.findByText('Este registro é um exemplo')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Usar como meu' })).toBeNull();
});
