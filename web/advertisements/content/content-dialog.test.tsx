import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { ContentRow } from '#contract/advertisements/content-change.ts';
import { queryClient } from '../../queries.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import type { Chosen } from '../../ui/table/row-selection.ts';
import ContentDialog from './ContentDialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const chosen: Chosen<ListedAdvertisement> = {
  rows: [],
  all: true,
  count: 120,
  countText: '120',
  rowsText: '120 anúncios',
  body: { query: 'caneca' },
  clear: () => undefined,
  settle: () => undefined,
};

const row = (id: number, more: Partial<ContentRow> = {}): ContentRow => ({
  advertisement: { id, name: `Caneca ${id}` },
  publication: { id, name: `Caneca azul ${id}` },
  account: { id: 4, name: 'Loja' },
  ...{ before: `Caneca azul ${id}`, after: `Caneca verde ${id}`, pictures: null },
  ...{ refused: null, limit: null, ...more },
});

const preview = {
  ...{ selected: 120, advertisements: 60, changing: 59, refused: 1 },
  leftOut: [{ code: 'nothing_to_change' as const, count: 60, names: ['Bule', 'Copo', 'Prato'] }],
  items: [
    row(1, { refused: 'title_too_long', limit: 60 }),
    row(2),
    row(3, { publication: null, account: null }),
  ],
  ...{ page: 1, pages: 2 },
};

const write = (name: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });

test('a replaced title is previewed with refused and left out rows, page by page, and started', async () => {
  const { calls } = await renderScreen(() => <ContentDialog chosen={chosen} onClose={() => undefined} />, {
    server: {
      'advertisements.previewContent': { body: preview },
      'advertisements.changeContent': { body: {} },
    },
  });
  const look = await screen.findByRole('button', { name: 'Pré-visualizar' });
  expect(look).toHaveProperty('disabled', true);
  write('Procurar', 'azul');
  write('Trocar por', 'verde');
  fireEvent.click(look);
  await screen.findByText('Anúncios que mudam: 60 de 120 (59 linhas).');
  screen.getByText('1 linha é recusada e fica como está.');
  screen.getByText(/Ficam de fora 60: Bule, Copo, Prato e mais 57/);
  const table = within(screen.getByRole('table'));
  table.getByText(/O título passa do limite. Limite: 60/);
  table.getByText('O próprio anúncio');
  table.getByText('Caneca verde 2');
  screen.getByText('Linhas 1 a 3 de 60');
  const change = { kind: 'title_replace', find: 'azul', text: 'verde' };
  fireEvent.click(screen.getByRole('button', { name: 'Próximas' }));
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === 'advertisements.previewContent').at(-1)?.body)
    .toEqual({ query: 'caneca', change, own: true, page: 2 });
  fireEvent.click(await screen.findByRole('button', { name: 'Aplicar em 59 linhas' }));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'advertisements.changeContent')?.body)
    .toEqual({ query: 'caneca', change, own: true });
});

test('a preview is not applied to a change typed meanwhile; texts stay while another field is looked at', async () => {
  await renderScreen(() => <ContentDialog chosen={chosen} onClose={() => undefined} />, {
    server: { 'advertisements.previewContent': { body: preview } },
  });
  await screen.findByRole('button', { name: 'Pré-visualizar' });
  write('Procurar', 'azul');
  fireEvent.click(screen.getByRole('button', { name: 'Pré-visualizar' }));
  await screen.findByRole('button', { name: 'Aplicar em 59 linhas' });
  write('Procurar', 'azul claro');
  expect(screen.queryByRole('button', { name: /Aplicar/ })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Atributo' }));
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByRole('button', { name: 'Pré-visualizar' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: 'Título' }));
  expect(screen.getByRole('textbox', { name: 'Procurar' })).toHaveProperty('value', 'azul claro');
});
